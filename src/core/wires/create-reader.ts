import type { Problem } from '../../errors.ts';
import * as coreLimits from '../../limits/core.ts';
import { createLineFramer, type LineFramerOptions } from '../lines/framer.ts';
import { type JsonObject, parseObject } from '../lines/json.ts';
import type { Line } from '../lines/line.ts';
import { overfullProblem, parseText } from '../lines/parse-text.ts';
import type { AgentName, ThreadEvent } from '../thread/event.ts';
import type { GoodOutcome, Outcome } from '../thread/outcome.ts';
import { createDocumentCollector, type DocumentCollector } from './document-collector.ts';
import { createRecordReader, type RecordReader, type RecordReaderOptions } from './record-reader.ts';
import { strictProblem } from './strict.ts';
import type { Wire, WireName } from './wire.ts';

/** Options of `createEventReader` and of all that reads lines by it. */
export interface EventReaderOptions extends LineFramerOptions, RecordReaderOptions {
  /** Treat unknown kinds and missing context as errors. */
  strict?: boolean | undefined;
  /** Keep the text of each line on its outcome. */
  raw?: boolean | undefined;
}

/** Turns bytes or strings of any wire into outcomes, one per non-blank line, in order. */
export interface EventReader {
  /** Takes the next piece of input, cut anywhere, and returns the outcomes of the lines that it completes. */
  push(chunk: string | Uint8Array): Outcome[];
  /**
   * Takes the records of another file that this one continues: oldest first, after the header and before all else.
   * Returns their events as one outcome marked `flush`, so pass the records in pieces.
   */
  inherit(records: Iterable<JsonObject>): Outcome[];
  /** Ends the input. Returns the outcomes of the last line and of what was held back, and resets the reader. */
  end(): Outcome[];
  /** Forgets everything, including the wire. */
  reset(): void;
  /** The wire, once it claimed a line. After `end()`, the wire of the ended input; `unknown` if none claimed a line. */
  readonly wire: WireName | 'unknown' | undefined;
  /** The agent of the thread, once the wire or a line named it. After `end()`, that of the ended input. */
  readonly agent: AgentName | undefined;
  /** Whether the thread was printed or kept on disk, once that is known. After `end()`, of the ended input. */
  readonly kind: Wire['kind'] | undefined;
  /** The number of the last line, counting blank ones. After `end()`, that of the ended input. */
  readonly lines: number;
}

