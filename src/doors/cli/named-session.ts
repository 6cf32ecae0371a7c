import { infoOfRow } from '../../archive/model/session-row.ts';
import { ThreadlineError } from '../../errors.ts';
import type { SessionInfo } from '../../machine/sessions/index.ts';
import { openSource } from '../../machine/sessions/open-source.ts';
import type { ResolveOptions } from '../../machine/sessions/resolve-session.ts';
import { ExitError, exitCodes } from './exit.ts';
import { describeUnrecognised, findSession } from './source.ts';

/** Finds the session that a person named, also one that only the archive holds. It must have an id. */
export async function namedSession(wanted: string, options: ResolveOptions): Promise<SessionInfo> {
  const info = await findInfo(wanted, options);
  if (info && info.id !== '' && info.agent !== undefined) return info;
  if (info?.agent === undefined && info?.path !== undefined)
    throw new ExitError(exitCodes.environment, describeUnrecognised({ name: wanted }));
  throw new ExitError(exitCodes.environment, `${wanted} names no session with an id; see 'threadline sessions'`);
}

async function findInfo(wanted: string, options: ResolveOptions): Promise<SessionInfo | undefined> {
  try {
    const found = await findSession(wanted, options);
    if (found.kind === 'session') return found.info;
    return found.kind === 'stdin' ? undefined : (await openSource(found, options)).info;
  } catch (error) {
    if (!(error instanceof ThreadlineError) || error.code !== 'not-found') throw error;
    const { findGone } = await import('./show/archived-session.ts');
    const gone = await findGone(wanted);
    if (!gone) throw error;
    return { ...infoOfRow(gone.row), gone: true };
  }
}
