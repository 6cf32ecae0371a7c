import type { Outcome } from '../../core/thread/outcome.ts';
import type { EventReader } from '../../core/wires/event-reader.ts';
import { type Problem, ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { type HistoryPart, recordsOf } from './history.ts';

export interface ReadOutcomesOptions {
  /** The files that the session continues, the oldest first. They are read after the session's own header. */
  history?: readonly HistoryPart[];
  headerLine?: number | undefined;
  /** Receives the first bytes. An exception ends the reading. */
  onHead?: ((head: Uint8Array) => void) | undefined;
}

const LINE_FEED = 10;

/** Reads plain bytes to the end, one batch per chunk. Bytes that do not unpack are a problem; faults are thrown. */
export async function* readOutcomes(
  plain: AsyncIterable<Uint8Array>,
  reader: EventReader,
  { history = [], headerLine = 1, onHead }: ReadOutcomesOptions = {},
): AsyncGenerator<Outcome[]> {
  const problems: Problem[] = [];
  let last = { line: 0, offset: 0 };
  let isInherited = history.length === 0;
  let headerLines = headerLine;
  let isFirst = true;

  function push(chunk: Uint8Array): Outcome[] {
    const outcomes = reader.push(chunk);
    last = outcomes.at(-1) ?? last;
    return outcomes;
  }

  try {
    for await (const chunk of plain) {
      if (isFirst) onHead?.(chunk);
      isFirst = false;
      let start = 0;
      while (!isInherited && start < chunk.length) {
        const newline = chunk.indexOf(LINE_FEED, start);
        const end = newline === -1 ? chunk.length : newline + 1;
        yield push(chunk.subarray(start, end));
        start = end;
        if (newline !== -1) headerLines -= 1;
        if (headerLines > 0) continue;
        isInherited = true;
        yield* inherited(history, reader, problems);
      }
      const outcomes = push(start === 0 ? chunk : chunk.subarray(start));
      if (outcomes.length > 0) yield outcomes;
    }
    if (!isInherited && last.line + 1 >= headerLine) {
      // The header is the last line and has no newline. It must be read before the history.
      yield push(Uint8Array.of(LINE_FEED));
      yield* inherited(history, reader, problems);
    }
  } catch (error) {
    problems.push(damageOf(error));
  }
  const rest = reader.end();
  last = rest.at(-1) ?? last;
  for (const problem of problems) {
    // A last line that was cut off reports the same already.
    if (rest.some((outcome) => !outcome.ok && outcome.error.code === problem.code)) continue;
    rest.push({ ok: false, line: last.line + 1, offset: last.offset, error: problem });
  }
  if (rest.length > 0) yield rest;
}

/** A parent that cannot be read to its end must not hide what continues it. */
async function* inherited(
  history: readonly HistoryPart[],
  reader: EventReader,
  problems: Problem[],
): AsyncGenerator<Outcome[]> {
  for (const part of history) {
    try {
      for await (const records of recordsOf(part)) {
        for (let start = 0; start < records.length; start += machineLimits.maxInheritedRecords) {
          yield reader.inherit(records.slice(start, start + machineLimits.maxInheritedRecords));
        }
      }
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      problems.push({
        code: 'truncated-tail',
        message: `what the session goes on from was not read to its end: ${error.message}`,
      });
    }
  }
}

/** Damaged data is reported in the stream; a fault of the machine is thrown. */
function damageOf(error: unknown): Problem {
  if (error instanceof ThreadlineError) {
    if (error.code === 'too-large') return { code: 'too-large', message: error.message };
    if (error.code === 'damaged') return { code: 'truncated-tail', message: error.message };
  }
  throw error;
}
