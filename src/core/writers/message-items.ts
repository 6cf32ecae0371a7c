import type { UnifiedMessage } from '../messages/message.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';

/** Remembers the item of each message in its last state. Only items have exit codes and names. */
export interface MessageItems {
  /** Takes an event and the messages that it made or changed. */
  add(event: ThreadEvent, changed: readonly UnifiedMessage[]): void;
  of(message: UnifiedMessage): ThreadItem | undefined;
  forget(message: UnifiedMessage): void;
}

/** Kinds whose messages lack some of what is shown. */
const TELLING: ReadonlySet<ThreadItem['type']> = new Set(['command_execution', 'collab_tool_call', 'compaction']);

export function createMessageItems(): MessageItems {
  const items = new Map<string, ThreadItem>();
  return {
    add(event, [message]) {
      if (message && 'item' in event && TELLING.has(event.item.type)) items.set(message.id, event.item);
    },
    of: ({ id }) => items.get(id.replace(/\.result$/, '')),
    forget: ({ id }) => items.delete(id),
  };
}
