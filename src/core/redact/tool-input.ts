import type { ThreadEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import { mcpCall } from '../thread/mcp-call.ts';

/** A secret in the input of a tool. */
export interface ToolInputRedaction {
  rule: string;
  /** The item of the call. */
  item_id: string;
  /** The tool, under the agent's name for it if the item has one. */
  tool: string;
  /** The line of the input that held the secret. */
  line: number;
}

/** The tool input of an event. Undefined if it is not a call. */
export function toolInput(event: ThreadEvent): { item_id: string; tool: string; value: unknown } | undefined {
  if (!('item' in event)) return undefined;
  const { item } = event;
  const value = inputOf(item);
  if (value === undefined && item.call === undefined) return undefined;
  return { item_id: item.id, tool: item.call?.name ?? nameOf(item), value: [value, item.call?.input] };
}

function inputOf(item: ThreadItem): unknown {
  switch (item.type) {
    case 'command_execution':
      return item.command;
    case 'file_change':
      return item.changes;
    case 'mcp_tool_call':
      return item.arguments;
    case 'collab_tool_call':
      return item.prompt;
    case 'web_search':
      return [item.query, item.action];
    case 'tool_call':
      return item.input;
    default:
      return undefined;
  }
}

function nameOf(item: ThreadItem): string {
  if (item.type === 'tool_call') return item.name;
  if (item.type === 'mcp_tool_call') return mcpCall(item).tool;
  if (item.type === 'collab_tool_call') return item.tool;
  return item.type;
}
