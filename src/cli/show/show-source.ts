import { statSync } from 'node:fs';
import { ThreadlineError } from '../../errors.ts';
import { openSession, resolveSession, type SessionInfo } from '../../sessions/index.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { createEventReader } from '../../wires/event-reader.ts';
import { openInput } from '../input.ts';
import type { Progress } from '../progress.ts';
import { describeForeign, ForeignInputError, readOutcomes } from '../read-input.ts';
import { report } from '../report.ts';

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
  const found = await resolveSession(wanted, { homes });
  if (found.kind === 'stdin' || (found.kind === 'file' && isPipe(found.path))) {
    const input = openInput(wanted);
    return { name: input.name, outcomes: (progress) => readOutcomes(input, createEventReader(), progress) };
  }
  const session = await openSession(found.kind === 'file' ? { path: found.path } : { path: found.info.path }, {
    homes,
  });
  const { info } = session;
  for (const { code, message } of info.problems) {
    // A recording of what an agent printed is no session, and need not say so.
    if (code !== 'missing-session-meta') report(`${info.path}: ${message} (${code})`);
  }
  await refuseForeign(info.path, session.chunks());
  return { name: info.path, info, outcomes: (progress) => session.eventBatches({ onBytes: progress.advance }) };
}

function isPipe(path: string): boolean {
  try {
    const stats = statSync(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    // Whoever opens it says what is wrong.
    return false;
  }
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
