import { coreLimits } from '../../limits/core.ts';
import type { UnifiedMessage } from '../messages/message.ts';
import type { MessageBuilder } from '../messages/message-builder.ts';
import type { ThreadEvent } from '../thread/event.ts';

/** Gives each message once, in the order in which they began, when it will not change any more. */
export interface SettledMessages {
  /** Takes an event, which stood at this place of the input, and gives the messages that are settled by now. */
  push(event: ThreadEvent, offset: number): UnifiedMessage[];
  /** The rest, as it stands: what is still open will not be done any more. */
  end(): UnifiedMessage[];
}

/**
 * What an agent prints is settled as soon as it is done. In what it stores, a later line may take a turn back, so nothing
 * is settled while much more has not come; what has been given is forgotten, so that a thread of any length fits.
 */
export function createSettledMessages(builder: MessageBuilder, isStored: () => boolean): SettledMessages {
  /** Calls that still run, and texts that still grow. */
  const open = new Set<string>();
  let isTurnOpen = false;
  let given = 0;
  /** How many messages there were when the input was at `mark`. */
  let marked = 0;
  let mark = 0;

  function take(count: number): UnifiedMessage[] {
    const taken = builder.messages.slice(0, count);
    builder.release(count);
    given += count;
    for (const { id } of taken) open.delete(id);
    return taken;
  }

  /** How many of the oldest are old enough, whatever they are. */
  function countOld(offset: number): number {
    if (offset - mark < coreLimits.heldMessageBytes) return 0;
    const count = Math.max(marked - given, 0);
    mark = offset;
    marked = given + builder.messages.length;
    return count;
  }

  /** How many of the oldest are done. The usage of a turn is put on its last message of the assistant when it ends. */
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
