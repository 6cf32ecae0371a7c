import * as coreLimits from '../../limits/core.ts';
import type { ItemDeltaEvent, ItemEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import { itemNotes } from './item-notes.ts';
import { type ItemWords, itemWords } from './item-words.ts';
import type { MessageNote, UnifiedContent, UnifiedMessage } from './message.ts';
import { nextId } from './message-ids.ts';
import type { MessageList, MessageRow } from './message-list.ts';
import type { MessageStamp } from './message-stamp.ts';
import { RecentMap } from './recent-map.ts';
import { createToolLife, isEnd, isMadeUp, type ToolNews, type ToolState } from './tool-life.ts';
import type { Turn } from './turn-counter.ts';
import type { AgentVocabulary } from './vocabularies/registry.ts';

/** Folds the life of each item of a thread into a message. */
export interface ItemMessages {
  push(event: ItemEvent, turn: Turn): UnifiedMessage[];
  delta(event: ItemDeltaEvent, turn: Turn): UnifiedMessage[];
  /** The message id of a call. */
  callId(itemId: string): string | undefined;
  /** The assistant's last message of the turn. A new turn has none. */
  lastReply(): MessageRow | undefined;
  /** Begins a new turn, in which ids of finished items may be reused. */
  forgetDone(): void;
  /** Called when a new process numbers its items anew, or when turns were taken back. */
  forgetAll(): void;
  end(): UnifiedMessage[];
}

export interface ItemMessagesOptions {
  agent: AgentVocabulary;
  split: boolean;
  all: boolean;
}

/** A text item with its message. It has no message while it is empty. */
interface Said {
  row: MessageRow | undefined;
  type: ThreadItem['type'];
  text: string;
  isDone: boolean;
  isHidden: boolean;
}

export function createItemMessages(
  list: MessageList,
  stamp: MessageStamp,
  { agent, split, all }: ItemMessagesOptions,
): ItemMessages {
  const tools = createToolLife({ agent, onRename: rename });
  /** The texts in progress, and those of this turn. */
  const open = new RecentMap<Said>(coreLimits.maxOpenCalls);
  const done = new RecentMap<Said>(coreLimits.maxEndedItems);
  let lastReply: MessageRow | undefined;
  const renamed: UnifiedMessage[] = [];

  function push(event: ItemEvent, turn: Turn): UnifiedMessage[] {
    const words = itemWords(event.item);
    if (words) return say(event, turn, words);
    const news = tools.push(event, turn, stamp.cwd);
    return news ? tell(news, event) : [];
  }

  function say(event: ItemEvent, turn: Turn, words: ItemWords): UnifiedMessage[] {
    const { item } = event;
    const known = open.get(item.id) ?? done.get(item.id);
    const isSame = known?.type === item.type && !(known.isDone && event.type === 'item.started');
    // The thoughts and the text of one answer share an id if the agent says so.
    const said = isSame ? known : createSaid(item, keepsId(item) ? known?.row : undefined);
    said.isDone = isEnd(event);
    if ('text' in item) said.text = item.text;
    if (known) open.delete(item.id);
    (said.isDone ? done : open).set(item.id, said);
    const notes = itemNotes(item);
    // An end without words does not remove what was said before.
    if ((words.content.length === 0 && !notes) || said.isHidden) return [];
    if (!said.row) return openText(event, turn, words, said, notes);
    const { content } = said.row.message;
    return setContent(said.row, words.content.length > 0 ? withBlocks(content, words.content) : content, notes);
  }

  function openText(
    event: ItemEvent,
    turn: Turn,
    words: ItemWords,
    said: Said,
    notes: MessageNote[] | undefined,
  ): UnifiedMessage[] {
    const { item } = event;
    const id = keepsId(item) ? item.id : nextId(turn, words.kind);
    said.isHidden = words.injected === true && !all;
    if (said.isHidden) return [];
    const message = stamp.create(event, id, words.role, words.content);
    if (notes) message.notes = notes;
    if (words.injected) message.injected = true;
    said.row = list.add(message, turn);
    if (words.role === 'assistant') lastReply = said.row;
    return [message];
  }

  function keepsId(item: ThreadItem): boolean {
    if (agent.keepsIds !== 'answers' || isMadeUp(item.id)) return false;
    return item.type === 'agent_message' || item.type === 'reasoning';
  }

  function tell(news: ToolNews, event: ItemEvent): UnifiedMessage[] {
    const { state, opening, results } = news;
    const { row } = state;
    // A new list in either case, so that it may grow.
    const content: UnifiedContent[] = news.uses ?? (row ? usesIn(row.message) : []);
    if (!split && results) for (const block of results) content.push(block);
    const notes = withError(itemNotes(event.item), event, results);
    const changed: UnifiedMessage[] = row ? setContent(row, content, notes) : [];
    if (!row) {
      const message = stamp.create(opening ?? event, state.id, 'assistant', content);
      if (notes) message.notes = notes;
      state.row = list.add(message, state.turn);
      lastReply = state.row;
      changed.push(message);
    }
    if (split && results) changed.push(tellResult(state, event, results));
    return renamed.length > 0 ? changed.concat(renamed.splice(0)) : changed;
  }

  /** An event without notes does not remove those of an earlier one. */
  function setContent(row: MessageRow, content: UnifiedContent[], notes: MessageNote[] | undefined): UnifiedMessage[] {
    return list.replace(row, notes ? { ...row.message, content, notes } : { ...row.message, content });
  }

  function tellResult(state: ToolState, event: ItemEvent, results: UnifiedContent[]): UnifiedMessage {
    const message = stamp.create(event, `${state.id}.result`, 'user', results);
    if (state.resultRow) list.replace(state.resultRow, message);
    else state.resultRow = list.add(message, state.turn);
    return message;
  }

  /** A refused call gets another id if its own is taken. */
  function rename(state: ToolState, from: string): void {
    for (const row of [state.row, state.resultRow]) {
      if (!row) continue;
      const { message } = row;
      const id = state.id + message.id.slice(from.length);
      const changed = list.replace(row, { ...message, id, content: withIds(message.content, from, state.id) });
      for (const other of changed) renamed.push(other);
    }
  }

  /** Text is shown as it grows. A command's output is not: a result is shown when it is complete. */
  function delta(event: ItemDeltaEvent, turn: Turn): UnifiedMessage[] {
    const { text_delta: added, raw } = event.delta;
    const known = open.get(event.item_id) ?? done.get(event.item_id);
    const type = event.item_type ?? known?.type;
    if (added === undefined || (type !== 'agent_message' && type !== 'reasoning')) return [];
    const before = known?.type === type ? known.text : '';
    const item: ThreadItem = { id: event.item_id, type, text: before + added };
    if (item.type === 'reasoning' && raw === true) item.raw = true;
    return push({ ...event, type: 'item.updated', item }, turn);
  }

  return {
    push,
    delta,
    callId: (itemId) => tools.find(itemId)?.id,
    lastReply: () => lastReply,
    forgetDone() {
      lastReply = undefined;
      done.clear();
      tools.forgetDone();
    },
    forgetAll() {
      lastReply = undefined;
      done.clear();
      open.clear();
      tools.forgetAll();
    },
    end: () => tools.end().flatMap((news) => (news.opening ? tell(news, news.opening) : [])),
  };
}

function createSaid(item: ThreadItem, row: MessageRow | undefined): Said {
  return { row, type: item.type, text: '', isDone: false, isHidden: false };
}

/** Blocks replace those of their kind. An answer has at most one block of thoughts and one of text. */
function withBlocks(content: readonly UnifiedContent[], blocks: readonly UnifiedContent[]): UnifiedContent[] {
  const others = content.filter((block) => block.type !== 'image' && block.type !== blocks[0]?.type);
  return others.length === 0 ? [...blocks] : [...others, ...blocks];
}

/** The reason of a failure that the result does not say. */
function withError(
  notes: MessageNote[] | undefined,
  event: ItemEvent,
  results: readonly UnifiedContent[] | undefined,
): MessageNote[] | undefined {
  const text = event.type === 'item.failed' ? event.error?.message : undefined;
  const isSaid = results?.some((block) => block.type === 'tool_result' && block.content.includes(text?.trim() ?? ''));
  return !text || isSaid ? notes : [...(notes ?? []), { kind: 'error', text }];
}

function withIds(content: readonly UnifiedContent[], from: string, to: string): UnifiedContent[] {
  const renamed = (id: string) => to + id.slice(from.length);
  return content.map((block) => {
    if (block.type === 'tool_use') return { ...block, id: renamed(block.id) };
    return block.type === 'tool_result' ? { ...block, tool_use_id: renamed(block.tool_use_id) } : block;
  });
}

function usesIn(message: UnifiedMessage): UnifiedContent[] {
  return message.content.filter((block) => block.type === 'tool_use');
}
