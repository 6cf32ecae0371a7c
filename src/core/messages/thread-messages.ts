import type { ItemEvent, ThreadEvent, ThreadStartedEvent, TurnEndEvent, TurnStartedEvent } from '../thread/event.ts';
import { isItemEvent } from '../thread/guards.ts';
import { uuidTime } from '../thread/time.ts';
import { createItemMessages, type ItemMessages } from './item-messages.ts';
import { extractText, type UnifiedMessage, unifiedUsage } from './message.ts';
import { type MessageKind, nextId } from './message-ids.ts';
import type { MessageList } from './message-list.ts';
import { createMessageStamp } from './message-stamp.ts';
import { createTurnCounter, type Turn } from './turn-counter.ts';
import { type AgentVocabulary, vocabularyOfThread } from './vocabularies/registry.ts';

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
  /** The id of the last message that was read back. */
  let passedOn: string | undefined;

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
        return options.all && event.text ? [contextMessage(event, event.text)] : [];
      default:
        return [];
    }
  }

  function pushItem(event: ItemEvent): UnifiedMessage[] {
    const { item } = event;
    const turn = turns.of(event);
    if (event.unified) return passOn(event.unified as UnifiedMessage, turn);
    if (item.type === 'collab_tool_call') turns.collaborate(event, item);
    return items.push(event, turn);
  }

  /** A message that was read back is given as it stands. Further items of it tell nothing new. */
  function passOn(message: UnifiedMessage, turn: Turn): UnifiedMessage[] {
    if (message.id === passedOn) return [];
    passedOn = message.id;
    if ((message.injected || message.withdrawn) && !options.all) return [];
    const { _original, ...rest } = message;
    const given = options.original === true || !_original ? message : withLine(rest, _original);
    list.add(given, turn);
    return [given];
  }

  /** Leaves out the record that opened the message, except for its line if that is wanted. */
  function withLine(message: UnifiedMessage, original: object): UnifiedMessage {
    if (options.original !== 'line') return message;
    return { ...message, _original: { line: 'line' in original ? original.line : undefined } };
  }

  function startThread(event: ThreadStartedEvent): void {
    turns.end();
    items.forgetAll();
    learn(event);
    stamp.threadTime = uuidTime(event.thread_id) ?? stamp.threadTime;
    stamp.origin = event.origin ?? stamp.origin;
    const named = vocabularyOfThread(event, options.vocabularies) ?? agent;
    if (named.name === agent.name && named.borrowed === agent.borrowed) return;
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

  /** The words of bookkeeping. Their ids are counted apart, so that they move no other. */
  function contextMessage(event: ThreadEvent, text: string): UnifiedMessage {
    const turn = turns.of(event);
    const message = stamp.create(event, nextId(turn, 'record'), 'system', [{ type: 'text', text }]);
    message.injected = true;
    list.add(message, turn);
    return message;
  }

  function notice(event: ThreadEvent, kind: MessageKind, text: string): UnifiedMessage[] {
    const turn = turns.of(event);
    const message = stamp.create(event, nextId(turn, kind), 'system', [{ type: 'text', text }]);
    const details = event.extra?.additional_details;
    if (typeof details === 'string' && details !== '') message.notes = [{ kind: 'details', text: details }];
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
