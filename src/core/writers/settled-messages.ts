import * as coreLimits from '../../limits/core.ts';
import type { UnifiedMessage } from '../messages/message.ts';
import type { MessageBuilder } from '../messages/message-builder.ts';
import type { ThreadEvent } from '../thread/event.ts';

/** Returns each message once, in the order in which they began, when it can no longer change. */
export interface SettledMessages {
  /** Takes an event at this offset of the input, and returns the messages settled so far. */
  push(event: ThreadEvent, offset: number): UnifiedMessage[];
  /** Returns the rest in its current state. Open messages will not be finished any more. */
  end(): UnifiedMessage[];
}

/**
 * Printed output settles as soon as it is done. In stored input a later line may take a turn back, so nothing settles
 * until much more has come. Returned messages are forgotten, so that a thread of any length fits.
 */
export function createSettledMessages(builder: MessageBuilder, isStored: () => boolean): SettledMessages {
  /** Calls still running, and texts still growing. */
  const open = new Set<string>();
  let isTurnOpen = false;
  let given = 0;
  /** The number of messages when the input was at `mark`. */
  let marked = 0;
  let mark = 0;

  function take(count: number): UnifiedMessage[] {
    const taken = builder.messages.slice(0, count);
    builder.release(count);
    given += count;
    for (const { id } of taken) open.delete(id);
    return taken;
  }

  /** Counts the oldest messages that are old enough, whatever they are. */
  function countOld(offset: number): number {
    if (offset - mark < coreLimits.heldMessageBytes) return 0;
    const count = Math.max(marked - given, 0);
    mark = offset;
    marked = given + builder.messages.length;
    return count;
  }

  /** Counts the oldest messages that are done. At its end, the usage of a turn is put on its last assistant message. */
  function countDone(): number {
    const { messages } = builder;
    const lastReply = isTurnOpen ? messages.findLast(({ role }) => role === 'assistant') : undefined;
    let count = 0;
    for (const message of messages) {
      if (message === lastReply || open.has(message.id)) break;
      count += 1;
    }
    return count;
  }

  return {
    push(event, offset) {
      // Another process, which knows nothing of what the one before left open.
      if (event.type === 'thread.started') open.clear();
      for (const message of builder.push(event)) {
        if (isDone(event, message)) open.delete(message.id);
        else open.add(message.id);
      }
      isTurnOpen = !isTurnBorder(event);
      return take(Math.max(countOld(offset), isStored() ? 0 : countDone()));
    },
    end() {
      builder.end();
      return take(builder.messages.length);
    },
  };
}

/** True if the message of an event can no longer change, except for the usage of its turn. */
export function isDone(event: ThreadEvent, message: UnifiedMessage): boolean {
  switch (event.type) {
    case 'item.started':
    case 'item.updated':
    case 'item.delta':
      // Every state of a plan is a message of its own, and texts of the person or the CLI are complete at once.
      if (message.role !== 'assistant' || ('item' in event && event.item.type === 'todo_list')) return true;
      return message.content.some((block) => block.type === 'tool_result');
    default:
      return true;
  }
}

function isTurnBorder({ type }: ThreadEvent): boolean {
  return type.startsWith('turn.') || type === 'thread.started';
}
