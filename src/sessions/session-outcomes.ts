import { type Problem, ThreadlineError } from '../errors.ts';
import type { JsonObject } from '../lines/json.ts';
import type { Outcome } from '../thread/outcome.ts';
import { createEventReader, type EventReaderOptions } from '../wires/event-reader.ts';
import type { WireName } from '../wires/wire.ts';
import type { HistoryPart } from './history.ts';
import { inheritedRecords } from './inherited-records.ts';
import { plainBytes } from './plain-bytes.ts';
import type { SessionFile } from './session-file.ts';

/**
 * Reads a session file, those before it that it goes on from included. A compressed file that cannot be unpacked to its
 * end is bad data: it gives what can be had, then one outcome that names the problem. Faults of the machine are thrown.
 */
export async function* sessionOutcomes(
  file: SessionFile,
  parts: readonly HistoryPart[] = [],
  options: EventReaderOptions = {},
): AsyncGenerator<Outcome[]> {
  const inherited: JsonObject[] = [];
  for await (const record of inheritedRecords(parts)) inherited.push(record);
  const reader = createEventReader({ wire: wireOf(file), ...options, ...(inherited.length > 0 && { inherited }) });
  let last = { line: 0, offset: 0 };
  let problem: Problem | undefined;
  try {
    for await (const chunk of plainBytes(file)) {
      const outcomes = reader.push(chunk);
      const { line, offset } = outcomes.at(-1) ?? last;
      last = { line, offset };
      if (outcomes.length > 0) yield outcomes;
    }
  } catch (error) {
    problem = problemOf(error);
    if (!problem) throw error;
  }
  const rest = reader.end();
  // A line that was cut off says the same already.
  if (problem && !rest.some((outcome) => !outcome.ok && outcome.error.code === problem.code)) {
    rest.push({ ok: false, line: last.line + 1, offset: last.offset, error: problem });
  }
  if (rest.length > 0) yield rest;
}

/** By its place or name a session file can only be of one dialect; any other file tells by itself. */
function wireOf(file: SessionFile): WireName | 'auto' {
  return file.home !== undefined || file.rolloutId !== undefined ? 'codex-rollout' : 'auto';
}

function problemOf(error: unknown): Problem | undefined {
  if (!(error instanceof ThreadlineError)) return undefined;
  if (error.code === 'too-large') return { code: 'too-large', message: error.message };
  return error.code === 'damaged' ? { code: 'truncated-tail', message: error.message } : undefined;
}
