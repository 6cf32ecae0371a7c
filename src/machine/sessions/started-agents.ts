import type { UnifiedMessage } from '../../core/messages/message.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { normaliseId, type SessionStore } from './store.ts';

/** Records which call started which thread, as the events of the threads tell. */
export interface StartedAgents {
  /** Takes an event and the messages that it made or changed. */
  add(event: ThreadEvent, changed: readonly UnifiedMessage[]): void;
  /** The `tool_use` that started a thread; undefined if no event named it. */
  callOf(threadId: string): string | undefined;
  /** All threads that calls started. */
  threads(): Iterable<string>;
  /** True if the call was taken back, with its turn. */
  isGone(call: string): boolean;
}

export function createStartedAgents(store: SessionStore | undefined): StartedAgents {
  const calls = new Map<string, string>();
  const gone = new Set<string>();
  return {
    add(event, changed) {
      if (event.type === 'turn.withdrawn') {
        for (const message of changed) for (const id of usesIn(message)) gone.add(id);
        return;
      }
      if (!('item' in event) || !store?.startedThreads) return;
      const [call] = changed[0] ? usesIn(changed[0]) : [];
      if (call === undefined) return;
      for (const id of store.startedThreads(event)) {
        // Later calls wait for the thread, or end it.
        const thread = normaliseId(id);
        if (!calls.has(thread)) calls.set(thread, call);
      }
    },
    callOf: (threadId) => calls.get(normaliseId(threadId)),
    threads: () => calls.keys(),
    isGone: (call) => gone.has(call),
  };
}

function usesIn({ content }: UnifiedMessage): string[] {
  return content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}
