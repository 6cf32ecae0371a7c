import type {
  ItemCompletedEvent,
  ItemDeltaEvent,
  ItemFailedEvent,
  ItemStartedEvent,
  ItemUpdatedEvent,
} from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import { withWholePaths } from './file-change-paths.ts';
import { type ItemText, itemTextOf } from './item-text.ts';
import { toolCallOf } from './item-tools.ts';
import type { ToolUseContent, UnifiedContent, UnifiedMessage } from './message.ts';
import type { MessageIds } from './message-ids.ts';
import type { Entry, MessageSheet } from './message-sheet.ts';
import { toolResultBlocks, toolUseBlocks } from './tool-blocks.ts';
import { type ToolResult, toolResultOf } from './tool-results.ts';
import type { Turn } from './turn-counter.ts';

export type ItemEvent = ItemStartedEvent | ItemUpdatedEvent | ItemCompletedEvent | ItemFailedEvent;

/** Folds the life of each item into its message. */
export interface ItemFold {
  push(event: ItemEvent, turn: Turn): UnifiedMessage[];
  delta(event: ItemDeltaEvent, turn: Turn): UnifiedMessage[];
  /** A new turn: the ids of items that are done may be used again. */
  forgetDone(): void;
  /** A new process, which numbers its items anew. */
  forgetAll(): void;
  end(): UnifiedMessage[];
  /** The message of the assistant that was the last to change. */
  readonly lastReply: Entry | undefined;
}

/** What is known of an item that has a message. */
interface Slot {
  entry: Entry;
  /** The last state of the item. */
  item: ThreadItem;
  isDone: boolean;
  /** Where the result is a message of its own. */
  result?: Entry;
}

export function createItemFold(sheet: MessageSheet, ids: MessageIds, split: boolean): ItemFold {
  const slots = new Map<string, Slot>();
  /** Web searches that do not say yet what they search for: their ids hang on it. */
  const nameless = new Map<string, { event: ItemEvent; turn: Turn }>();
  /** Calls that were turned down, by id: the live stream never had them, so the same call in earnest takes their id. */
  const turnedDown = new Map<string, Entry>();
  let lastReply: Entry | undefined;

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
    const slot: Slot = { entry: sheet.add(message, turn), item: event.item, isDone: false };
    slots.set(event.item.id, slot);
    lastReply = slot.entry;
    return isEnd(event) ? finish(event, slot) : [message];
  }

  function openText(event: ItemEvent, turn: Turn, words: ItemText): UnifiedMessage[] {
    const isEmpty = 'text' in event.item && event.item.text === '';
    if (isEmpty && !isEnd(event)) return [];
    const message = sheet.create(event, ids.next(turn, words.kind), words.role, words.content);
    if (words.injected) message.injected = true;
    const slot: Slot = { entry: sheet.add(message, turn), item: event.item, isDone: isEnd(event) };
    slots.set(event.item.id, slot);
    if (words.role === 'assistant') lastReply = slot.entry;
    return sheet.isShown(message) ? [message] : [];
  }

  function change(event: ItemEvent, slot: Slot): UnifiedMessage[] {
    const { item } = event;
    const before = slot.item;
    slot.item = item;
    const words = itemTextOf(item);
    if (words) {
      slot.isDone = isEnd(event);
      return setContent(slot, words.content);
    }
    const isSameCall =
      item.type === 'command_execution' && before.type === item.type && before.command === item.command;
    const uses = isSameCall
      ? usesIn(slot.entry.message)
      : toolUseBlocks(toolCallOf(item, sheet.cwd)?.uses ?? [], slot.entry.message.id);
    return isEnd(event) ? finish(event, slot, uses) : setContent(slot, uses);
  }

  /** Adds the result. */
  function finish(event: ItemEvent, slot: Slot, known = usesIn(slot.entry.message)): UnifiedMessage[] {
    slot.isDone = true;
    const { item } = event;
    if (item.rejected && ids.giveBack(slot.entry.turn, slot.entry.message.id))
      turnedDown.set(slot.entry.message.id, slot.entry);
    // What an unknown kind of item came to is not known either.
    if (item.type === 'unknown') return setContent(slot, known);
    const results = toolResultBlocks(known.length, slot.entry.message.id, resultOf(event, sheet.cwd));
    if (!split) return setContent(slot, [...known, ...results]);
    const changed = setContent(slot, known);
    const message = sheet.create(event, `${slot.entry.message.id}.result`, 'user', results);
    if (slot.result) return [...changed, ...sheet.replace(slot.result, message)];
    slot.result = sheet.add(message, slot.entry.turn);
    return [...changed, message];
  }

  /** Gives a call that was turned down another id when its own is taken. */
  function makeRoom(id: string): UnifiedMessage[] | undefined {
    const entry = turnedDown.get(id);
    if (!entry) return undefined;
    turnedDown.delete(id);
    const other = ids.rejected(entry.turn, id);
    return sheet.replace(entry, { ...entry.message, id: other, content: withIds(entry.message.content, id, other) });
  }

  function setContent(slot: Slot, content: UnifiedContent[]): UnifiedMessage[] {
    return sheet.replace(slot.entry, { ...slot.entry.message, content });
  }

  /** Every state of a plan is a message of its own. The end of the list only repeats the last one. */
  function pushPlan(event: ItemEvent, turn: Turn, slot: Slot | undefined): UnifiedMessage[] {
    const uses = toolCallOf(event.item)?.uses ?? [];
    const known = slot && usesIn(slot.entry.message)[0];
    if (isEnd(event) && known && JSON.stringify(known.input) === JSON.stringify(uses[0]?.input)) return [];
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
      for (const [id, slot] of slots) if (slot.isDone) slots.delete(id);
      lastReply = undefined;
    },
    forgetAll: () => slots.clear(),
    end() {
      const held = [...nameless.values()];
      nameless.clear();
      return held.flatMap(({ event, turn }) => open(event, turn, true));
    },
    get lastReply() {
      return lastReply;
    },
  };
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

function resultOf(event: ItemEvent, cwd: string | undefined): ToolResult {
  const { item } = event;
  const result = toolResultOf(item.type === 'file_change' ? withWholePaths(item, cwd) : item);
  if (event.type !== 'item.failed') return result;
  return { ...result, texts: result.texts.map((text) => text || (event.error?.message ?? '')), isError: true };
}

function isEnd(event: ItemEvent): boolean {
  return event.type === 'item.completed' || event.type === 'item.failed';
}
