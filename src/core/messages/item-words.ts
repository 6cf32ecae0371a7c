import type { ThreadItem } from '../thread/item.ts';
import { imageContent } from './image-content.ts';
import type { UnifiedContent, UnifiedMessage } from './message.ts';
import type { MessageKind } from './message-ids.ts';

/** An item made of words, not a tool. */
export interface ItemWords {
  kind: MessageKind;
  role: UnifiedMessage['role'];
  /** Empty if nothing was said. There are no empty blocks, because Claude's API refuses them. */
  content: UnifiedContent[];
  injected?: true;
}

/** The words of an item. Undefined for tools. */
export function itemWords(item: ThreadItem): ItemWords | undefined {
  switch (item.type) {
    case 'agent_message':
      return { kind: 'text', role: 'assistant', content: textBlocks(item.text) };
    case 'reasoning': {
      const content: UnifiedContent[] = item.text === '' ? [] : [{ type: 'thinking', thinking: item.text }];
      return { kind: item.raw ? 'raw' : 'thinking', role: 'assistant', content };
    }
    case 'user_message': {
      const content = textBlocks(item.text);
      for (const image of item.images ?? []) content.push(imageContent(image));
      if (!item.injected) return { kind: 'user', role: 'user', content };
      const role = item.role === 'developer' || item.role === 'system' ? 'system' : 'user';
      return { kind: 'context', role, content, injected: true };
    }
    case 'compaction':
      return { kind: 'compaction', role: 'system', content: textBlocks(item.summary || 'Context compacted') };
    case 'error':
      return { kind: 'error', role: 'system', content: textBlocks(item.message) };
    default:
      return undefined;
  }
}

function textBlocks(text: string): UnifiedContent[] {
  return text === '' ? [] : [{ type: 'text', text }];
}
