import type { ItemEvent, ThreadEvent, ThreadStartedEvent, TurnEndEvent, TurnStartedEvent } from '../thread/event.ts';
import { isItemEvent } from '../thread/guards.ts';
import { uuidTime } from '../thread/time.ts';
import { createItemMessages, type ItemMessages } from './item-messages.ts';
import { extractText, type UnifiedMessage, unifiedUsage } from './message.ts';
import { type MessageKind, nextId } from './message-ids.ts';
import type { MessageList } from './message-list.ts';
import { createMessageStamp } from './message-stamp.ts';
import { createTurnCounter, type Turn } from './turn-counter.ts';
import { type AgentVocabulary, vocabularyOf } from './vocabularies/registry.ts';

/** Folds the events of one thread into the messages of a list. */
export interface ThreadMessages {
  push(event: ThreadEvent): UnifiedMessage[];
  end(): UnifiedMessage[];
  /** The `tool_use` id of a call. */
  callId(itemId: string): string | undefined;
  /** The current turn, or the last one. */
  currentTurn(): Turn;
  /** Prepares for another input, whose items and turns have new names. */
  beginAnew(): void;
}

export interface ThreadMessagesOptions {
  firstTurn: number;
  split: boolean;
  all: boolean;
  original: boolean | 'line';
  vocabularies: readonly AgentVocabulary[];
  agent: AgentVocabulary;
  /** For a sub-agent: the `tool_use` that started it, and the turn of that call. */
  parent?: { id: string; turn: Turn };
}

export function createThreadMessages(list: MessageList, options: ThreadMessagesOptions): ThreadMessages {
  const { parent } = options;
  let { agent } = options;
  const stamp = createMessageStamp({ agent: agent.name, parent: parent?.id, original: options.original });
  const turns = createTurnCounter({
    firstTurn: options.firstTurn,
    ...(parent && { prefix: `${parent.id}.`, outer: parent.turn }),
  });
  let items = createItems();
  let lastError: string | undefined;

  function createItems(): ItemMessages {
    return createItemMessages(list, stamp, { agent, split: options.split, all: options.all });
  }

  function push(event: ThreadEvent): UnifiedMessage[] {
    if (isItemEvent(event)) return pushItem(event);
    switch (event.type) {
      case 'item.delta':
        return items.delta(event, turns.of(event));
      case 'thread.started':
        startThread(event);
        return [];
      case 'turn.started':
        startTurn(event);
        return [];
      case 'turn.completed':
        return endTurn(event);
      case 'turn.failed':
        return [...endTurn(event), ...failure(event, event.error.message ?? 'Turn failed')];
      case 'turn.aborted':
        return [...endTurn(event), ...notice(event, 'aborted', abortText(event.reason))];
      case 'turn.withdrawn':
        return withdraw(event.turn_ids);
      case 'error':
        lastError = event.message;
        return notice(event, 'error', event.message);
      case 'context':
        learn(event);
        return [];
      default:
        return [];
    }
  }

  function pushItem(event: ItemEvent): UnifiedMessage[] {
    const { item } = event;
    const turn = turns.of(event);
    if (item.type === 'collab_tool_call') turns.collaborate(event, item);
    return items.push(event, turn);
  }

  function startThread(event: ThreadStartedEvent): void {
    turns.end();
    items.forgetAll();
    learn(event);
    stamp.threadTime = uuidTime(event.thread_id) ?? stamp.threadTime;
    stamp.origin = event.origin ?? stamp.origin;
    const named = event.agent === undefined ? agent : vocabularyOf(event.agent, options.vocabularies);
    if (named.name === agent.name) return;
    agent = named;
    stamp.agent = named.name;
    items = createItems();
  }

  function startTurn(event: TurnStartedEvent): void {
    turns.start(event);
    items.forgetDone();
    lastError = undefined;
    learn(event);
  }

  function learn({ cwd, model }: { cwd?: string; model?: string }): void {
    stamp.cwd = cwd ?? stamp.cwd;
    stamp.model = model ?? stamp.model;
  }

  function endTurn(event: TurnEndEvent): UnifiedMessage[] {
    turns.end();
    const lastReply = items.lastReply();
    if (!lastReply || !event.turn_usage) return [];
    return list.replace(lastReply, { ...lastReply.message, usage: unifiedUsage(event.turn_usage) });
  }

  function withdraw(turnIds: readonly string[]): UnifiedMessage[] {
    items.forgetAll();
    return list.withdraw(turnIds.map((id) => turns.find(id)).filter((turn) => turn !== undefined));
  }

  /** The error of a failed turn was mostly reported before, or given as the answer, as Claude Code does. */
  function failure(event: ThreadEvent, text: string): UnifiedMessage[] {
    const lastReply = items.lastReply();
    const isSaid = text === lastError || (lastReply !== undefined && extractText(lastReply.message) === text);
    return isSaid ? [] : notice(event, 'error', text);
  }

  function notice(event: ThreadEvent, kind: MessageKind, text: string): UnifiedMessage[] {
    const turn = turns.of(event);
    const message = stamp.create(event, nextId(turn, kind), 'system', [{ type: 'text', text }]);
    list.add(message, turn);
    return [message];
  }

  return {
    push,
    end: () => items.end(),
    callId: (itemId) => items.callId(itemId),
    currentTurn: () => turns.current(),
    beginAnew() {
      turns.end();
      turns.forgetIds();
      items.forgetAll();
    },
  };
}

/** The notice for a turn that was ended from outside. */
export function abortText(reason: string | undefined): string {
  return reason === undefined ? 'Turn aborted' : `Turn aborted: ${reason}`;
}
