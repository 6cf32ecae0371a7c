import type { ThreadItem } from '../thread/item.ts';
import type { ToolUse } from './claude-tools.ts';
import { fileChangeTool } from './file-change-tools.ts';
import { itemTextOf } from './item-text.ts';
import { toolCallOf } from './item-tools.ts';
import type { UnifiedContent, UnifiedMessage } from './message.ts';
import { toolResultBlocks, toolUseBlocks } from './tool-blocks.ts';
import { hasFailed, toolResultOf } from './tool-results.ts';

/** What a line says, before it is a whole message. */
export interface ParsedMessage {
  /** The wire's own id, else the line's. */
  id: string;
  role: UnifiedMessage['role'];
  content: UnifiedContent[];
  injected?: true;
}

/** An item that is done, as a message under the wire's own id. Paths and commands stay as they stand. */
export function parseItem(item: ThreadItem, lineId: string): ParsedMessage | undefined {
  // An id that the reader made up, of the line's number, is the same for every line that is read alone.
  const id = /^L\d+\.\d+$/.test(item.id) ? lineId : item.id;
  const words = itemTextOf(item);
  if (words) return { id, role: words.role, content: words.content, injected: words.injected };
  const uses = usesOf(item);
  if (!uses) return undefined;
  const content: UnifiedContent[] = toolUseBlocks(uses, id);
  // A patch that was applied has said all with its changes.
  const hasResult = item.type !== 'unknown' && (item.type !== 'file_change' || hasFailed(item));
  if (hasResult) content.push(...toolResultBlocks(uses.length, id, toolResultOf(item)));
  return { id, role: 'assistant', content };
}

function usesOf(item: ThreadItem): ToolUse[] | undefined {
  if (item.type === 'command_execution') return [{ name: 'Bash', input: { command: item.command } }];
  if (item.type === 'file_change') return item.changes.map(fileChangeTool);
  return toolCallOf(item)?.uses;
}
