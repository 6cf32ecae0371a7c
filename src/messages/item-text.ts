import type { ThreadItem } from '../thread/item.ts';
import { imageContent } from './image-content.ts';
import type { UnifiedContent, UnifiedMessage } from './message.ts';
import type { MessageKind } from './message-ids.ts';

/** An item that is words, not a tool. */
export interface ItemText {
  kind: MessageKind;
  role: UnifiedMessage['role'];
  content: UnifiedContent[];
  injected?: true;
}

/** The words of an item; undefined for tools, and for reasoning that says nothing. */
export function itemTextOf(item: ThreadItem): ItemText | undefined {
  switch (item.type) {
    case 'agent_message':
      return { kind: 'text', role: 'assistant', content: [{ type: 'text', text: item.text }] };
    case 'reasoning':
      if (item.text === '') return undefined;
      return {
        kind: item.raw ? 'raw' : 'thinking',
        role: 'assistant',
        content: [{ type: 'thinking', thinking: item.text }],
      };
    case 'user_message': {
      const content: UnifiedContent[] =
        item.text === '' && item.images?.length ? [] : [{ type: 'text', text: item.text }];
      for (const image of item.images ?? []) content.push(imageContent(image));
      if (!item.injected) return { kind: 'user', role: 'user', content };
      const role = item.role === 'developer' || item.role === 'system' ? 'system' : 'user';
      return { kind: 'context', role, content, injected: true };
    }
    case 'compaction':
      return {
        kind: 'compaction',
        role: 'system',
        content: [{ type: 'text', text: item.summary || 'Context compacted' }],
      };
    case 'error':
      return { kind: 'error', role: 'system', content: [{ type: 'text', text: item.message }] };
    default:
      return undefined;
  }
}
