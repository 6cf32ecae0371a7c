import { isObject, type JsonObject, jsonText } from '../../lines/json.ts';
import type { FileChangeItem, McpToolCallItem, ThreadItem } from '../../thread/item.ts';
import { mcpCall } from '../../thread/mcp-call.ts';
import { fileChangeTool, wholeChanges } from './file-changes.ts';
import type { ToolCall } from './vocabulary.ts';

/** Maps the model's kinds of items to Claude's tools, for every agent that says no more about a call. */
export function itemCall(item: ThreadItem, cwd: string | undefined): ToolCall | undefined {
  switch (item.type) {
    case 'command_execution':
      return oneCall('Bash', { command: item.command }, item.command);
    case 'file_change':
      return patchCall(item, cwd);
    case 'mcp_tool_call':
      return mcpToolCall(item);
    case 'web_search':
      return oneCall('WebSearch', { query: item.query }, item.query);
    case 'collab_tool_call': {
      const input: JsonObject = { description: item.tool, prompt: item.prompt ?? '' };
      if (item.receiver_thread_ids.length > 0) input.receiver_thread_ids = item.receiver_thread_ids;
      return oneCall('Task', input, `${item.tool}\n${item.prompt ?? ''}`);
    }
    case 'todo_list':
      return oneCall('TodoWrite', todoInput(item.items) ?? {}, '');
    case 'tool_call':
      return oneCall(item.name, toObject(item.input), `${item.name}\n${jsonText(item.input)}`);
    case 'image':
      return imageCall(item, item.purpose === 'view' ? 'view_image' : `image_${item.purpose}`);
    case 'unknown':
      return oneCall(item.wire_type, item.data, jsonText(item.data));
    default:
      return undefined;
  }
}

export function oneCall(name: string, input: JsonObject, identity: string): ToolCall {
  return { uses: [{ name, input }], identity };
}

/** Keeps arguments that are not an object as `{raw}`. */
export function toObject(value: unknown): JsonObject {
  if (isObject(value)) return value;
  return value === undefined || value === null ? {} : { raw: value };
}

/** Renames some fields, unless the new name is taken. */
export function renamer(names: Readonly<Record<string, string>>): (input: JsonObject) => JsonObject {
  const known = new Map(Object.entries(names));
  return (input) =>
    Object.fromEntries(
      Object.entries(input).map(([key, value]): [string, unknown] => {
        const name = known.get(key);
        return [name === undefined || Object.hasOwn(input, name) ? key : name, value];
      }),
    );
}

/** Steps of a plan, under any of the names that agents use. Undefined for anything but a list of steps. */
export function todoInput(steps: unknown): JsonObject | undefined {
  return Array.isArray(steps) && steps.every(isObject) ? { todos: steps.map(todo) } : undefined;
}

function todo(step: JsonObject): JsonObject {
  const content = step.step ?? step.text ?? step.content ?? step.description;
  return {
    content: typeof content === 'string' ? content : '',
    status: typeof step.status === 'string' ? step.status : step.completed === true ? 'completed' : 'pending',
  };
}

/** An empty patch is still a call. */
function patchCall(item: FileChangeItem, cwd: string | undefined): ToolCall {
  const changes = wholeChanges(item.changes, cwd);
  const identity = changes.map(({ kind, path }) => `${kind} ${path}`).join('\n');
  return { uses: changes.length > 0 ? changes.map(fileChangeTool) : [{ name: 'Edit', input: {} }], identity };
}

/**
 * Claude would keep a hyphen in a server's name, but session files replace all but letters and digits by an underscore,
 * and live and reload must agree. The arguments are not part of the identity: some streams lack them.
 */
function mcpToolCall(item: McpToolCallItem): ToolCall {
  const { server, tool, arguments: input } = mcpCall(item);
  return oneCall(claudeMcpName(server, tool), toObject(input), `${server}__${tool}`.replace(/\W/g, '_'));
}

export function claudeMcpName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`.replace(/\W/g, '_');
}

export function imageCall(item: Extract<ThreadItem, { type: 'image' }>, name: string): ToolCall {
  const input: JsonObject = {};
  if (item.path !== undefined) input.path = item.path;
  if (item.prompt !== undefined) input.prompt = item.prompt;
  return oneCall(name, input, `${name}\n${item.path ?? ''}\n${item.prompt ?? ''}`);
}
