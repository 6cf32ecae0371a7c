import type {
  ContextEvent,
  ThreadEvent,
  ThreadStartedEvent,
  TurnCompletedEvent,
  TurnStartedEvent,
} from '../thread/event.ts';
import type { ItemEvent } from './item-event.ts';
import { createItemFold } from './item-fold.ts';
import type { UnifiedMessage } from './message.ts';
import { createMessageIds, type MessageKind } from './message-ids.ts';
import { createMessageSheet } from './message-sheet.ts';
import { unifiedUsage } from './message-usage.ts';
import { createSeenEvents } from './seen-events.ts';
import { createTurnCounter, type Turn } from './turn-counter.ts';
import { uuidTime } from './uuid-time.ts';

export interface MessageBuilderOptions {
  /** The number of the first turn to come: for a live stream that resumes a thread, one more than its file has. */
  firstTurn?: number | undefined;
  /** Claude's own form: a tool's result is a user message of its own, not a block beside the call. */
  split?: boolean | undefined;
  /** Keep what the CLI put in by itself, and turns that were taken back. */
  all?: boolean | undefined;
}

/** Folds the events of one input, of any dialect, into messages. */
export interface MessageBuilder {
  /**
   * Takes the next event and gives the messages that are new or changed; a message with `withdrawn` is gone. An event
   * that came before, by its position in the input, gives none.
   */
  push(event: ThreadEvent): UnifiedMessage[];
  /** Ends the input and gives what was held back. */
  end(): UnifiedMessage[];
  /**
   * Forgets so many of the oldest messages, to fold a thread of any length: they are no longer in `messages`, and what
   * would change one of them gives nothing.
   */
  release(count: number): void;
  /** All messages in the order in which they began. It grows with each event: copy it to keep it. */
  readonly messages: readonly UnifiedMessage[];
}

export function createMessageBuilder(options: MessageBuilderOptions = {}): MessageBuilder {
  const { firstTurn = 1, split = false, all = false } = options;
  const isRepeat = createSeenEvents();
  const turns = createTurnCounter(firstTurn);
  const ids = createMessageIds();
  const sheet = createMessageSheet(all);
  const items = createItemFold(sheet, ids, { split, all });
  /** Turns in which the person typed something: these are what a rollback counts. */
  let typedTurns: Turn[] = [];
  let lastError: string | undefined;

  function push(event: ThreadEvent): UnifiedMessage[] {
    if (isRepeat(event)) return [];
    switch (event.type) {
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
      case 'item.failed':
        return pushItem(event);
      case 'item.delta':
        return items.delta(event, turns.of(event));
      case 'thread.started':
        startThread(event);
        return [];
      case 'turn.started':
        startTurn(event);
        return [];
      case 'turn.completed':
        return completeTurn(event);
      case 'turn.failed':
        turns.end();
        return failure(event, event.error.message ?? 'Turn failed');
      case 'turn.aborted':
        turns.end();
        return notice(event, 'aborted', abortText(event.reason));
      case 'error':
        lastError = event.message;
        return notice(event, 'error', event.message);
      case 'context':
        return pushContext(event);
      default:
        return [];
    }
  }

  function pushItem(event: ItemEvent): UnifiedMessage[] {
    const { item } = event;
    const turn = turns.of(event);
    if (item.type === 'collab_tool_call') turns.collaborate(event, item);
    if (item.type === 'user_message' && !item.injected && typedTurns.at(-1)?.order !== turn.order)
      typedTurns.push(turn);
    return items.push(event, turn);
  }

  function startThread(event: ThreadStartedEvent): void {
    turns.end();
    items.forgetAll();
    sheet.cwd = event.cwd ?? sheet.cwd;
    sheet.model = event.model ?? sheet.model;
    sheet.threadTime = uuidTime(event.thread_id) ?? sheet.threadTime;
  }

  function startTurn(event: TurnStartedEvent): void {
    turns.start(event);
    items.forgetDone();
    lastError = undefined;
    sheet.cwd = event.cwd ?? sheet.cwd;
    sheet.model = event.model ?? sheet.model;
  }

  function completeTurn(event: TurnCompletedEvent): UnifiedMessage[] {
    turns.end();
    const lastReply = items.lastReply();
    const reply = lastReply === undefined ? undefined : sheet.at(lastReply);
    if (!event.turn_usage || lastReply === undefined || !reply) return [];
    const message = { ...reply, usage: unifiedUsage(event.turn_usage) };
    sheet.replace(lastReply, message);
    return [message];
  }

  function pushContext(event: ContextEvent): UnifiedMessage[] {
    sheet.cwd = event.cwd ?? sheet.cwd;
    sheet.model = event.model ?? sheet.model;
    return event.kind === 'thread_rolled_back' ? rollBack(event.data) : [];
  }

  /** The newest turns in which the person typed something go, and all that came after the first of them. */
  function rollBack(data: ContextEvent['data']): UnifiedMessage[] {
    const count = data.num_turns;
    if (typeof count !== 'number' || !(count >= 1)) return [];
    const kept = Math.max(typedTurns.length - Math.floor(count), 0);
    const first = typedTurns[kept];
    typedTurns = typedTurns.slice(0, kept);
    items.forgetAll();
    return first ? sheet.rollBack(first) : [];
  }

  /** The error of a failed turn was mostly reported already. */
  function failure(event: ThreadEvent, text: string): UnifiedMessage[] {
    return text === lastError ? [] : notice(event, 'error', text);
  }

  function notice(event: ThreadEvent, kind: MessageKind, text: string): UnifiedMessage[] {
    const turn = turns.of(event);
    const message = sheet.create(event, ids.next(turn, kind), 'system', [{ type: 'text', text }]);
    sheet.add(message, turn);
    return [message];
  }

  return {
    push,
    end: () => items.end(),
    release: sheet.release,
    messages: sheet.messages,
  };
}

/** What is said about a turn that was ended from outside. */
export function abortText(reason: string | undefined): string {
  return reason === undefined ? 'Turn aborted' : `Turn aborted: ${reason}`;
}
