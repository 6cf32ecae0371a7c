import { type JsonObject, jsonText } from '../../lines/json.ts';
import type { AgentCall, ThreadItem } from '../../thread/item.ts';
import { itemCall, oneCall, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolCall, ToolVocabulary } from './vocabulary.ts';

/** Claude's tool that does the same as an agent's own. */
export interface ClaudeTwin {
  name: string | ((input: JsonObject) => string);
  /** The input in Claude's words. If absent, it is the same. */
  input?: (input: JsonObject) => JsonObject;
}

/** The twin of an agent's tool, if it has one. */
export type FindTwin = (name: string, input: JsonObject) => ClaudeTwin | undefined;

/** The vocabulary of an agent whose calls are known as they were made. Tools without a twin keep their own names. */
export function twinVocabulary(twins: ReadonlyMap<string, ClaudeTwin> | FindTwin): ToolVocabulary {
  const find: FindTwin = typeof twins === 'function' ? twins : (name) => twins.get(name);
  return {
    call(item, cwd) {
      const call = callOf(item);
      // A plan without a twin is told by its kind.
      const isPlan = item.type === 'todo_list' && call && !find(call.name, toObject(call.input));
      return call && !isPlan ? twinOf(call, find) : itemCall(item, cwd);
    },
    result: itemResult,
  };
}

function callOf(item: ThreadItem): AgentCall | undefined {
  // Servers' tools have one form for all agents, unless the call is another agent's.
  if (item.type === 'mcp_tool_call' && !item.call?.handed_over) return undefined;
  if (typeof item.call?.name === 'string') return item.call;
  return item.type === 'tool_call' ? item : undefined;
}

function twinOf({ name, input, handed_over }: AgentCall, find: FindTwin): ToolCall {
  const own = toObject(input);
  // Another agent's tool may have the name of one of this one's.
  const twin = handed_over ? undefined : find(name, own);
  const twinName = typeof twin?.name === 'function' ? twin.name(own) : twin?.name;
  return oneCall(twinName ?? name, twin?.input?.(own) ?? own, `${name}\n${jsonText(input)}`);
}

/** A time-out in seconds, which Claude has in milliseconds. */
export function inMilliseconds(input: JsonObject): JsonObject {
  const { timeout } = input;
  return typeof timeout === 'number' && Number.isFinite(timeout) ? { ...input, timeout: timeout * 1000 } : input;
}
