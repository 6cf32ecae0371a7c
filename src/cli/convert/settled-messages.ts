import type { UnifiedMessage } from '../../messages/message.ts';
import type { ThreadEvent } from '../../thread/event.ts';

/** Gives each message of a live stream once, in the order in which they began, when it will not change any more. */
export interface SettledMessages {
  /** Takes an event and the messages that it made or changed. */
  push(event: ThreadEvent, changed: readonly UnifiedMessage[]): UnifiedMessage[];
  /** The rest, as it stands: what is still open will not be done any more. */
  end(changed: readonly UnifiedMessage[]): UnifiedMessage[];
}

export function createSettledMessages(): SettledMessages {
  const waiting = new Map<string, { message: UnifiedMessage; isDone: boolean }>();
  const given = new Set<string>();
  /** The usage of a turn is put on the last message of the assistant when the turn ends. */
  let lastReply: string | undefined;

  function add(message: UnifiedMessage, done: boolean): void {
    if (given.has(message.id)) return;
    if (message.role === 'assistant' && !waiting.has(message.id)) lastReply = message.id;
    waiting.set(message.id, { message, isDone: done });
  }

  function* take(isWanted: (id: string, isDone: boolean) => boolean): Generator<UnifiedMessage> {
    for (const [id, { message, isDone }] of waiting) {
      if (!isWanted(id, isDone)) return;
      waiting.delete(id);
      given.add(id);
      yield message;
    }
  }

  return {
    push(event, changed) {
      for (const message of changed) add(message, isDone(event, message));
      if (isTurnBorder(event)) lastReply = undefined;
      return [...take((id, done) => done && id !== lastReply)];
    },
    end(changed) {
      for (const message of changed) add(message, true);
      return [...take(() => true)];
    },
  };
}

/** The message that an event made or changed will not change any more, save for the usage of its turn. */
export function isDone(event: ThreadEvent, message: UnifiedMessage): boolean {
  switch (event.type) {
    case 'item.started':
    case 'item.updated':
    case 'item.delta':
      // Every state of a plan is a message of its own, and what the person or the CLI said is said at once.
      if (message.role !== 'assistant' || ('item' in event && event.item.type === 'todo_list')) return true;
      return message.content.some((block) => block.type === 'tool_result');
    default:
      return true;
  }
}

function isTurnBorder({ type }: ThreadEvent): boolean {
  return type.startsWith('turn.') || type === 'thread.started';
}
