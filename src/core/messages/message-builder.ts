import { coreLimits } from '../../limits/core.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { UnifiedMessage } from './message.ts';
import { createMessageList, type MessageList } from './message-list.ts';
import { RecentMap } from './recent-map.ts';
import { createSeenEvents } from './seen-events.ts';
import { createThreadMessages, type ThreadMessages, type ThreadMessagesOptions } from './thread-messages.ts';
import { type AgentVocabulary, agentVocabularies, vocabularyOf } from './vocabularies/registry.ts';

export interface MessageBuilderOptions {
  /** The number of the first turn to come: for a live stream that resumes a thread, one more than its file has. */
  firstTurn?: number | undefined;
  /** Claude's own form: a tool's result is a user message of its own, not a block beside the call. */
  split?: boolean | undefined;
  /** Keep what the CLI put in by itself, and turns that were taken back. */
  all?: boolean | undefined;
  /** Keep the messages of sub-agents, each with its `parent`. */
  agents?: boolean | undefined;
  /** False: leave out `_original`, which makes messages about three times as large. `line`: only the line in it. */
  original?: boolean | 'line' | undefined;
  /**
   * The input may be read again from its start, as after a broken connection: what came before changes nothing. Without
   * it a `thread.started` on a line that is not after the last one begins another input.
   */
  replay?: boolean | undefined;
  /** What the tools of each agent are called; ours by default. The first one is for events that name no agent. */
  vocabularies?: readonly AgentVocabulary[] | undefined;
}

/** Folds the events of an input, of any wire, into messages; and of further inputs after it, as one conversation. */
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

/**
 * Makes a builder of messages.
 *
 * @example
 * const builder = createMessageBuilder();
 * for await (const event of readThreadEvents(process.stdin)) {
 *   for (const message of builder.push(event)) console.log(message.id, extractText(message));
 * }
 * builder.end();
 */
export function createMessageBuilder(options: MessageBuilderOptions = {}): MessageBuilder {
  const { firstTurn = 1, split = false, all = false, original = true, vocabularies = agentVocabularies } = options;
  const list = createMessageList(all);
  const shared: Omit<ThreadMessagesOptions, 'firstTurn' | 'agent'> = { split, all, original, vocabularies };
  const main = createThreadMessages(list, { ...shared, firstTurn, agent: vocabularyOf(undefined, vocabularies) });
  const seen = createSeenEvents(options.replay === true);
  /** Sub-agents by the item that started them. */
  const agents = new RecentMap<ThreadMessages>(coreLimits.maxAgents);
  /** Who wrote the input: sub-agents are of the same kind, though no event of theirs says so. */
  let agent = vocabularyOf(undefined, vocabularies);

  function push(event: ThreadEvent): UnifiedMessage[] {
    if (seen.isNewInput(event)) beginAnew();
    if (seen.isRepeat(event)) return [];
    if (event.parent_item_id !== undefined) {
      return options.agents ? agentOf(event.parent_item_id).push(event) : [];
    }
    if (event.type === 'thread.started' && event.agent !== undefined) agent = vocabularyOf(event.agent, vocabularies);
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

  /** The call stands in the main thread, or in that of another sub-agent. */
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

/** A class for its one getter: in an object literal that would make every builder, and all that use one, slow. */
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
