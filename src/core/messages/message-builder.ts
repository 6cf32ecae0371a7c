import * as coreLimits from '../../limits/core.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { UnifiedMessage } from './message.ts';
import { createMessageList, type MessageList } from './message-list.ts';
import { RecentMap } from './recent-map.ts';
import { createSeenEvents } from './seen-events.ts';
import { createThreadMessages, type ThreadMessages, type ThreadMessagesOptions } from './thread-messages.ts';
import { type AgentVocabulary, agentVocabularies, vocabularyOf, vocabularyOfThread } from './vocabularies/registry.ts';

/** Options of `createMessageBuilder`. */
export interface MessageBuilderOptions {
  /** The number of the first turn. For a live stream that resumes a thread, one more than its file has. */
  firstTurn?: number | undefined;
  /** Use Claude's own form: a tool's result is a user message of its own, not a block beside the call. */
  split?: boolean | undefined;
  /** Keep text that the CLI added by itself, and turns that were taken back. */
  all?: boolean | undefined;
  /** Keep the messages of sub-agents, each with its `parent`. */
  agents?: boolean | undefined;
  /** False leaves out `_original`, which makes messages about three times as large. `line` keeps only its line. */
  original?: boolean | 'line' | undefined;
  /**
   * The input may be read again from its start, as after a broken connection. Events seen before change nothing.
   * Without it, a `thread.started` on a line that is not after the last one begins another input.
   */
  replay?: boolean | undefined;
  /** The tool names of each agent. Defaults to ours. The first one serves events that name no agent. */
  vocabularies?: readonly AgentVocabulary[] | undefined;
}

/** Folds the events of an input, of any wire, into messages. Further inputs continue the same conversation. */
export interface MessageBuilder {
  /**
   * Takes the next event and returns the new or changed messages. A message with `withdrawn` is gone. Returns none for
   * an event that was seen before, judged by its position in the input.
   */
  push(event: ThreadEvent): UnifiedMessage[];
  /** Ends the input and returns what was held back. */
  end(): UnifiedMessage[];
  /**
   * Forgets the oldest `count` messages, so that a thread of any length can be folded. They leave `messages`, and an
   * event that would change one of them returns nothing.
   */
  release(count: number): void;
  /** All messages, in the order in which they began. The list grows with each event: copy it to keep it. */
  readonly messages: readonly UnifiedMessage[];
}

/**
 * Makes a builder of messages.
 *
 * @example
 * import { createMessageBuilder, extractText, readThreadEvents } from 'threadline';
 *
 * const builder = createMessageBuilder();
 * for await (const event of readThreadEvents(process.stdin)) {
 *   for (const message of builder.push(event)) console.log(message.id, extractText(message));
 * }
 * builder.end();
 * console.log(builder.messages.length);
 */
export function createMessageBuilder(options: MessageBuilderOptions = {}): MessageBuilder {
  const { firstTurn = 1, split = false, all = false, original = true, vocabularies = agentVocabularies } = options;
  const list = createMessageList(all);
  const shared: Omit<ThreadMessagesOptions, 'firstTurn' | 'agent'> = { split, all, original, vocabularies };
  const main = createThreadMessages(list, { ...shared, firstTurn, agent: vocabularyOf(undefined, vocabularies) });
  const seen = createSeenEvents(options.replay === true);
  /** Sub-agents, by the item that started them. */
  const agents = new RecentMap<ThreadMessages>(coreLimits.maxAgents);
  /** The agent that wrote the input. Sub-agents are of the same kind, though their events do not say so. */
  let agent = vocabularyOf(undefined, vocabularies);

  function push(event: ThreadEvent): UnifiedMessage[] {
    if (seen.isNewInput(event)) beginAnew();
    if (seen.isRepeat(event)) return [];
    if (event.parent_item_id !== undefined) {
      return options.agents ? agentOf(event.parent_item_id).push(event) : [];
    }
    if (event.type === 'thread.started') agent = vocabularyOfThread(event, vocabularies) ?? agent;
    return main.push(event);
  }

  function agentOf(parentItem: string): ThreadMessages {
    const known = agents.get(parentItem);
    if (known) return known;
    const id = callId(parentItem);
    const turn = main.currentTurn();
    const created = createThreadMessages(list, { ...shared, firstTurn: 1, agent, parent: { id, turn } });
    agents.set(parentItem, created);
    return created;
  }

  /** The call is in the main thread, or in that of another sub-agent. */
  function callId(itemId: string): string {
    const known = main.callId(itemId);
    if (known !== undefined) return known;
    for (const other of agents.values()) {
      const id = other.callId(itemId);
      if (id !== undefined) return id;
    }
    return itemId;
  }

  function beginAnew(): void {
    main.beginAnew();
    agents.clear();
  }

  function end(): UnifiedMessage[] {
    const held = main.end();
    for (const other of agents.values()) for (const message of other.end()) held.push(message);
    return held;
  }

  return new BuilderFace(list, push, end);
}

/** A class, because of its one getter: in an object literal it would slow down every builder and all its users. */
class BuilderFace implements MessageBuilder {
  readonly push: MessageBuilder['push'];
  readonly end: MessageBuilder['end'];
  readonly release: MessageBuilder['release'];
  private readonly list: MessageList;

  constructor(list: MessageList, push: MessageBuilder['push'], end: MessageBuilder['end']) {
    this.list = list;
    this.push = push;
    this.end = end;
    this.release = list.release;
  }

  get messages(): readonly UnifiedMessage[] {
    return this.list.messages();
  }
}
