import { type Problem, ThreadlineError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { JsonObject } from '../lines/json.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createEventReader, type EventReader, type EventReaderOptions } from '../wires/event-reader.ts';
import type { HistoryPart } from './history.ts';
import { recordsOf } from './inherited-records.ts';
import { plainBytes } from './plain-bytes.ts';
import { type SessionFile, wireOf } from './session-file.ts';

/**
 * Reads a session file, those before it that it goes on from included. A compressed file that cannot be unpacked to its
 * end is bad data: it gives what can be had, then one outcome that names the problem. Faults of the machine are thrown.
 */
export async function* sessionOutcomes(
  file: SessionFile,
  parts: readonly HistoryPart[] = [],
  options: EventReaderOptions = {},
): AsyncGenerator<Outcome[]> {
  const reader = createEventReader({ wire: wireOf(file), ...options });
  const problems: Problem[] = [];
  let awaitsHistory = parts.length > 0;
  let failure: Problem | undefined;
  let last = { line: 0, offset: 0 };
  try {
    for await (const chunk of plainBytes(file)) {
      let own = chunk;
      if (awaitsHistory) {
        // What it goes on from belongs after its header, the first line.
        const end = chunk.indexOf(10) + 1 || chunk.length;
        const header = reader.push(chunk.subarray(0, end));
        own = chunk.subarray(end);
        if (header.length > 0) {
          awaitsHistory = false;
          yield header;
          yield* inheritedOutcomes(reader, parts, problems);
        }
      }
      const outcomes = reader.push(own);
      const { line, offset } = outcomes.at(-1) ?? last;
      last = { line, offset };
      if (outcomes.length > 0) yield outcomes;
    }
  } catch (error) {
    failure = problemOf(error);
  }
  const rest = reader.end();
  // A last line that was cut off says the same already.
  const isTold = rest.some((outcome) => !outcome.ok && outcome.error.code === failure?.code);
  if (failure && !isTold) problems.push(failure);
  for (const problem of problems) rest.push({ ok: false, line: last.line + 1, offset: last.offset, error: problem });
  if (rest.length > 0) yield rest;
}

/** A parent that cannot be read, or not to its end, must not hide what goes on from it. */
async function* inheritedOutcomes(
  reader: EventReader,
  parts: readonly HistoryPart[],
  problems: Problem[],
): AsyncGenerator<Outcome[]> {
  for (const part of parts) {
    try {
      let piece: JsonObject[] = [];
      for await (const record of recordsOf(part)) {
        piece.push(record);
        if (piece.length < limits.maxInheritedRecords) continue;
        yield reader.inherit(piece);
        piece = [];
      }
      yield reader.inherit(piece);
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      problems.push({
        code: 'truncated-tail',
        message: `what the session goes on from was not read to its end: ${error.message}`,
      });
    }
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof ThreadlineError) {
    if (error.code === 'too-large') return { code: 'too-large', message: error.message };
    if (error.code === 'damaged') return { code: 'truncated-tail', message: error.message };
  }
  throw error;
}
