import type { JsonObject } from '../lines/json.ts';
import { isInferred, withoutInferred } from './inferred.ts';
import type { CommandExecutionItem, FileChangeItem, McpToolCallItem, ThreadItem } from './item.ts';
import { mcpCall } from './mcp-call.ts';

/**
 * The content of an item, by the names of its flat view. Id, kind, status and unknown fields are beside it. What a
 * reader filled in is no part of it.
 */
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

/** All fields with a value on the wire, except those that the envelope shows itself. */
function ownFields(item: ThreadItem): JsonObject {
  const { id: _id, type: _type, status: _status, extra: _extra, ...fields } = withoutInferred(item);
  for (const name of Object.keys(fields)) {
    if (fields[name] === undefined) delete fields[name];
  }
  return fields;
}

/** `aggregated_output` is called `stdout` in the envelope. If the wire has both and they differ, both are shown. */
function commandContent(item: CommandExecutionItem): JsonObject {
  const { command, aggregated_output, ...rest } = ownFields(item);
  const stdout = item.stdout ?? aggregated_output;
  const isSame = aggregated_output === undefined || stdout === aggregated_output;
  return {
    ...(command !== undefined && { command }),
    ...(stdout !== undefined && { stdout }),
    ...(!isSame && { aggregated_output }),
    ...rest,
  };
}

/** The envelope has one file a change. If there is just one, its path and diff are also at the top. */
function changeContent(item: FileChangeItem): JsonObject {
  const fields = ownFields(item);
  const [first, ...others] = Array.isArray(fields.changes) ? fields.changes : [];
  if (!first || others.length > 0) return fields;
  const { path, diff } = first;
  return { ...(path !== undefined && { path }), ...(diff !== undefined && { diff }), ...fields };
}

function mcpContent(item: McpToolCallItem): JsonObject {
  const { server, tool } = mcpCall(item);
  const { server: ownServer, tool: ownTool, ...rest } = ownFields(item);
  const isSaid = (name: string, own: unknown) => own !== undefined || !isInferred(item, name);
  return {
    ...(isSaid('server', ownServer) && { server_name: server }),
    ...(isSaid('tool', ownTool) && { tool_name: tool }),
    ...rest,
  };
}
