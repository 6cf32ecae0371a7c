import { isObject, type JsonObject } from '../../lines/json.ts';
import type { FileChange, ThreadItem } from '../../thread/item.ts';

/** The kinds of changes, by the tool's name in the messages for people. */
const CHANGES = new Map<unknown, string>([
  ['editedExistingFile', 'update'],
  ['newFileCreated', 'add'],
  ['fileDeleted', 'delete'],
]);

/** The item of a tool message. It tells what was done, not the call as the model wrote it. */
export function toolItem(id: string, tool: JsonObject, status: string): ThreadItem {
  const { tool: name, path, content, diff, ...rest } = tool;
  const kind = CHANGES.get(name);
  if (kind !== undefined && typeof path === 'string') {
    const change: FileChange = { path, kind };
    if (kind === 'add' && typeof content === 'string') change.new_content = content;
    if (kind === 'update' && typeof content === 'string') change.diff = content;
    if (typeof diff === 'string') change.diff = diff;
    const item: ThreadItem = { id, type: 'file_change', changes: [change], status };
    if (Object.keys(rest).length > 0) item.extra = rest;
    return item;
  }
  const input = { ...(path !== undefined && { path }), ...(diff !== undefined && { diff }), ...rest };
  const item: ThreadItem = { id, type: 'tool_call', name: typeof name === 'string' ? name : '', input, status };
  if (typeof content === 'string') item.output = content;
  else if (content !== undefined) item.extra = { content };
  if (typeof name !== 'string' && name !== undefined) item.extra = { ...item.extra, tool: name };
  return item;
}

/** The item of a call of an MCP server: `{serverName, toolName, arguments}`. */
export function mcpItem(id: string, call: JsonObject, status: string): ThreadItem {
  const { serverName, toolName, uri, arguments: input, ...rest } = call;
  const item: ThreadItem = {
    id,
    type: 'mcp_tool_call',
    server: typeof serverName === 'string' ? serverName : '',
    tool: typeof toolName === 'string' ? toolName : typeof uri === 'string' ? uri : '',
    status,
  };
  if (input !== undefined) item.arguments = input;
  const extra = isObject(rest) && Object.keys(rest).length > 0 ? rest : undefined;
  if (extra) item.extra = extra;
  return item;
}

const RESULT =
  /^\[execute_command for [^\n]*\] Result:\n(?:Command executed successfully \(exit code (\d+)\)|Command failed with exit code (\d+))/;

/** The exit code of a command, which stands only in the next request. */
export function toldExitCode(request: string): number | undefined {
  const [, good, bad = good] = RESULT.exec(request.slice(0, 65_536)) ?? [];
  return bad === undefined ? undefined : Number(bad);
}
