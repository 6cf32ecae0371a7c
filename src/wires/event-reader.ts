import type { Problem } from '../errors.ts';
import { createLineFramer, type LineFramerOptions } from '../lines/framer.ts';
import { parseObject } from '../lines/json.ts';
import type { Line } from '../lines/line.ts';
import { parseText } from '../lines/parse-text.ts';
import type { ThreadEvent } from '../thread/event.ts';
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
    if (line.skippedBytes !== undefined) {
      const message = `the line has ${line.skippedBytes} bytes, more than the limit; it was skipped`;
      return failed(line, { code: 'line-too-long', message, raw: line.text });
    }
    const problems: Problem[] = [];
    if (line.invalidUtf8) problems.push({ code: 'invalid-utf8', message: 'bytes that are not UTF-8 were replaced' });
    const record = parseObject(line.text);
    const events = record ? records.read(record, line.number, problems) : readOddText(line, problems);
    if (!events) return failed(line, missingType(line));
    if (!Array.isArray(events)) return failed(line, events);
    if (options.strict) {
      const error = strictProblem(events, records.wire(), line.text);
      if (error) return failed(line, error);
    }
    const outcome: GoodOutcome = { ok: true, line: line.number, offset: line.offset, events, problems };
    if (options.raw) outcome.raw = line.text;
    return outcome;
  }

  /** A line that is not one record: some may be found in it all the same, else it is an error. */
  function readOddText(line: Line, problems: Problem[]): ThreadEvent[] | Problem | undefined {
    const { records: found, problem } = parseText(line.text);
    if (problem && found.length === 0) return line.unterminated ? asTruncated(problem) : problem;
    if (problem) problems.unshift(problem);
    const [first] = found;
    if (first && found.length === 1) return records.read(first, line.number, problems);
    return found.flatMap((record) => {
      const events = records.read(record, line.number, problems);
      if (!events) problems.push(missingType(line));
      return events ?? [];
    });
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
    endedWire = records.wire()?.name;
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
      return endedWire ?? records.wire()?.name;
    },
    get lines() {
      return framer.lines();
    },
  };
}

function failed(line: Line, error: Problem): Outcome {
  return { ok: false, line: line.number, offset: line.offset, error };
}

function missingType(line: Line): Problem {
  return { code: 'missing-type', message: 'the object does not say what it is', raw: line.text };
}

/** A last line that was cut off by the end of the input. A whole value of the wrong kind stays what it is. */
function asTruncated(problem: Problem): Problem {
  if (problem.code !== 'invalid-json') return problem;
  return { code: 'truncated-tail', message: 'the last line ends in the middle of a record', raw: problem.raw ?? '' };
}
