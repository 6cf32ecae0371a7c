import type { ItemDeltaEvent } from '../thread/event.ts';
import type { ThreadItem, TodoListItem } from '../thread/item.ts';
import { type ItemEvent, isEnd, resultOf } from './item-event.ts';
import { type ItemText, itemTextOf } from './item-text.ts';
import { toolCallOf } from './item-tools.ts';
import { jsonText } from './json-text.ts';
import type { ToolUseContent, UnifiedContent, UnifiedMessage } from './message.ts';
import type { MessageIds } from './message-ids.ts';
import type { MessageSheet } from './message-sheet.ts';
import { toolResultBlocks, toolUseBlocks } from './tool-blocks.ts';
import type { Turn } from './turn-counter.ts';

/** Folds the life of each item into its message. */
export interface ItemFold {
  push(event: ItemEvent, turn: Turn): UnifiedMessage[];
  delta(event: ItemDeltaEvent, turn: Turn): UnifiedMessage[];
  /** A new turn: the ids of items that are done may be used again. */
  forgetDone(): void;
  /** A new process, which numbers its items anew; or a rollback, which moves them. */
  forgetAll(): void;
  end(): UnifiedMessage[];
  /** The place of the assistant's last message in this turn. */
  lastReply(): number | undefined;
}

/** What is known of an item that has a message. */
interface Slot {
  /** The id of its message, and its place on the sheet; undefined where it is not shown. */
  id: string;
  place: number | undefined;
  turn: Turn;
  /** The last state of the item. */
  item: ThreadItem;
  isDone: boolean;
  /** The place of the result, where it is a message of its own. */
  result?: number;
}

