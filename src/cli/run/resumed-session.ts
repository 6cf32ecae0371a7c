import { resolve } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { lastSession, resumePoint } from '../../sessions/index.ts';
import type { Usage } from '../../thread/usage.ts';
import { report } from '../report.ts';

/** What a run that goes on with a thread has to know of it. */
export interface Resumed {
  /** What Codex is told: an id or a name, or `last`. */
  resume: string;
  /** The number of the turn that begins. */
  firstTurn?: number;
  /** What the thread used until now. */
  priorUsage?: Usage;
}

/** Finds the session to go on with, and counts in its file what came before. */
export async function findResumed(wanted: string, cwd = '.'): Promise<Resumed> {
  const isLast = wanted === 'last';
  const here = isLast ? await lastSession({ cwd: resolve(cwd) }) : undefined;
  // Without one of this folder, Codex decides which is the last.
  const counted = isLast ? (here ?? (await lastSession()))?.id : wanted;
  const resume = here?.id ?? wanted;
  if (counted === undefined) return { resume };
  try {
    return { resume, ...(await resumePoint(counted)) };
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    // Codex may know the thread by its name, and tells if it does not.
    report(`${error.message}; turns are counted from 1`);
    return { resume };
  }
}
