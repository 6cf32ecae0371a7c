import { type JsonObject, jsonText } from '../../lines/json.ts';
import { itemCall, oneCall, toObject } from './item-calls.ts';
import { itemResult } from './item-results.ts';
import type { ToolVocabulary } from './vocabulary.ts';

/** Claude's name for a tool of another agent, and its arguments in Claude's words. */
export interface ClaudeTwin {
  name: string;
  input?: (input: JsonObject) => JsonObject;
}

/**
 * The vocabulary of an agent whose items carry its own calls. MCP tools and plans are told by the item's kind; any other
 * tool by its twin, or by its own name.
 */
export function twinVocabulary(twinOf: (name: string, input: JsonObject) => ClaudeTwin | undefined): ToolVocabulary {
  return {
    call(item, cwd) {
      const call = item.call ?? (item.type === 'tool_call' ? item : undefined);
      if (!call || item.type === 'mcp_tool_call' || item.type === 'todo_list') return itemCall(item, cwd);
      const own = toObject(call.input);
      const twin = twinOf(call.name, own);
      return oneCall(twin?.name ?? call.name, twin?.input?.(own) ?? own, `${call.name}\n${jsonText(call.input)}`);
    },
    result: itemResult,
  };
}
