import type { ThreadItem } from '../thread/item.ts';
import { itemNotes } from './item-notes.ts';
import { itemWords } from './item-words.ts';
import type { MessageNote, UnifiedContent, UnifiedMessage } from './message.ts';
import { isMadeUp, resultBlocks, toolUseBlocks } from './tool-life.ts';
import { fileChangeTool } from './vocabularies/file-changes.ts';
import { hasFailed } from './vocabularies/item-results.ts';
import type { ToolUse, ToolVocabulary } from './vocabularies/vocabulary.ts';

/** The content of a line, before it is a whole message. */
export interface ParsedMessage {
  /** The wire's own id, else that of the line. */
  id: string;
  role: UnifiedMessage['role'];
  content: UnifiedContent[];
  injected?: true | undefined;
  notes?: MessageNote[] | undefined;
}

/** Turns a finished item into a message under the wire's own id. Paths and commands are not changed. */
export function parseItem(item: ThreadItem, lineId: string, vocabulary: ToolVocabulary): ParsedMessage | undefined {
  // The reader makes ids from line numbers, and so gives the same id to every line that is read alone.
  const id = isMadeUp(item.id) ? lineId : item.id;
  const words = itemWords(item);
  const notes = itemNotes(item);
  if (words) return { id, role: words.role, content: words.content, injected: words.injected, notes };
  const uses = usesOf(item, vocabulary);
  if (!uses) return undefined;
  const content: UnifiedContent[] = toolUseBlocks(uses, id);
  // The changes of an applied patch already say everything.
  const hasResult = item.type !== 'unknown' && (item.type !== 'file_change' || hasFailed(item));
  if (hasResult) {
    for (const block of resultBlocks(uses.length, id, vocabulary.result(item, undefined))) content.push(block);
  }
  return { id, role: 'assistant', content, notes };
}

function usesOf(item: ThreadItem, vocabulary: ToolVocabulary): ToolUse[] | undefined {
  if (!item.call && item.type === 'command_execution') return [{ name: 'Bash', input: { command: item.command } }];
  if (!item.call && item.type === 'file_change') return item.changes.map(fileChangeTool);
  return vocabulary.call(item, undefined)?.uses;
}
