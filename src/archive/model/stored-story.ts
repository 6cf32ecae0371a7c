import { createMessageStory } from '../../machine/insights/message-story.ts';
import type { ToldStory } from '../../machine/insights/session-story.ts';
import { infoOfRow, type SessionRow } from './session-row.ts';
import { messageOf } from './stored-messages.ts';
import type { ThreadStore } from './thread-store.ts';

/** Number of blocks per request. */
const PAGE = 1000;
/** The id of a message that says that a summary took the place of what was said. */
const COMPACTION = /\.compaction\.\d+$/;

/**
 * The story of a stored session, out of its blocks. A store keeps no time of a result and no list of the tools that an agent was
 * offered, so calls have no duration and no tool was offered.
 */
export async function storedStory(store: Pick<ThreadStore, 'readBlocks'>, row: SessionRow): Promise<ToldStory> {
  const { key, parentThread, project, startedAt = 0 } = row;
  const { title, firstPrompt, status } = infoOfRow(row);
  const said = createMessageStory({ folder: project });
  const compactions: number[] = [];
  for (let from = 0; ; from += PAGE) {
    const blocks = await store.readBlocks(key, { from, count: PAGE });
    for (const block of blocks) {
      said.take(messageOf(block, key.agent), block.line);
      if (!block.inherited && block.role === 'system' && COMPACTION.test(block.message)) compactions.push(block.line);
    }
    if (blocks.length < PAGE) break;
  }
  return {
    ...said.story(),
    agent: key.agent,
    id: key.threadId,
    parent: parentThread,
    project,
    title: title ?? firstPrompt ?? '',
    status: status ?? 'done',
    startedAt,
    compactions,
    counts: new Set(),
    offered: new Map(),
  };
}
