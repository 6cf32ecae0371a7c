import type { SessionRow } from '../../../archive/index.ts';
import { readMessages } from '../../../archive/model/stored-messages.ts';
import type { UnifiedMessage } from '../../../core/messages/message.ts';
import { ThreadlineError } from '../../../errors.ts';
import { findArchived } from '../archive/find-archived.ts';
import { readArchive } from '../read-archive.ts';

/** A session whose file is gone, as the archive keeps it. */
export interface ArchivedSession {
  row: SessionRow;
  messages: UnifiedMessage[];
}

/** Finds a session without a file in the archive as it is; undefined if there is none. */
export async function findGone(text: string): Promise<ArchivedSession | undefined> {
  try {
    return await readArchive(async (archive) => {
      const row = await archive.getSession(await findArchived(archive, text));
      return row && { row, messages: await readMessages(archive, row.key) };
    });
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}
