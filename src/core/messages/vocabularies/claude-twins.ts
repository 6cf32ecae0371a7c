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

/** The vocabulary of an agent whose calls are known as they were made. Tools without a twin keep their own names. */
export function twinVocabulary(twins: ReadonlyMap<string, ClaudeTwin>): ToolVocabulary {
  return {
    call(item, cwd) {
      const call = callOf(item);
      return call ? twinOf(call, twins) : itemCall(item, cwd);
    },
    result: itemResult,
  };
}

function callOf(item: ThreadItem): AgentCall | undefined {
  if (typeof item.call?.name === 'string') return item.call;
  return item.type === 'tool_call' ? item : undefined;
}

function twinOf({ name, input }: AgentCall, twins: ReadonlyMap<string, ClaudeTwin>): ToolCall {
  const twin = twins.get(name);
  const own = toObject(input);
  const twinName = typeof twin?.name === 'function' ? twin.name(own) : twin?.name;
  return oneCall(twinName ?? name, twin?.input?.(own) ?? own, `${name}\n${jsonText(input)}`);
}

/** A time-out in seconds, which Claude has in milliseconds. */
export function inMilliseconds(input: JsonObject): JsonObject {
  const { timeout } = input;
  return typeof timeout === 'number' && Number.isFinite(timeout) ? { ...input, timeout: timeout * 1000 } : input;
}
