import * as coreLimits from '../../limits/core.ts';
import { jsonText } from '../lines/json.ts';
import type { ItemEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import type { ImageContent, ToolResultContent, ToolUseContent } from './message.ts';
import { giveBack, nextId, nextToolId, rejectedId } from './message-ids.ts';
import type { MessageRow } from './message-list.ts';
import { RecentMap } from './recent-map.ts';
import type { Turn } from './turn-counter.ts';
import type { AgentVocabulary } from './vocabularies/registry.ts';
import type { ToolCall, ToolResult, ToolUse } from './vocabularies/vocabulary.ts';

/** A call from its beginning to its end. The same object serves the whole life, so others may attach theirs to it. */
export interface ToolState {
  /** The id of its first `tool_use`, which is also that of its message. */
  id: string;
  readonly turn: Turn;
  readonly type: ThreadItem['type'];
  /** The command line of a command, and the arguments behind it. Its call depends on nothing else. */
  command: string | undefined;
  readonly input: unknown;
  /** The number of its `tool_use` blocks. */
  useCount: number;
  isDone: boolean;
  /** For messages: the call's row in the list, and with `split` that of its result. */
  row: MessageRow | undefined;
  resultRow: MessageRow | undefined;
}

/** The changes that an event makes to a call. */
export interface ToolNews {
  state: ToolState;
  /** The event that first mentioned a call unknown before. */
  opening: ItemEvent | undefined;
  /** The number of its `tool_use` blocks known before, and whether it had already ended. */
  knownUses: number;
  wasDone: boolean;
  /** The current call. Undefined if it has not changed. */
  uses: ToolUseContent[] | undefined;
  /** The results, once the call is done. */
  results: ResultBlock[] | undefined;
}

export type ResultBlock = ToolResultContent | ImageContent;

/** Folds the life of each tool. Messages, NDJSON and AI parts are built on it. */
export interface ToolLife {
  /** Takes a tool's item. Undefined if it brings nothing new. */
  push(event: ItemEvent, turn: Turn, cwd: string | undefined): ToolNews | undefined;
  /** The state of a known call. */
  find(itemId: string): ToolState | undefined;
  /** Begins a new turn, in which ids of finished items may be reused. */
  forgetDone(): void;
  /** Called when a new process numbers its items anew, or when turns were taken back. */
  forgetAll(): void;
  /** Returns what was held back. */
  end(): ToolNews[];
}

export interface ToolLifeOptions {
  agent: AgentVocabulary;
  /**
   * A refused call never was on the live stream, so the same call in earnest takes its id. Called with the refused
   * call's new id, for those who can still change what they told of it. Others leave the call out, and ids count on.
   */
  onRename?: (state: ToolState, from: string) => void;
}

export function createToolLife({ agent, onRename }: ToolLifeOptions): ToolLife {
  const { vocabulary } = agent;
  const open = new RecentMap<ToolState>(coreLimits.maxOpenCalls);
  const done = new RecentMap<ToolState>(coreLimits.maxEndedItems);
  /** Web searches that do not name their query yet. Their ids depend on it. */
  const nameless = new RecentMap<{ event: ItemEvent; turn: Turn; call: ToolCall }>(coreLimits.maxOpenCalls);
  /** The refused calls, by id. */
  const turnedDown = new RecentMap<ToolState>(coreLimits.maxOpenCalls);
  /** The last state told of each plan. */
  const plans = new RecentMap<string>(coreLimits.maxOpenCalls);

  function push(event: ItemEvent, turn: Turn, cwd: string | undefined): ToolNews | undefined {
    const { item } = event;
    if (item.type === 'todo_list' && !keepsId(item)) return pushPlan(event, turn, cwd);
    const state = find(item.id);
    if (!state || state.type !== item.type || (state.isDone && isAnother(state, event))) return begin(event, turn, cwd);
    const { useCount: knownUses, isDone: wasDone } = state;
    const uses = isSameCommand(state, item) ? undefined : usesOf(vocabulary.call(item, cwd)?.uses ?? [], state);
    const results = isEnd(event) ? finish(event, state, cwd) : undefined;
    return { state, opening: undefined, knownUses, wasDone, uses, results };
  }

  function begin(event: ItemEvent, turn: Turn, cwd: string | undefined): ToolNews | undefined {
    const { item } = event;
    const call = vocabulary.call(item, cwd);
    if (!call) return undefined;
    const isNameless = item.type === 'web_search' && call.identity === '' && !keepsId(item);
    if (isNameless && !isEnd(event)) {
      nameless.set(item.id, { event, turn, call });
      return undefined;
    }
    const opening = nameless.get(item.id)?.event ?? event;
    nameless.delete(item.id);
    const id = keepsId(item) ? item.id : derivedId(turn, call);
    const state = createState(id, turn, item);
    const uses = usesOf(call.uses, state);
    if (!isEnd(event)) open.set(item.id, state);
    const results = isEnd(event) ? finish(event, state, cwd) : undefined;
    return { state, opening, knownUses: 0, wasDone: false, uses, results };
  }

  function derivedId(turn: Turn, call: ToolCall): string {
    const id = nextToolId(turn, call.uses[0]?.name ?? '', call.identity);
    const rejected = turnedDown.get(id);
    if (rejected) {
      turnedDown.delete(id);
      rejected.id = rejectedId(rejected.turn, id);
      onRename?.(rejected, id);
    }
    return id;
  }

  function finish(event: ItemEvent, state: ToolState, cwd: string | undefined): ResultBlock[] | undefined {
    const { item } = event;
    state.isDone = true;
    open.delete(item.id);
    done.set(item.id, state);
    if (item.rejected && onRename && !keepsId(item) && giveBack(state.turn, state.id)) turnedDown.set(state.id, state);
    // The result of an unknown kind of item is unknown, too.
    return item.type === 'unknown' ? undefined : resultBlocks(state.useCount, state.id, resultOf(event, cwd));
  }

  function resultOf(event: ItemEvent, cwd: string | undefined): ToolResult {
    const result = vocabulary.result(event.item, cwd);
    if (event.type !== 'item.failed') return result;
    const [text, ...rest] = result.texts;
    return { ...result, texts: [text || (event.error?.message ?? ''), ...rest], isError: true };
  }

  /** Every state of a plan is a call of its own. The end of the list only repeats the last one. */
  function pushPlan(event: ItemEvent, turn: Turn, cwd: string | undefined): ToolNews | undefined {
    const { item } = event;
    const uses = vocabulary.call(item, cwd)?.uses ?? [];
    const plan = jsonText(item.type === 'todo_list' ? item.items : uses);
    if (isEnd(event) && plans.get(item.id) === plan) return undefined;
    plans.set(item.id, plan);
    const state = createState(nextId(turn, 'plan'), turn, item);
    state.isDone = true;
    const blocks = usesOf(uses, state);
    const results = resultBlocks(state.useCount, state.id, vocabulary.result(item, cwd));
    return { state, opening: event, knownUses: 0, wasDone: false, uses: blocks, results };
  }

  /** Ids that a reader made up because the wire had none differ between live and disk. */
  function keepsId(item: ThreadItem): boolean {
    return agent.keepsIds !== undefined && !isMadeUp(item.id);
  }

  function find(itemId: string): ToolState | undefined {
    return open.get(itemId) ?? done.get(itemId);
  }

  return {
    push,
    find,
    forgetDone() {
      done.clear();
      plans.clear();
    },
    forgetAll() {
      for (const held of [open, done, nameless, turnedDown, plans]) held.clear();
    },
    end() {
      const held = nameless.values();
      nameless.clear();
      return held.map(({ event, turn, call }) => {
        const state = createState(derivedId(turn, call), turn, event.item);
        const uses = usesOf(call.uses, state);
        return { state, opening: event, knownUses: 0, wasDone: false, uses, results: undefined };
      });
    },
  };
}

export function isEnd(event: ItemEvent): boolean {
  return event.type === 'item.completed' || event.type === 'item.failed';
}

/** True for an id made up by a reader: the number of the line and of the thing on it. */
export function isMadeUp(itemId: string): boolean {
  return /^L\d+\.\d+$/.test(itemId);
}

function createState(id: string, turn: Turn, item: ThreadItem): ToolState {
  const command = item.type === 'command_execution' ? item.command : undefined;
  const input = item.call?.input;
  return {
    id,
    turn,
    type: item.type,
    command,
    input,
    useCount: 0,
    isDone: false,
    row: undefined,
    resultRow: undefined,
  };
}

/** After its end, an id may stand for another call. A new start or another command shows that. */
function isAnother(state: ToolState, { type, item }: ItemEvent): boolean {
  return type === 'item.started' || (item.type === 'command_execution' && state.command !== item.command);
}

function isSameCommand(state: ToolState, item: ThreadItem): boolean {
  return item.type === 'command_execution' && state.input === item.call?.input && state.command === item.command;
}

/** The first use has the call's id. Further files of a patch append `.2`, `.3`, …. */
function usesOf(uses: readonly ToolUse[], state: ToolState): ToolUseContent[] {
  state.useCount = uses.length;
  return toolUseBlocks(uses, state.id);
}

export function toolUseBlocks(uses: readonly ToolUse[], id: string): ToolUseContent[] {
  return uses.map(({ name, input }, index) => ({ type: 'tool_use', id: useId(id, index), name, input }));
}

/** The blocks that answer a call, one for each of its uses, and the images of the answer. */
export function resultBlocks(count: number, id: string, result: ToolResult): ResultBlock[] {
  const blocks: ResultBlock[] = [];
  for (let index = 0; index < count; index += 1) {
    const content = result.texts[index] ?? '';
    blocks.push({ type: 'tool_result', tool_use_id: useId(id, index), content, is_error: result.isError });
  }
  for (const image of result.images) blocks.push(image);
  return blocks;
}

function useId(id: string, index: number): string {
  return index === 0 ? id : `${id}.${index + 1}`;
}
