import type { SessionRow } from '../../../archive/index.ts';
import { readMessages } from '../../../archive/model/stored-messages.ts';
import { storedUsage } from '../../../archive/model/stored-usage.ts';
import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { ThreadlineError } from '../../../errors.ts';
import { type ChangeSum, changeSum } from '../../../machine/provenance/change-sum.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import { findArchived } from '../archive/find-archived.ts';
import { readArchive } from '../read-archive.ts';

/** A session whose file is gone, as the archive keeps it. */
export interface ArchivedSession {
  row: SessionRow;
  messages: UnifiedMessage[];
  /** Undefined if it made no request that is counted for it. */
  usage: UsageTotal | undefined;
  /** How much it changed; undefined if the archive has no edits of it. */
  changes: ChangeSum | undefined;
}

/** Finds a session without a file in the archive as it is; undefined if there is none. */
export async function findGone(text: string): Promise<ArchivedSession | undefined> {
  try {
    return await readArchive(async (archive) => {
      const row = await archive.getSession(await findArchived(archive, text));
      if (!row) return undefined;
      const session = { agent: row.key.agent, id: row.key.threadId };
      const ops = await archive.edits.opsOfSession(session);
      return {
        row,
        messages: await readMessages(archive, row.key),
        usage: await storedUsage(archive, row.key),
        changes: ops.length > 0 ? await changeSum(session, ops) : undefined,
      };
    });
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}
