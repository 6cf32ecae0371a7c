import { isObject, type JsonObject } from '../lines/json.ts';
import type { ThreadItem } from '../thread/item.ts';
import { unwrapShell } from '../tools/shell-words.ts';
import { type ToolUse, toolUses } from './claude-tools.ts';
import { withWholePaths } from './file-change-paths.ts';
import { fileChangeTool } from './file-change-tools.ts';
import { jsonText } from './json-text.ts';
import { claudeMcpName } from './mcp-tool-name.ts';
import { webQuery, webTool } from './web-tool.ts';

/** A tool item as Claude's tools. */
export interface ToolCall {
  /** Several only for a patch of several files. */
  uses: ToolUse[];
  /** What makes the call the same live and in the session file. Ids are made of it, so it holds only what both have. */
  identity: string;
}

/** The call that an item stands for; undefined for items that are no tools. */
export function toolCallOf(item: ThreadItem, cwd?: string): ToolCall | undefined {
  switch (item.type) {
    case 'command_execution': {
      const command = unwrapShell(item.command);
      return { uses: [{ name: 'Bash', input: { command } }], identity: command };
    }
    case 'file_change': {
      const { changes } = withWholePaths(item, cwd);
      const identity = changes.map(({ kind, path }) => `${kind} ${path}`).join('\n');
      // A patch of nothing is still a call.
      const uses = changes.length > 0 ? changes.map(fileChangeTool) : [{ name: 'Edit', input: {} }];
      return { uses, identity };
    }
    case 'mcp_tool_call': {
      const input = toObject(item.arguments);
      return {
        uses: [{ name: claudeMcpName(item.server, item.tool), input }],
        // Session files may have both joined to one name, and other characters than letters and digits as underscores.
        identity: `${item.server}__${item.tool}`.replace(/\W/g, '_'),
      };
    }
    case 'web_search':
      return { uses: [webTool(item)], identity: webQuery(item) };
    case 'collab_tool_call': {
      const input: JsonObject = { description: item.tool, prompt: item.prompt ?? '' };
      if (item.receiver_thread_ids.length > 0) input.receiver_thread_ids = item.receiver_thread_ids;
      return { uses: [{ name: 'Task', input }], identity: `${item.tool}\n${item.prompt ?? ''}` };
    }
    case 'todo_list':
      return { uses: toolUses('todo_list', item), identity: '' };
    case 'tool_call':
      return { uses: toolUses(item.name, item.input), identity: `${item.name}\n${jsonText(item.input)}` };
    case 'image': {
      const name = item.purpose === 'view' ? 'view_image' : `image_${item.purpose}`;
      const input: JsonObject = {};
      if (item.path !== undefined) input.path = item.path;
      if (item.prompt !== undefined) input.prompt = item.prompt;
      return { uses: toolUses(name, input), identity: `${name}\n${item.path ?? ''}\n${item.prompt ?? ''}` };
    }
    case 'unknown':
      return { uses: [{ name: item.wire_type, input: item.data }], identity: jsonText(item.data) };
    default:
      return undefined;
  }
}

function toObject(value: unknown): JsonObject {
  if (isObject(value)) return value;
  return value === undefined || value === null ? {} : { raw: value };
}
