import type { UnifiedContent, UnifiedMessage } from '../../core/messages/message.ts';
import type { BlockRow } from './block-row.ts';
import type { SessionKey, SessionRow } from './session-row.ts';
import type { ThreadStore } from './thread-store.ts';

/** Number of blocks per request. */
const PAGE = 1000;

/** The messages of a stored session. Empty if the store does not have the session. */
export async function readMessages(store: Pick<ThreadStore, 'readBlocks'>, key: SessionKey): Promise<UnifiedMessage[]> {
  const messages: UnifiedMessage[] = [];
  for (let from = 0; ; from += PAGE) {
    const blocks = await store.readBlocks(key, { from, count: PAGE });
    for (const block of blocks) addBlock(messages, block, key.agent);
    if (blocks.length < PAGE) return messages;
  }
}

/** The messages of the last blocks. Of the first one some blocks may be missing, so it is left out. */
export async function readLastMessages(
  store: Pick<ThreadStore, 'readBlocks'>,
  { key, blocks }: Pick<SessionRow, 'key' | 'blocks'>,
  count: number,
): Promise<UnifiedMessage[]> {
  const from = Math.max(0, blocks - count);
  const messages: UnifiedMessage[] = [];
  for (const block of await store.readBlocks(key, { from, count })) addBlock(messages, block, key.agent);
  return from === 0 ? messages : messages.slice(1);
}

function addBlock(messages: UnifiedMessage[], block: BlockRow, tool: string): void {
  const last = messages.at(-1);
  const message = last?.id === block.message ? last : createMessage(block, tool);
  if (message !== last) messages.push(message);
  if (block.kind === 'note') {
    const { kind } = block.input ?? {};
    message.notes ??= [];
    message.notes.push({ kind: typeof kind === 'string' ? kind : 'note', text: block.text });
  } else message.content.push(contentOf(block));
}

/** A block as a message of its own, for those who look at blocks one by one. */
export function messageOf(block: BlockRow, tool: string): UnifiedMessage {
  const messages: UnifiedMessage[] = [];
  addBlock(messages, block, tool);
  return messages[0] ?? createMessage(block, tool);
}

function createMessage(block: BlockRow, tool: string): UnifiedMessage {
  return {
    id: block.message,
    role: block.role,
    content: [],
    timestamp: block.at,
    tool,
    ...(block.parent !== undefined && { parent: block.parent }),
    ...(block.inherited && { inherited: true as const }),
  };
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
