import type { NdjsonEvent } from '../ndjson/ndjson-event.ts';
import { createNdjsonMapper } from '../ndjson/ndjson-mapper.ts';
import type { AgentName } from '../thread/event.ts';
import { unknownKind } from '../thread/unknown-kind.ts';
import { createMarkedLine } from './marked-line.ts';
import { reportOutcome, type Writer, type WriterOptions } from './writer.ts';

/** Normalised NDJSON, the same for every agent. Bad lines and unknown kinds are reported. */
export function createNdjsonWriter(options: WriterOptions = {}): Writer {
  const { all, firstTurn, vocabularies, onProblem } = options;
  const markedLine = createMarkedLine();
  /** The agent that the thread names. */
  let named: AgentName | undefined;
  const mapper = createNdjsonMapper({ all, firstTurn, vocabularies, geminiModel: true });

  function written(values: readonly NdjsonEvent[], line: number, lines: string[]): void {
    for (const value of values) {
      const text = markedLine(value, options.agent?.() ?? named);
      if (text !== undefined) lines.push(text);
      else onProblem?.(line, { code: 'too-deep', message: `${value.type} is nested too deeply` });
    }
  }

  return {
    push(outcome) {
      reportOutcome(outcome, onProblem);
      const lines: string[] = [];
      for (const event of outcome.ok ? outcome.events : []) {
        if (event.type === 'thread.started') named = event.agent ?? named;
        const kind = unknownKind(event);
        if (kind) onProblem?.(outcome.line, { code: kind.code, message: `no line stands for the kind ${kind.name}` });
        else written(mapper.push(event), outcome.line, lines);
      }
      return lines;
    },
    end() {
      const lines: string[] = [];
      written(mapper.end(), 0, lines);
      return lines;
    },
  };
}
