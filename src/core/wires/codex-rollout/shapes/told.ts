import { isObject } from '../../../lines/json.ts';
import type { ThreadItem } from '../../../thread/item.ts';
import { mcpCall } from '../../../thread/mcp-call.ts';

/**
 * Puts the text that the model was told of a call on it, unless the item has the same as its own output. A call may be
 * told of several times. Changes the item, but not its call, which others may share.
 */
export function addTold(item: ThreadItem, text: string): void {
  const { call } = item;
  if (!call) return;
  const told = call.told === undefined ? text : `${call.told}\n${text}`;
  const { told: _told, ...asked } = call;
  item.call = told === ownOutput(item) ? asked : { ...asked, told };
}

/** The output that an item has in a field of its own. */
function ownOutput(item: ThreadItem): string | undefined {
  switch (item.type) {
    case 'command_execution':
      return item.aggregated_output;
    case 'file_change':
      return item.stdout ?? item.stderr;
    case 'tool_call':
    case 'collab_tool_call':
      return item.output;
    case 'mcp_tool_call': {
      const { result, error } = mcpCall(item);
      const [only, ...others] = result?.content ?? [];
      return error?.message ?? (others.length === 0 && isObject(only) ? textOf(only.text) : undefined);
    }
    default:
      return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
