import { isObject } from '../../core/lines/json.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { fullToolName } from '../../core/tools/tool-names.ts';

/** Names of tools that an event says the model may call. Agents write them at three places; most events name none. */
export function offeredTools(event: ThreadEvent): string[] {
  if (event.type === 'thread.started') return namesIn(event.extra?.tools);
  if (event.type === 'context') {
    const { attachment } = event.data;
    return isObject(attachment) ? namesIn(attachment.addedNames) : [];
  }
  // The answer to a search for tools.
  if (event.type !== 'item.completed' || event.item.type !== 'tool_call') return [];
  const output = event.item.extra?.call_output;
  return isObject(output) ? namesIn(output.tools) : [];
}

/** A name, or an object with one; a namespace holds a list of them. */
function namesIn(list: unknown, namespace?: string): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((tool: unknown) => {
    if (typeof tool === 'string') return [tool];
    if (!isObject(tool) || typeof tool.name !== 'string') return [];
    if (Array.isArray(tool.tools) && namespace === undefined) return namesIn(tool.tools, tool.name);
    return [fullToolName(tool.name, namespace)];
  });
}
