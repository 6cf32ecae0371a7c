import { ThreadlineError } from '../../../errors.ts';
import { type ChangeSum, changeSum } from '../../../machine/provenance/change-sum.ts';
import { readOpsOf } from '../../../machine/provenance/session-ops.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';

/** How much a session and the agents that it started changed, as `threadline changes` tells it; undefined if it cannot be read. */
export async function changedBy(info: SessionInfo, homes: HomesContext): Promise<ChangeSum | undefined> {
  try {
    return await changeSum({ agent: info.agent ?? '', id: info.id }, await readOpsOf(info, homes));
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}
