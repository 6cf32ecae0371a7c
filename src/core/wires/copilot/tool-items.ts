import { isObject, type JsonObject } from '../../lines/json.ts';
import type { AgentCall, FileChange, ItemStatus, ThreadItem } from '../../thread/item.ts';
import { parsePatch } from '../../tools/apply-patch.ts';
import { inferItem } from '../inferred.ts';
import type { ToolEnd } from './records.ts';

/** A call of a tool, as the model asked for it. */
export interface CopilotCall {
  id: string;
  /** `bash`, `view`, `edit`, … It depends on the model and the version. */
  name: string;
  /** An object, or a text for custom tools. */
  input: unknown;
  /** The server and the tool, if it is one of an MCP server. */
  mcp?: { server: string; tool: string } | undefined;
}

/** What is known of the result. */
interface Result {
  status: ItemStatus;
  /** The text for the model, or the reason of a failure. */
  text?: string | undefined;
  /** A diff for people. */
  details?: string | undefined;
  exitCode?: number | undefined;
}

/** The item of a call that runs, with its output so far. */
export function startedItem(call: CopilotCall, text?: string): ThreadItem {
  const item = itemOf(call, { status: 'in_progress', text });
  return inferItem(item, { ...sourceOf(call), output: text }, call);
}

/** The item of a call that ended. */
export function endedItem(call: CopilotCall, end: ToolEnd): ThreadItem {
  const { success, result, error, shellExecution } = end;
  const isDenied = error?.code === 'denied';
  const status = success === false || error ? (isDenied ? 'declined' : 'failed') : 'completed';
  const text = result?.content ?? error?.message;
  const item = itemOf(call, { status, text, details: result?.detailedContent, exitCode: shellExecution?.exitCode });
  return inferItem(item, { ...sourceOf(call), status, output: text }, call);
}

function sourceOf({ name, input }: CopilotCall): JsonObject {
  const command = isObject(input) ? input.command : undefined;
  return { name, tool: name, command, changes: true, arguments: input };
}

function itemOf(call: CopilotCall, result: Result): ThreadItem {
  if (call.mcp) return mcpItem(call, call.mcp, result);
  return itemMakers.get(call.name)?.(call, result) ?? otherItem(call, result);
}

type ItemMaker = (call: CopilotCall, result: Result) => ThreadItem | undefined;

const itemMakers = new Map<string, ItemMaker>([
  ['bash', commandItem],
  ['powershell', commandItem],
  ['create', changeItem],
  ['edit', changeItem],
  ['apply_patch', patchItem],
  ['web_search', searchItem],
]);

/** The last line of a command's output: `<shellId: 0 completed with exit code 3>`, before `<exited with exit code 3>`. */
const EXIT_LINE = /<(?:shellId: \S{1,64} completed|exited) with exit code (-?\d{1,10})>$/;
const EXIT_LINE_LENGTH = 128;

function commandItem(call: CopilotCall, { status, text = '', exitCode }: Result): ThreadItem | undefined {
  if (!isObject(call.input) || typeof call.input.command !== 'string') return undefined;
  const tail = EXIT_LINE.exec(text.slice(-EXIT_LINE_LENGTH));
  const output = tail ? text.slice(0, text.length - tail[0].length) : text;
  const { id } = call;
  const { command } = call.input;
  const item: ThreadItem = { id, type: 'command_execution', command, aggregated_output: output, status };
  const code = exitCode ?? (tail ? Number(tail[1]) : undefined);
  if (code !== undefined) item.exit_code = code;
  item.call = asked(call);
  if (tail) item.call.told = text;
  return item;
}

function changeItem(call: CopilotCall, result: Result): ThreadItem | undefined {
  if (!isObject(call.input) || typeof call.input.path !== 'string') return undefined;
  const { path, file_text } = call.input;
  const { details } = result;
  const change: FileChange = { path, kind: call.name === 'create' ? 'add' : 'update' };
  if (typeof file_text === 'string') change.new_content = file_text;
  if (details !== undefined) change.diff = details;
  return { id: call.id, type: 'file_change', changes: [change], status: result.status, call: answered(call, result) };
}

/** One call may change many files. Its diff for people is one text for all, so each keeps the part of the patch. */
function patchItem(call: CopilotCall, result: Result): ThreadItem | undefined {
  const { input } = call;
  const patch = isObject(input) ? (input.input ?? input.patch) : input;
  const changes = typeof patch === 'string' ? parsePatch(patch) : undefined;
  return changes && { id: call.id, type: 'file_change', changes, status: result.status, call: answered(call, result) };
}

function searchItem(call: CopilotCall, result: Result): ThreadItem | undefined {
  if (!isObject(call.input) || typeof call.input.query !== 'string') return undefined;
  const { query } = call.input;
  const action = { type: 'search', query };
  return { id: call.id, type: 'web_search', query, action, status: result.status, call: answered(call, result) };
}

function mcpItem(call: CopilotCall, names: { server: string; tool: string }, { status, text }: Result): ThreadItem {
  const item: ThreadItem = { id: call.id, type: 'mcp_tool_call', ...names, status, call: asked(call) };
  if (call.input !== undefined) item.arguments = call.input;
  if (text === undefined) return item;
  if (status === 'failed' || status === 'declined') item.error = { message: text };
  else item.result = { content: [{ type: 'text', text }] };
  return item;
}

function otherItem(call: CopilotCall, { status, text }: Result): ThreadItem {
  const item: ThreadItem = { id: call.id, type: 'tool_call', name: call.name, status, call: asked(call) };
  if (call.input !== undefined) item.input = call.input;
  if (text !== undefined) item.output = text;
  return item;
}

function asked({ name, input }: CopilotCall): AgentCall {
  return input === undefined ? { name } : { name, input };
}

function answered(call: CopilotCall, { text }: Result): AgentCall {
  return text === undefined ? asked(call) : { ...asked(call), output: text };
}
