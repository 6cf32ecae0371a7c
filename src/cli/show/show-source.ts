import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { lastSession, listSessions, openSession, type SessionInfo } from '../../sessions/index.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { createEventReader } from '../../wires/event-reader.ts';
import { openInput } from '../input.ts';
import type { Progress } from '../progress.ts';
import { describeForeign, ForeignInputError, readOutcomes } from '../read-input.ts';
import { report } from '../report.ts';
import { arrangeSessions } from '../sessions/arrange.ts';

/** Something to show. */
export interface ShowSource {
  /** What to call it in a message. */
  name: string;
  /** What the list of sessions says about it; absent for standard input. */
  info?: SessionInfo;
  outcomes(progress: Progress): AsyncIterable<Outcome[]>;
}

/** Finds what a person asked for: an id, a file, a place in the list, `last`, `-`. */
export async function findSource(wanted: string, homes: readonly string[] | undefined): Promise<ShowSource> {
  if (wanted === '-' || isPipe(wanted)) {
    const input = openInput(wanted);
    return { name: input.name, outcomes: (progress) => readOutcomes(input, createEventReader(), progress) };
  }
  const path = await pathOf(wanted, homes);
  const session = await openSession(path ?? wanted, { homes });
  const { info } = session;
  for (const { code, message } of info.problems) {
    // A recording of what an agent printed is no session, and need not say so.
    if (code !== 'missing-session-meta') report(`${info.path}: ${message} (${code})`);
  }
  await refuseForeign(info.path, session.chunks());
  return { name: info.path, info, outcomes: (progress) => withProgress(session.eventBatches(), progress) };
}

async function* withProgress(batches: AsyncIterable<Outcome[]>, progress: Progress): AsyncGenerator<Outcome[]> {
  let done = 0;
  for await (const batch of batches) {
    yield batch;
    const { offset = done } = batch.at(-1) ?? {};
    // What was held back to the end has no place of its own.
    progress.advance(Math.max(0, offset - done));
    done = Math.max(done, offset);
  }
}

async function pathOf(wanted: string, homes: readonly string[] | undefined): Promise<string | undefined> {
  if (wanted === 'last') return (await last(homes)).path;
  if (existsSync(wanted)) return resolve(wanted);
  return /^\d{1,5}$/.test(wanted) ? (await numbered(Number(wanted), homes)).path : undefined;
}

async function last(homes: readonly string[] | undefined): Promise<SessionInfo> {
  const info = await lastSession({ homes });
  if (!info) throw new ThreadlineError('not-found', 'there is no session yet');
  return info;
}

async function numbered(number: number, homes: readonly string[] | undefined): Promise<SessionInfo> {
  const listed = arrangeSessions(await listSessions({ homes, activeOnly: true }), false);
  const found = listed.find((session) => session.number === number);
  if (!found) throw new ThreadlineError('not-found', `there is no session ${number}, only ${listed.length}`);
  return found.info;
}

function isPipe(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

async function refuseForeign(name: string, chunks: AsyncGenerator<Uint8Array>): Promise<void> {
  try {
    const first = await chunks.next();
    const foreign = first.done ? undefined : describeForeign({ name }, first.value);
    if (foreign) throw new ForeignInputError(foreign);
  } catch (error) {
    // What cannot be unpacked is told when it is read.
    if (!(error instanceof ThreadlineError)) throw error;
  } finally {
    await chunks.return(undefined);
  }
}