/** Makes a reader of these wires alone. A program that knows its agent need not carry all the others. */
export function createReaderOf(wires: readonly Wire[], options: Omit<EventReaderOptions, 'agents'>): EventReader {
  const framer = createLineFramer(options);
  let records = createRecordReader(wires, options);
  /** Set until the input is known not to be a document over many lines. The first line mostly decides that. */
  let document: DocumentCollector | undefined = createDocumentCollector();
  let lastLine = 0;
  /** The wire of the input that ended, until the next one begins. */
  let endedWire: WireName | 'unknown' | undefined;
  /** The reader of the records of that input. */
  let endedRecords: RecordReader | undefined;

  function readLine(line: Line): Outcome {
    lastLine = line.number;
    if (line.isOverfull) return failed(line, overfullProblem(line.text));
    if (line.skippedBytes !== undefined) {
      const message = `the line has ${line.skippedBytes} bytes, more than the limit; it was skipped`;
      return failed(line, { code: 'line-too-long', message, raw: line.text });
    }
    const problems: Problem[] = [];
    if (line.invalidUtf8) problems.push({ code: 'invalid-utf8', message: 'bytes that are not UTF-8 were replaced' });
    let events: ThreadEvent[] | Problem | undefined;
    try {
      const record = parseObject(line.text);
      events = record ? records.read(record, line.number, problems) : readOddText(line, problems);
    } catch (error) {
      events = tooDeep(error, line);
    }
    return outcomeOf(line, events, problems);
  }

  function outcomeOf(line: Line, events: ThreadEvent[] | Problem | undefined, problems: Problem[]): Outcome {
    if (!events) return failed(line, missingType(line));
    if (!Array.isArray(events)) return failed(line, events);
    if (options.strict) {
      const error = strictProblem(events, records.wire(), line.text, problems);
      if (error) return failed(line, error);
    }
    const { number, offset } = line;
    // A writer has to know, because it writes what is settled. An object that grows takes more time and memory.
    const outcome: GoodOutcome =
      records.kind() === 'store'
        ? { ok: true, line: number, offset, events, problems, stored: true }
        : { ok: true, line: number, offset, events, problems };
    if (options.raw) outcome.raw = line.text;
    return outcome;
  }

  /** Reads a line that is not one record. Records found inside it count; otherwise the line is an error. */
  function readOddText(line: Line, problems: Problem[]): ThreadEvent[] | Problem | undefined {
    const { records: found, list, problem } = parseText(line.text);
    const events = list && records.readDocument(list, problems);
    if (events) return events;
    if (problem && found.length === 0) {
      const told = problem.code === 'invalid-json' ? records.readText(line.text, line.number) : undefined;
      // A document may follow a banner.
      if (told) document ??= createDocumentCollector();
      return told ?? (line.unterminated ? asTruncated(problem) : problem);
    }
    if (problem) problems.unshift(problem);
    const [first] = found;
    if (first && found.length === 1) return records.read(first, line.number, problems);
    return found.flatMap((record) => {
      const read = records.read(record, line.number, problems) ?? missingType(line);
      if (Array.isArray(read)) return read;
      problems.push(read);
      return [];
    });
  }

  function collect(line: Line, outcomes: Outcome[]): void {
    if (document?.push(line)) {
      const value = document.value();
      if (value) readDocument(value, outcomes);
      else if (document.isOverfull) leaveOutDocument(outcomes);
      return;
    }
    releaseDocument(outcomes);
    outcomes.push(readLine(line));
  }

  /** Reads a document as one outcome, however many lines it has. Its events count records instead of lines. */
  function readDocument(value: object, outcomes: Outcome[]): void {
    const lines = document?.release() ?? [];
    document = undefined;
    const [first] = lines;
    if (!first) return;
    const whole: Line = { ...first, text: lines.map(({ text }) => text).join('\n') };
    lastLine = lines.at(-1)?.number ?? lastLine;
    const problems: Problem[] = [];
    let events: ThreadEvent[] | Problem | undefined;
    try {
      events = records.readDocument(value, problems);
    } catch (error) {
      events = tooDeep(error, whole);
    }
    if (events) outcomes.push(outcomeOf(whole, events, problems));
    else for (const line of lines) outcomes.push(readLine(line));
  }

  /** A document of too many values is one outcome, as a line of them is. */
  function leaveOutDocument(outcomes: Outcome[]): void {
    const lines = document?.release() ?? [];
    document = undefined;
    lastLine = lines.at(-1)?.number ?? lastLine;
    const beginning = lines.slice(0, coreLimits.skippedLinePreviewBytes).map(({ text }) => text);
    for (const first of lines.slice(0, 1)) outcomes.push(failed(first, overfullProblem(beginning.join('\n'))));
  }

  function releaseDocument(outcomes: Outcome[]): void {
    const lines = document?.release() ?? [];
    document = undefined;
    for (const line of lines) outcomes.push(readLine(line));
  }

  function push(chunk: string | Uint8Array): Outcome[] {
    endedWire = undefined;
    endedRecords = undefined;
    const lines = framer.push(chunk);
    const outcomes: Outcome[] = [];
    for (const line of lines) {
      if (document) collect(line, outcomes);
      else outcomes.push(readLine(line));
    }
    return outcomes;
  }

  /** An outcome of events that have no line of their own. `strict` applies to it too. */
  function flushed(events: ThreadEvent[], line: number, offset: number): Outcome[] {
    if (events.length === 0) return [];
    const error = options.strict ? strictProblem(events, records.wire(), '') : undefined;
    if (error) return [{ ok: false, line, offset, error }];
    const isStored = records.kind() === 'store';
    return [{ ok: true, line, offset, events, problems: [], flush: true, ...(isStored && { stored: true }) }];
  }

  function inherit(inherited: Iterable<JsonObject>): Outcome[] {
    const events: ThreadEvent[] = [];
    for (const record of inherited) for (const event of records.inherit(record)) events.push(event);
    return flushed(events, lastLine, framer.offset());
  }

  function end(): Outcome[] {
    const outcomes: Outcome[] = [];
    for (const line of framer.end()) collect(line, outcomes);
    releaseDocument(outcomes);
    for (const outcome of flushed(records.end(), lastLine, framer.offset())) outcomes.push(outcome);
    endedWire = records.wire()?.name ?? (lastLine > 0 ? 'unknown' : undefined);
    endedRecords = records;
    beginAnew();
    return outcomes;
  }

  function reset(): void {
    framer.reset();
    endedWire = undefined;
    endedRecords = undefined;
    beginAnew();
  }

  function beginAnew(): void {
    records = createRecordReader(wires, options);
    document = createDocumentCollector();
    lastLine = 0;
  }

  return {
    push,
    inherit,
    end,
    reset,
    get wire() {
      return endedWire ?? records.wire()?.name;
    },
    get agent() {
      return (endedRecords ?? records).agent();
    },
    get kind() {
      return (endedRecords ?? records).kind();
    },
    get lines() {
      return framer.lines();
    },
  };
}

function failed(line: Line, error: Problem): Outcome {
  return { ok: false, line: line.number, offset: line.offset, error };
}

/** Readers do not recurse, but code that they call may, above all the engine's own JSON. */
function tooDeep(error: unknown, line: Line): Problem {
  if (!(error instanceof RangeError)) throw error;
  return { code: 'too-deep', message: 'the record is nested too deeply', raw: line.text };
}

function missingType(line: Line): Problem {
  return { code: 'missing-type', message: 'the object does not say what it is', raw: line.text };
}

/** Marks a last line that the end of the input cut off. A complete value of the wrong kind keeps its problem. */
function asTruncated(problem: Problem): Problem {
  if (problem.code !== 'invalid-json') return problem;
  return { code: 'truncated-tail', message: 'the last line ends in the middle of a record', raw: problem.raw ?? '' };
}
