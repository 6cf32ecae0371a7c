import type { Problem } from '../errors.ts';
import { createLineFramer, type LineFramerOptions } from '../lines/framer.ts';
import type { Line } from '../lines/line.ts';
import { parseText } from '../lines/parse-text.ts';
import type { GoodOutcome, Outcome } from '../thread/outcome.ts';
import { createRecordReader, type RecordReaderOptions } from './record-reader.ts';
import { strictProblem } from './strict.ts';
import type { WireName } from './wire.ts';

export interface EventReaderOptions extends LineFramerOptions, RecordReaderOptions {
  /** Treat unknown kinds and missing context as errors. */
  strict?: boolean;
  /** Keep each line's text on its outcome. */
  raw?: boolean;
}

/** Turns bytes or strings of any dialect into outcomes, one for each non-blank line, in order. */
export interface EventReader {
  /** Takes the next piece of input, cut anywhere, and gives the outcomes of the lines that it completes. */
  push(chunk: string | Uint8Array): Outcome[];
  /** Ends the input: gives the last line and what was held back. The reader then begins anew. */
  end(): Outcome[];
  /** Forgets everything, the dialect included. */
  reset(): void;
  /** The dialect, once it is known; after `end()` that of the input that ended. */
  readonly wire: WireName | undefined;
  /** Lines so far, blank ones included; after `end()` those of the input that ended. */
  readonly lines: number;
}

export function createEventReader(options: EventReaderOptions = {}): EventReader {
  const framer = createLineFramer(options);
  let records = createRecordReader(options);
  let lastLine = 0;
  /** The dialect of the input that ended, until the next one begins. */
  let endedWire: WireName | undefined;

  function readLine(line: Line): Outcome {
    lastLine = line.number;
    const position = { line: line.number, offset: line.offset };
    if (line.skippedBytes !== undefined) {
      const message = `the line has ${line.skippedBytes} bytes, more than the limit; it was skipped`;
      return { ok: false, ...position, error: { code: 'line-too-long', message, raw: line.text } };
    }
    const parsed = parseText(line.text);
    const { problem } = parsed;
    if (problem && parsed.records.length === 0) {
      return { ok: false, ...position, error: line.unterminated ? asTruncated(problem) : problem };
    }
    const outcome: GoodOutcome = { ok: true, line: line.number, offset: line.offset, events: [], problems: [] };
    if (problem) outcome.problems.push(problem);
    if (line.invalidUtf8) outcome.problems.push({ code: 'invalid-utf8', message: 'bytes that are not UTF-8 were replaced' });
    for (const record of parsed.records) {
      const error = records.read(record, line, outcome);
      if (error && parsed.records.length === 1) return { ok: false, ...position, error };
      if (error) outcome.problems.push(error);
    }
    if (options.strict) {
      const error = strictProblem(outcome.events, records.wire, line.text);
      if (error) return { ok: false, ...position, error };
    }
    if (options.raw) outcome.raw = line.text;
    return outcome;
  }

  function push(chunk: string | Uint8Array): Outcome[] {
    endedWire = undefined;
    const lines = framer.push(chunk);
    const outcomes: Outcome[] = new Array(lines.length);
    for (let index = 0; index < lines.length; index += 1) outcomes[index] = readLine(lines[index] as Line);
    return outcomes;
  }

  function end(): Outcome[] {
    const outcomes = framer.end().map(readLine);
    const events = records.end();
    if (events.length > 0) outcomes.push({ ok: true, line: lastLine, offset: 0, events, problems: [], flush: true });
    endedWire = records.wire?.name;
    beginAnew();
    return outcomes;
  }

  function reset(): void {
    framer.reset();
    endedWire = undefined;
    beginAnew();
  }

  function beginAnew(): void {
    records = createRecordReader(options);
    lastLine = 0;
  }

  return {
    push,
    end,
    reset,
    get wire() {
      return endedWire ?? records.wire?.name;
    },
    get lines() {
      return framer.lines;
    },
  };
}

/** A last line that was cut off by the end of the input. A whole value of the wrong kind stays what it is. */
function asTruncated(problem: Problem): Problem {
  if (problem.code !== 'invalid-json') return problem;
  return { code: 'truncated-tail', message: 'the last line ends in the middle of a record', raw: problem.raw ?? '' };
}
