import type { ProblemCode } from '../../errors.ts';
import type { Outcome } from '../thread/outcome.ts';
import { unknownKind } from '../thread/unknown-kind.ts';
import { createEventReader, type EventReader, type EventReaderOptions } from '../wires/event-reader.ts';
import type { NdjsonEvent } from './ndjson-event.ts';
import { createNdjsonMapper, type NdjsonMapperOptions } from './ndjson-mapper.ts';

/** Turns the output of an agent into lines of normalised NDJSON. Each line ends with a newline. */
export interface StdoutMapper {
  /** Takes the next piece of output, cut anywhere, and returns the lines that it completes. */
  push(chunk: string | Uint8Array): string[];
  /** Ends the output and returns its remaining lines. It makes nothing up, and resets the mapper. */
  flush(): string[];
}

/** A part of the output that gives no line. */
export interface StdoutDiagnostic {
  /** `unknown-event` or `unknown-item` for a kind unknown to this version, else the problem of the line. */
  code: ProblemCode;
  /** The line of the output, counted from 1. */
  line: number;
  /** The text of that line. */
  raw: string;
}

/** Options of `createStdoutMapper`: those of the reader and those of the lines, and where complaints go. */
export interface StdoutMapperOptions extends Omit<EventReaderOptions, 'raw'>, Omit<NdjsonMapperOptions, 'geminiModel'> {
  /** Called for lines that are unreadable, or readable only in part, and for unknown kinds. */
  onDiagnostic?: ((diagnostic: StdoutDiagnostic) => void) | undefined;
}

/**
 * Maps the output of any agent in any dialect. `init` gives the model under both of its names. `whole` is `wire` unless
 * said otherwise: a client that appends each text shows none twice.
 *
 * @example
 * import { createStdoutMapper } from 'threadline';
 *
 * const mapper = createStdoutMapper({ onDiagnostic: ({ line, code }) => console.log(`line ${line}: ${code}`) });
 * for await (const chunk of process.stdin) for (const line of mapper.push(chunk)) process.stdout.write(line);
 * for (const line of mapper.flush()) process.stdout.write(line);
 */
export function createStdoutMapper(options: StdoutMapperOptions = {}): StdoutMapper {
  return createLineMapper(createEventReader({ ...options, raw: true }), {
    whole: 'wire',
    ...options,
    geminiModel: true,
  });
}

/** The base of all mappers. The reader keeps the text of each line. */
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

/** Undefined for a value nested too deeply, or too long, to write. */
function encode(value: NdjsonEvent): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
