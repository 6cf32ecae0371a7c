import type { Archive, BlockRow, SessionRow } from '../../archive/index.ts';
import { ThreadlineError } from '../../errors.ts';
import type { UnifiedContent, UnifiedMessage } from '../../messages/message.ts';
import { findArchived } from '../archive/find-archived.ts';
import { readArchive } from '../read-archive.ts';

/** A session whose file is gone, as the archive keeps it. */
export interface ArchivedSession {
  row: SessionRow;
  messages: UnifiedMessage[];
}

const PAGE = 1000;

/**
 * What the archive holds of a session that has no file any more; undefined where there is no archive, or it has none of
 * that id. Nothing is brought up to date, and nobody waits.
 */
export async function findGone(text: string): Promise<ArchivedSession | undefined> {
  try {
    return await readArchive(async (archive) => {
      const row = await archive.getSession(await findArchived(archive, text));
      return row && { row, messages: await messagesOf(archive, row) };
    });
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}

async function messagesOf(archive: Archive, { key }: SessionRow): Promise<UnifiedMessage[]> {
  const messages: UnifiedMessage[] = [];
  for (let from = 0; ; from += PAGE) {
    const blocks = await archive.readBlocks(key, { from, count: PAGE });
    for (const block of blocks) addBlock(messages, block, key.agent);
    if (blocks.length < PAGE) return messages;
  }
}

function addBlock(messages: UnifiedMessage[], block: BlockRow, tool: string): void {
  const last = messages.at(-1);
  if (last?.id === block.message) {
    last.content.push(contentOf(block));
    return;
  }
  messages.push({
    id: block.message,
    role: block.role,
    content: [contentOf(block)],
    timestamp: block.at,
    tool,
    ...(block.parent !== undefined && { parent: block.parent }),
    ...(block.inherited && { inherited: true as const }),
  });
}

function contentOf({ kind, text, tool = 'tool', toolUse = '', input = {}, error = false }: BlockRow): UnifiedContent {
  switch (kind) {
    case 'thinking':
      return { type: 'thinking', thinking: text };
    case 'tool_use':
      return { type: 'tool_use', id: toolUse, name: tool, input };
    case 'tool_result':
      return { type: 'tool_result', tool_use_id: toolUse, content: text, is_error: error };
    case 'image':
      return { type: 'image', source: { type: 'url', url: text } };
    default:
      return { type: 'text', text };
  }
}
