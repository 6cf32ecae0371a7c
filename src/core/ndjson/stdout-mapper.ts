import type { ProblemCode } from '../../errors.ts';
import type { Outcome } from '../thread/outcome.ts';
import { unknownKind } from '../thread/unknown-kind.ts';
import { createEventReader, type EventReader, type EventReaderOptions } from '../wires/event-reader.ts';
import type { NdjsonEvent } from './ndjson-event.ts';
import { createNdjsonMapper, type NdjsonMapperOptions } from './ndjson-mapper.ts';

/** Turns what an agent prints into lines of normalised NDJSON. Each line ends in a newline. */
export interface StdoutMapper {
  /** Takes the next piece of output, cut anywhere, and gives the lines of what it completes. */
  push(chunk: string | Uint8Array): string[];
  /** Ends the output and gives the lines of what is left of it; nothing is made up. The mapper then begins anew. */
  flush(): string[];
}

/** Something in the output that gives no line. */
export interface StdoutDiagnostic {
  /** `unknown-event` or `unknown-item` for a kind that this version does not know, else what is wrong with the line. */
  code: ProblemCode;
  /** The line of the output, counted from 1. */
  line: number;
  /** The text of that line. */
  raw: string;
}

export interface StdoutMapperOptions extends Omit<EventReaderOptions, 'raw'>, Omit<NdjsonMapperOptions, 'geminiModel'> {
  /** Hears of lines that cannot be read, or only in part, and of unknown kinds. */
  onDiagnostic?: ((diagnostic: StdoutDiagnostic) => void) | undefined;
}

/** For the output of any agent in any dialect; `init` tells the model by both of its names. */
export function createStdoutMapper(options: StdoutMapperOptions = {}): StdoutMapper {
  return createLineMapper(createEventReader({ ...options, raw: true }), { ...options, geminiModel: true });
}

/** What all mappers stand on. The reader keeps each line's text. */
export function createLineMapper(
  reader: EventReader,
  options: NdjsonMapperOptions & Pick<StdoutMapperOptions, 'onDiagnostic'>,
): StdoutMapper {
  let mapper = createNdjsonMapper(options);

  function report(code: ProblemCode, line: number, raw = ''): void {
    options.onDiagnostic?.({ code, line, raw });
  }

  function mapOutcome(outcome: Outcome, lines: string[]): void {
    if (!outcome.ok) {
      report(outcome.error.code, outcome.line, outcome.error.raw);
      return;
    }
    for (const { code } of outcome.problems) report(code, outcome.line, outcome.raw);
    for (const event of outcome.events) {
      const unknown = unknownKind(event);
      if (unknown) report(unknown.code, outcome.line, outcome.raw);
      else for (const value of mapper.push(event)) addLine(value, outcome, lines);
    }
  }

  function addLine(value: NdjsonEvent, outcome: { line: number; raw?: string }, lines: string[]): void {
    const text = encode(value);
    if (text === undefined) report('too-deep', outcome.line, outcome.raw);
    else lines.push(`${text}\n`);
  }

  function mapAll(outcomes: readonly Outcome[]): string[] {
    const lines: string[] = [];
    for (const outcome of outcomes) mapOutcome(outcome, lines);
    return lines;
  }

  return {
    push: (chunk) => mapAll(reader.push(chunk)),
    flush() {
      const lines = mapAll(reader.end());
      for (const value of mapper.end()) addLine(value, { line: reader.lines }, lines);
      mapper = createNdjsonMapper(options);
      return lines;
    },
  };
}

/** Undefined for what is nested too deeply, or too long, to be written. */
function encode(value: NdjsonEvent): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
