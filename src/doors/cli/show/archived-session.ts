import type { SessionRow } from '../../../archive/index.ts';
import { readMessages } from '../../../archive/model/stored-messages.ts';
import { storedUsage } from '../../../archive/model/stored-usage.ts';
import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { ThreadlineError } from '../../../errors.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import { findArchived } from '../archive/find-archived.ts';
import { readArchive } from '../read-archive.ts';

/** A session whose file is gone, as the archive keeps it. */
export interface ArchivedSession {
  row: SessionRow;
  messages: UnifiedMessage[];
  /** Undefined if it made no request that is counted for it. */
  usage: UsageTotal | undefined;
}

/** Finds a session without a file in the archive as it is; undefined if there is none. */
export async function findGone(text: string): Promise<ArchivedSession | undefined> {
  try {
    return await readArchive(async (archive) => {
      const row = await archive.getSession(await findArchived(archive, text));
      if (!row) return undefined;
      return { row, messages: await readMessages(archive, row.key), usage: await storedUsage(archive, row.key) };
    });
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}
