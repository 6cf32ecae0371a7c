import { statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import type { HomeOptions } from '../sessions/homes.ts';
import { leftPath } from '../sessions/journal/journal-file.ts';
import { privateFile } from './data-files.ts';
import { requireNoOther } from './other-writers.ts';
import { takeWriterLock, type WriterLock } from './writer-lock.ts';

/** A session that somebody wants to write to. */
export interface ClaimedSession {
  agent: string;
  id: string;
  /** Its file, where it is known. */
  path?: string | undefined;
}

export interface ClaimOptions extends Pick<HomeOptions, 'env' | 'agents' | 'homes'> {
  /** The door that it is claimed by: `live`, `run`, … */
  what: string;
  /** Takes a session whose file grew in the last minute without us. */
  force?: boolean | undefined;
  /** Where locks are kept. */
  dataFolder?: string | undefined;
}

/**
 * Takes the right to write to a session: our own lock first. Throws `busy` where another process of ours holds it, a
 * process of the agent has it open, or its file grew in the last minute and nobody of ours wrote to it (then `force` takes
 * it). It is no proof that nobody else writes.
 */
export async function claimSession(session: ClaimedSession, options: ClaimOptions): Promise<WriterLock> {
  const { agent, id } = session;
  const lock = takeWriterLock(agent, id, options.what, options.dataFolder);
  try {
    // Loaded only when it is wanted: it knows where every agent keeps its sessions.
    const { fileOf, hasGrown } = await import('./claimed-file.ts');
    const file = await fileOf(session, options);
    requireNoOther(agent, id, file && !file.source ? file.realPath : undefined);
    if (options.force !== true && file && (await hasGrown(file, leftAt(agent, id, options.dataFolder))))
      throw new ThreadlineError(
        'busy',
        `the session ${id} of ${agent} grew in the last minute without us: another program may work on it; force takes it`,
      );
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    release() {
      noteWritten(agent, id, options.dataFolder);
      lock.release();
    },
  };
}

/** Notes that what a session's file holds now was written by us, or by an agent of ours. */
export function noteWritten(agent: string, id: string, root?: string): void {
  try {
    const path = leftPath(agent, id, root);
    privateFile(dirname(path), basename(path));
    writeFileSync(path, '', { mode: 0o600 });
  } catch {
    // Then the next of ours is asked whether it knows what it does.
  }
}

function leftAt(agent: string, id: string, root: string | undefined): number {
  try {
    return statSync(leftPath(agent, id, root)).mtimeMs;
  } catch {
    return 0;
  }
}
