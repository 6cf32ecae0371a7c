import { type ItemEvent, isEnd, resultOf } from '../messages/item-event.ts';
import { type ToolCall, toolCallOf } from '../messages/item-tools.ts';
import { jsonText } from '../messages/json-text.ts';
import type { ToolUseContent } from '../messages/message.ts';
import type { MessageIds } from '../messages/message-ids.ts';
import { toolResultBlocks, toolUseBlocks } from '../messages/tool-blocks.ts';
import { type ToolResult, toolResultOf } from '../messages/tool-results.ts';
import type { Turn } from '../messages/turn-counter.ts';
import type { NdjsonEvent, NdjsonToolResult } from './ndjson-event.ts';

/** The lines of tools: the call when it begins, the result when it ends, each once. */
export interface ToolLines {
  /** The lines of an item that is a tool. */
  push(event: ItemEvent, turn: Turn, cwd: string | undefined): NdjsonEvent[];
  /** A new turn: the ids of items that are done may be used again. */
  forgetDone(): void;
  /** A new process, which numbers its items anew. */
  forgetAll(): void;
  /** Gives what was held back. */
  end(): NdjsonEvent[];
}

/** A call that was told. Holds no output, however long a turn goes on. */
interface ToldCall {
  id: string;
  type: string;
  identity: string;
  /** How many `tool_use` lines were written for it. */
  useCount: number;
  isDone: boolean;
}

export function createToolLines(ids: MessageIds): ToolLines {
  const calls = new Map<string, ToldCall>();
  /** Web searches that do not say yet what they search for: their ids hang on it. */
  const nameless = new Map<string, { call: ToolCall; turn: Turn }>();
  /** The plan that was told last, for each list. */
  const plans = new Map<string, string>();

  function push(event: ItemEvent, turn: Turn, cwd: string | undefined): NdjsonEvent[] {
    const { item } = event;
    const call = toolCallOf(item, cwd);
    if (!call || item.type === 'unknown') return [];
    if (item.type === 'todo_list') return pushPlan(event, call, turn);
    const known = calls.get(item.id);
    if (known && isSameCall(known, event, call)) {
      return isEnd(event) && !known.isDone ? finish(event, known, call, cwd) : [];
    }
    if (item.type === 'web_search' && call.identity === '' && !isEnd(event)) {
      nameless.set(item.id, { call, turn });
      return [];
    }
    nameless.delete(item.id);
    const told = begin(item.type, call, ids.nextTool(turn, call.uses[0]?.name ?? '', call.identity));
    calls.set(item.id, told);
    const lines = toolUseBlocks(call.uses, told.id).map(useLine);
    return isEnd(event) ? [...lines, ...finish(event, told, call, cwd)] : lines;
  }

  function finish(event: ItemEvent, told: ToldCall, call: ToolCall, cwd: string | undefined): NdjsonEvent[] {
    told.isDone = true;
    // A patch may turn out to have more files than it said at first.
    const late = toolUseBlocks(call.uses, told.id).slice(told.useCount).map(useLine);
    const count = told.useCount + late.length;
    return [...late, ...resultLines(count, told.id, resultOf(event, cwd))];
  }

  /** Every state of a plan is a call of its own. The end of the list only repeats the last one. */
  function pushPlan(event: ItemEvent, call: ToolCall, turn: Turn): NdjsonEvent[] {
    const plan = jsonText(call.uses[0]?.input);
    if (isEnd(event) && plans.get(event.item.id) === plan) return [];
    plans.set(event.item.id, plan);
    const id = ids.next(turn, 'plan');
    return [
      ...toolUseBlocks(call.uses, id).map(useLine),
      ...resultLines(call.uses.length, id, toolResultOf(event.item)),
    ];
  }

  return {
    push,
    forgetDone() {
      for (const [id, call] of calls) if (call.isDone) calls.delete(id);
      plans.clear();
    },
    forgetAll() {
      calls.clear();
      plans.clear();
    },
    end() {
      const lines: NdjsonEvent[] = [];
      for (const { call, turn } of nameless.values()) {
        const id = ids.nextTool(turn, call.uses[0]?.name ?? '', call.identity);
        lines.push(...toolUseBlocks(call.uses, id).map(useLine));
      }
      nameless.clear();
      return lines;
    },
  };
}

function begin(type: string, call: ToolCall, id: string): ToldCall {
  return { id, type, identity: call.identity, useCount: call.uses.length, isDone: false };
}

/** After its end an id may stand for another call, which is told by a new start or by what it calls. */
function isSameCall(known: ToldCall, event: ItemEvent, call: ToolCall): boolean {
  if (known.type !== event.item.type) return false;
  return !known.isDone || (event.type !== 'item.started' && known.identity === call.identity);
}

function useLine({ id, name, input }: ToolUseContent): NdjsonEvent {
  return { type: 'tool_use', tool_name: name, tool_id: id, parameters: input };
}

/** Images stand at the first of a call's results: only calls with one result have any. */
function resultLines(count: number, id: string, result: ToolResult): NdjsonEvent[] {
  const lines: NdjsonToolResult[] = [];
  for (const block of toolResultBlocks(count, id, result)) {
    if (block.type === 'image') {
      const [first] = lines;
      if (first) first.images = [...(first.images ?? []), block.source];
    } else {
      const status = block.is_error ? 'error' : 'success';
      lines.push({ type: 'tool_result', tool_id: block.tool_use_id, status, output: block.content });
    }
  }
  return lines;
}
