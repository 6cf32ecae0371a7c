import type { JsonObject } from '../lines/json.ts';
import type { CommandExecutionItem, FileChangeItem, McpToolCallItem, ThreadItem } from './item.ts';

/** The content of an item, under the names of requirement 000. Id, kind, status and unknown fields are beside it. */
export function itemContent(item: ThreadItem): JsonObject {
  switch (item.type) {
    case 'command_execution':
      return commandContent(item);
    case 'file_change':
      return changeContent(item);
    case 'mcp_tool_call':
      return mcpContent(item);
    case 'unknown':
      return item.data;
    default:
      return ownFields(item);
  }
}

/** All fields with a value, except those that the envelope shows itself. */
function ownFields(item: object): JsonObject {
  const { id: _id, type: _type, status: _status, extra: _extra, ...fields }: JsonObject = { ...item };
  for (const name of Object.keys(fields)) {
    if (fields[name] === undefined) delete fields[name];
  }
  return fields;
}

/** `aggregated_output` is called `stdout` in 000. If the wire has both and they differ, both are shown. */
function commandContent(item: CommandExecutionItem): JsonObject {
  const { command, aggregated_output, ...rest } = ownFields(item);
  const stdout = item.stdout ?? aggregated_output;
  return { command, stdout, ...(stdout !== aggregated_output && { aggregated_output }), ...rest };
}

/** 000 knows one file per change. If there is just one, its path and diff are also at the top. */
function changeContent(item: FileChangeItem): JsonObject {
  const [first, ...others] = item.changes;
  const fields = ownFields(item);
  if (!first || others.length > 0) return fields;
  return { path: first.path, ...(first.diff !== undefined && { diff: first.diff }), ...fields };
}

function mcpContent(item: McpToolCallItem): JsonObject {
  const { server, tool, ...rest } = ownFields(item);
  return { server_name: server, tool_name: tool, ...rest };
}
