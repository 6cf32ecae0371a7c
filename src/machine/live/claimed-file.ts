import { closeSync } from 'node:fs';
import { machineLimits } from '../../limits/machine.ts';
import { otherLastTime, plainLastTime } from '../sessions/last-time.ts';
import { locateFile } from '../sessions/locate-file.ts';
import { sourceOf } from '../sessions/source-of.ts';
import type { SessionFile } from '../sessions/store.ts';
import type { ClaimedSession, ClaimOptions } from './claim-session.ts';

/** The file of a session, where it can be found. */
export async function fileOf({ agent, id, path }: ClaimedSession, { env, agents, homes }: ClaimOptions) {
  try {
    return await locateFile(path === undefined ? `${agent}:${id}` : { path }, { env, agents, homes });
  } catch {
    // The agent knows it, or says that it does not.
    return undefined;
  }
}

/** By the time of the file and that of its last record: a file that was copied has only the first. */
export async function hasGrown(file: SessionFile, left: number): Promise<boolean> {
  const since = Math.max(left + machineLimits.liveSlackMs, Date.now() - machineLimits.liveGrownMs);
  try {
    const modified = sourceOf(file).look()?.modified ?? 0;
    return modified > since && ((await lastTime(file)) ?? modified) > since;
  } catch {
    return false;
  }
}

async function lastTime(file: SessionFile): Promise<number | undefined> {
  const open = file.compressed ? undefined : sourceOf(file).openFile?.();
  if (!open) return otherLastTime(file);
  try {
    return plainLastTime(file, open);
  } finally {
    closeSync(open.descriptor);
  }
}
