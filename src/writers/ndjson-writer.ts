import type { NdjsonEvent, NdjsonResult } from '../ndjson/ndjson-event.ts';
import { createNdjsonMapper } from '../ndjson/ndjson-mapper.ts';
import { unknownKind } from '../thread/unknown-kind.ts';
import { jsonLine } from './json-line.ts';
import { reportOutcome, type Writer, type WriterOptions } from './writer.ts';

/** Normalised NDJSON, the same whichever agent wrote the thread. Bad lines and unknown kinds are told. */
export function createNdjsonWriter(options: WriterOptions = {}): Writer {
  const { all, firstTurn, vocabularies, onProblem } = options;
  const mapper = createNdjsonMapper({ all, firstTurn, vocabularies, geminiModel: true });
  /** The last line was the end of a turn. */
  let isTold = false;

  function written(values: readonly NdjsonEvent[], line: number, lines: string[]): void {
    for (const value of values) {
      isTold = value.type === 'result';
      const text = jsonLine(value);
      if (text !== undefined) lines.push(text);
      else onProblem?.(line, { code: 'too-deep', message: `${value.type} is nested too deeply` });
    }
  }

  return {
    push(outcome) {
      reportOutcome(outcome, onProblem);
      const lines: string[] = [];
      for (const event of outcome.ok ? outcome.events : []) {
        const kind = unknownKind(event);
        if (kind) onProblem?.(outcome.line, { code: kind.code, message: `no line stands for the kind ${kind.name}` });
        else written(mapper.push(event), outcome.line, lines);
      }
      return lines;
    },
    end(failure) {
      const lines: string[] = [];
      written(mapper.end(), 0, lines);
      // Whoever waits for the end of the turn is told of it, where the agent could not do so any more.
      if (failure !== undefined && !isTold) written([failedResult(failure)], 0, lines);
      return lines;
    },
  };
}

/** The end of a turn that the agent did not live to tell: what it took is not known. */
function failedResult(error: string): NdjsonResult {
  const stats = { input_tokens: 0, cached: 0, output_tokens: 0, total_tokens: 0, tool_calls: 0 };
  return { type: 'result', status: 'error', error, stats };
}
