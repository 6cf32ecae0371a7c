import type { FileOp } from '../../../core/replay/file-op.ts';
import { ThreadlineError } from '../../../errors.ts';
import type { ChangeSum } from '../../../machine/provenance/change-sum.ts';
import type { OpsAlongside } from '../../../machine/provenance/ops-alongside.ts';
import { readOpsOf } from '../../../machine/provenance/session-ops.ts';
import type { SessionInfo } from '../../../machine/sessions/index.ts';
import type { HomesContext } from '../agents.ts';

/** Operations that change no file: most short sessions have no other. */
const WRITES_NOTHING: ReadonlySet<FileOp['kind']> = new Set(['see', 'shell', 'agent']);

/** How much a session and the agents that it started changed, as `threadline changes` tells it; undefined if it cannot be read. */
export async function changedBy(
  info: SessionInfo,
  homes: HomesContext,
  told: OpsAlongside | undefined,
): Promise<ChangeSum | undefined> {
  try {
    const ops = await readOpsOf(info, homes, told);
    if (ops.every(({ op }) => WRITES_NOTHING.has(op.kind))) return { added: 0, removed: 0, files: 0 };
    // What replays files is loaded where there is something to replay.
    const { changeSum } = await import('../../../machine/provenance/change-sum.ts');
    return await changeSum({ agent: info.agent ?? '', id: info.id }, ops);
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}
