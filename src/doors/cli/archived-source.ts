import { storedSource } from '../../archive/model/stored-source.ts';
import { ThreadlineError } from '../../errors.ts';
import type { Source } from '../../machine/sessions/index.ts';
import type { ResolveOptions } from '../../machine/sessions/resolve-session.ts';
import { report } from './report.ts';
import { findSession, findSource } from './source.ts';

/** Why no agent goes on with a session that only the archive has, and what does. */
export const GONE_ADVICE = "no agent goes on without it; 'threadline handoff' writes one of what the archive keeps";

/** Printed whenever something is shown or written that no file holds any more. */
export const GONE_NOTE = 'no file of the session was found: this is what the archive keeps of it';

/** Opens what a person named, even a session whose file is gone, which is reported. */
export async function findSourceOrGone(wanted: string, options: ResolveOptions): Promise<Source> {
  try {
    return await findSource(wanted, options);
  } catch (error) {
    if (!(error instanceof ThreadlineError) || error.code !== 'not-found') throw error;
    const { findGone } = await import('./show/archived-session.ts');
    const gone = await findGone(wanted);
    if (!gone) throw error;
    report(GONE_NOTE);
    return storedSource(gone.row, gone.messages);
  }
}

/** Finds what a person named, for what wants its file. `why` says why what the archive keeps is not enough. */
export async function findWithFile(wanted: string, options: ResolveOptions, why: string) {
  try {
    return await findSession(wanted, options);
  } catch (error) {
    throw await refuseGone(error, wanted, why);
  }
}

/** Adds to a "not found" error that only the archive has the session. */
async function refuseGone(error: unknown, wanted: string, why: string): Promise<unknown> {
  if (!(error instanceof ThreadlineError) || error.code !== 'not-found') return error;
  const { findGone } = await import('./show/archived-session.ts');
  const gone = await findGone(wanted);
  if (!gone) return error;
  const message = `the file of session ${gone.row.key.threadId} is gone, and ${why}`;
  return new ThreadlineError('not-found', message, { cause: error });
}