export function createItemFold(
  sheet: MessageSheet,
  ids: MessageIds,
  options: { split: boolean; all: boolean },
): ItemFold {
  const slots = new Map<string, Slot>();
  /** Web searches that do not say yet what they search for: their ids hang on it. */
  const nameless = new Map<string, { event: ItemEvent; turn: Turn }>();
  /** Calls that were turned down, by id: the live stream never had them, so the same call in earnest takes their id. */
  const turnedDown = new Map<string, Slot>();
  let lastReply: number | undefined;

  function push(event: ItemEvent, turn: Turn): UnifiedMessage[] {
    const { item } = event;
    const slot = slots.get(item.id);
    if (item.type === 'todo_list') return pushPlan(event, turn, slot);
    // A new start under an old id is another item.
    const isSame =
      slot !== undefined && slot.item.type === item.type && !(slot.isDone && event.type === 'item.started');
    return isSame ? change(event, slot) : open(event, turn);
  }

  function open(event: ItemEvent, turn: Turn, isLastChance = isEnd(event)): UnifiedMessage[] {
    const { item } = event;
    const words = itemTextOf(item);
    if (words) return openText(event, turn, words);
    const call = toolCallOf(item, sheet.cwd);
    if (!call) return [];
    if (item.type === 'web_search' && call.identity === '' && !isLastChance) {
      nameless.set(item.id, { event, turn });
      return [];
    }
    const opening = nameless.get(item.id)?.event ?? event;
    nameless.delete(item.id);
    const id = ids.nextTool(turn, call.uses[0]?.name ?? '', call.identity);
    const moved = makeRoom(id);
    const opened = openTool(event, turn, sheet.create(opening, id, 'assistant', toolUseBlocks(call.uses, id)));
    return moved ? [...opened, ...moved] : opened;
  }

  function openTool(event: ItemEvent, turn: Turn, message: UnifiedMessage): UnifiedMessage[] {
    const { item } = event;
    const slot: Slot = { id: message.id, place: sheet.add(message, turn), turn, item, isDone: false };
    slots.set(item.id, slot);
    lastReply = slot.place;
    return isEnd(event) ? finish(event, slot, usesIn(message)) : [message];
  }

  function openText(event: ItemEvent, turn: Turn, words: ItemText): UnifiedMessage[] {
    const { item } = event;
    const isEmpty = 'text' in item && item.text === '';
    if (isEmpty && !isEnd(event)) return [];
    const message = sheet.create(event, ids.next(turn, words.kind), words.role, words.content);
    if (words.injected) message.injected = true;
    const place = words.injected && !options.all ? undefined : sheet.add(message, turn);
    slots.set(item.id, { id: message.id, place, turn, item, isDone: isEnd(event) });
    if (words.role === 'assistant') lastReply = place;
    return place === undefined ? [] : [message];
  }

  function change(event: ItemEvent, slot: Slot): UnifiedMessage[] {
    const { item } = event;
    const before = slot.item;
    slot.item = item;
    const words = itemTextOf(item);
    if (words) {
      slot.isDone = isEnd(event);
      return setContent(slot.place, words.content);
    }
    const isSameCall =
      item.type === 'command_execution' && before.type === item.type && before.command === item.command;
    const message = slot.place === undefined ? undefined : sheet.at(slot.place);
    const uses =
      isSameCall && message ? usesIn(message) : toolUseBlocks(toolCallOf(item, sheet.cwd)?.uses ?? [], slot.id);
    return isEnd(event) ? finish(event, slot, uses) : setContent(slot.place, uses);
  }

  /** Adds the result. */
  function finish(event: ItemEvent, slot: Slot, uses: ToolUseContent[]): UnifiedMessage[] {
    slot.isDone = true;
    const { item } = event;
    if (item.rejected && ids.giveBack(slot.turn, slot.id)) turnedDown.set(slot.id, slot);
    // What an unknown kind of item came to is not known either.
    if (item.type === 'unknown') return setContent(slot.place, uses);
    const results = toolResultBlocks(uses.length, slot.id, resultOf(event, sheet.cwd));
    if (!options.split) return setContent(slot.place, [...uses, ...results]);
    const message = sheet.create(event, `${slot.id}.result`, 'user', results);
    if (slot.result === undefined) slot.result = sheet.add(message, slot.turn);
    else sheet.replace(slot.result, message);
    return [...setContent(slot.place, uses), message];
  }

  /** Gives a call that was turned down another id when its own is taken. */
  function makeRoom(id: string): UnifiedMessage[] | undefined {
    const slot = turnedDown.get(id);
    if (!slot) return undefined;
    turnedDown.delete(id);
    slot.id = ids.rejected(slot.turn, id);
    return [slot.place, slot.result].flatMap((place) => (place === undefined ? [] : rename(place, id, slot.id)));
  }

  function rename(place: number, from: string, to: string): UnifiedMessage[] {
    const message = sheet.at(place);
    if (!message) return [];
    const renamed = { ...message, id: to + message.id.slice(from.length), content: withIds(message.content, from, to) };
    sheet.replace(place, renamed);
    return [renamed];
  }

  function setContent(place: number | undefined, content: UnifiedContent[]): UnifiedMessage[] {
    const before = place === undefined ? undefined : sheet.at(place);
    if (place === undefined || !before) return [];
    const message = { ...before, content };
    sheet.replace(place, message);
    return [message];
  }

  /** Every state of a plan is a message of its own. The end of the list only repeats the last one. */
  function pushPlan(event: ItemEvent, turn: Turn, slot: Slot | undefined): UnifiedMessage[] {
    const uses = toolCallOf(event.item)?.uses ?? [];
    const isRepeated = slot?.item.type === 'todo_list' && isSamePlan(slot.item, event.item);
    if (isEnd(event) && isRepeated) return [];
    const id = ids.next(turn, 'plan');
    const message = sheet.create(event, id, 'assistant', toolUseBlocks(uses, id));
    return openTool({ ...event, type: 'item.completed' }, turn, message);
  }

  /** Text is shown as it grows. A command's output is not: a result is there when it is whole. */
  function delta(event: ItemDeltaEvent, turn: Turn): UnifiedMessage[] {
    const { text_delta: added } = event.delta;
    const slot = slots.get(event.item_id);
    const type = slot?.item.type ?? event.item_type;
    if (added === undefined || (type !== 'agent_message' && type !== 'reasoning')) return [];
    const before = slot && 'text' in slot.item ? slot.item.text : '';
    const item: ThreadItem = { id: event.item_id, type, text: before + added };
    if (item.type === 'reasoning' && event.delta.raw === true) item.raw = true;
    return push({ ...event, type: 'item.updated', item }, turn);
  }

  return {
    push,
    delta,
    forgetDone() {
      lastReply = undefined;
      for (const [id, slot] of slots) if (slot.isDone) slots.delete(id);
    },
    forgetAll() {
      lastReply = undefined;
      if (slots.size > 0) slots.clear();
      if (turnedDown.size > 0) turnedDown.clear();
    },
    end() {
      const held = [...nameless.values()];
      nameless.clear();
      return held.flatMap(({ event, turn }) => open(event, turn, true));
    },
    lastReply: () => lastReply,
  };
}

function isSamePlan(left: TodoListItem, right: ThreadItem): boolean {
  return right.type === 'todo_list' && jsonText(left.items) === jsonText(right.items);
}

function withIds(content: UnifiedContent[], from: string, to: string): UnifiedContent[] {
  const renamed = (id: string) => to + id.slice(from.length);
  return content.map((block) => {
    if (block.type === 'tool_use') return { ...block, id: renamed(block.id) };
    return block.type === 'tool_result' ? { ...block, tool_use_id: renamed(block.tool_use_id) } : block;
  });
}

function usesIn(message: UnifiedMessage): ToolUseContent[] {
  return message.content.filter((block) => block.type === 'tool_use');
}
