import { isObject, type JsonObject } from '../../lines/json.ts';
import { addInferred, KIND } from '../../thread/inferred.ts';
import type { AgentCall, FileChange, ItemStatus, ThreadItem, TodoEntry } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { parsePatch } from '../../tools/apply-patch.ts';
import { inferItem } from '../inferred.ts';
import type { Part, ToolState } from './records.ts';

/** A tool call as an item. The same part is printed and stored, so the item is the same in both. */
export function toolItem(part: Part, state: ToolState): ThreadItem {
  const call: Call = { id: part.id, name: part.tool ?? '', state, status: statusOf(state) };
  const item = (isObject(state.input) && itemMakers.get(call.name)?.(call, state.input)) || otherItem(call);
  const extra = extraOf(part, state, item);
  if (extra) item.extra = extra;
  const { output, error } = state;
  return inferItem(item, { ...state, output: output ?? error, input: state.input, name: part.tool, id: part.id });
}

interface Call {
  id: string;
  name: string;
  state: ToolState;
  status: ItemStatus;
}

/** The words in which a refusal is told to the model, of the person or by a rule. */
const REFUSED = /rejected permission|specified a rule which prevents/;

/** True for a call that a permission refused. The run stops after it. */
export function isRefused({ status, error }: ToolState): boolean {
  return status === 'error' && error !== undefined && REFUSED.test(error.slice(0, 400));
}

function statusOf(state: ToolState): ItemStatus {
  if (state.status === 'pending' || state.status === 'running') return 'in_progress';
  if (state.status !== 'error') return state.status;
  return isRefused(state) ? 'declined' : 'failed';
}

type ItemMaker = (call: Call, input: JsonObject) => ThreadItem | undefined;

const itemMakers = new Map<string, ItemMaker>([
  ['bash', commandItem],
  ['write', writeItem],
  ['edit', editItem],
  ['apply_patch', patchItem],
  ['todowrite', todoItem],
  ['websearch', searchItem],
  ['invalid', invalidItem],
]);

/** What the model was told: the output, or the reason of the failure. While a command runs, what it printed so far. */
function told({ output, error, metadata }: ToolState): string | undefined {
  return output ?? error ?? (typeof metadata?.output === 'string' ? metadata.output : undefined);
}

/** The end of the words for the model where a long output is in a file alone. */
const UNSAID = '\n\n(no output)';

/** What a command printed: the words for the model, unless they leave out all of it, and people were shown its end. */
function printed(state: ToolState): string {
  const words = told(state) ?? '';
  const { output: shown, truncated } = state.metadata ?? {};
  return truncated === true && words.endsWith(UNSAID) && typeof shown === 'string' && shown !== '' ? shown : words;
}

function commandItem({ id, name, state, status }: Call, input: JsonObject): ThreadItem | undefined {
  const { command, workdir } = input;
  if (typeof command !== 'string') return undefined;
  const words = told(state) ?? '';
  const output = printed(state);
  const item: ThreadItem = { id, type: 'command_execution', command, aggregated_output: output, status };
  const exit = state.metadata?.exit;
  if (Number.isSafeInteger(exit) || exit === null) item.exit_code = exit as number | null;
  // A failed command is a success of the tool.
  if (item.exit_code && status === 'completed') item.status = 'failed';
  if (typeof workdir === 'string') item.cwd = workdir;
  const { start, end } = state.time ?? {};
  if (start !== undefined && end !== undefined && end >= start) item.duration_seconds = (end - start) / 1000;
  item.call = output === words ? { name, input } : { name, input, told: words };
  return item;
}

function writeItem(call: Call, input: JsonObject): ThreadItem | undefined {
  const { filePath: path, content } = input;
  if (typeof path !== 'string') return undefined;
  const { exists, diff } = call.state.metadata ?? {};
  const change: FileChange = { path, kind: exists === false ? 'add' : 'update' };
  if (typeof diff === 'string') change.diff = diff;
  if (typeof content === 'string') change.new_content = content;
  const item = changeItem(call, [change]);
  return typeof exists === 'boolean' ? item : addInferred(item, KIND);
}

function editItem(call: Call, input: JsonObject): ThreadItem | undefined {
  const { filePath: path, oldString } = input;
  if (typeof path !== 'string') return undefined;
  const change: FileChange = { path, kind: oldString === '' ? 'add' : 'update' };
  const diff = call.state.metadata?.diff;
  if (typeof diff === 'string') change.diff = diff;
  return changeItem(call, [change]);
}

function patchItem(call: Call, { patchText }: JsonObject): ThreadItem | undefined {
  const told = changesOf(call.state.metadata?.files);
  const changes = told ?? (typeof patchText === 'string' ? parsePatch(patchText) : undefined);
  return changes && changeItem(call, changes);
}

/** The changes that a patch made, as the tool tells them. */
function changesOf(files: unknown): FileChange[] | undefined {
  if (!Array.isArray(files) || files.length === 0) return undefined;
  const changes: FileChange[] = [];
  for (const file of files) {
    if (!isObject(file) || typeof file.filePath !== 'string' || typeof file.type !== 'string') return undefined;
    const change: FileChange = { path: file.filePath, kind: file.type === 'move' ? 'update' : file.type };
    const diff = file.patch ?? file.diff;
    if (typeof diff === 'string') change.diff = diff;
    if (typeof file.movePath === 'string') change.move_path = file.movePath;
    changes.push(change);
  }
  return changes;
}

function changeItem(call: Call, changes: FileChange[]): ThreadItem {
  return { id: call.id, type: 'file_change', changes, status: call.status, call: answered(call) };
}

function todoItem(call: Call, { todos }: JsonObject): ThreadItem | undefined {
  if (!Array.isArray(todos)) return undefined;
  const items: TodoEntry[] = [];
  for (const todo of todos) {
    if (!isObject(todo) || typeof todo.content !== 'string') return undefined;
    const entry: TodoEntry = { text: todo.content, completed: todo.status === 'completed' };
    if (typeof todo.status === 'string') entry.status = todo.status;
    items.push(entry);
  }
  const asked = answered(call);
  if (call.status === 'failed' || call.status === 'declined') asked.is_error = true;
  return { id: call.id, type: 'todo_list', items, call: asked };
}

function searchItem(call: Call, { query }: JsonObject): ThreadItem | undefined {
  if (typeof query !== 'string') return undefined;
  const action = { type: 'search', query };
  return { id: call.id, type: 'web_search', query, action, status: call.status, call: answered(call) };
}

/** A call that OpenCode could not understand: it answers in place of the named tool, and calls that a success. */
function invalidItem(call: Call, { tool }: JsonObject): ThreadItem | undefined {
  if (typeof tool !== 'string') return undefined;
  const { id, state } = call;
  const status = call.status === 'completed' ? 'failed' : call.status;
  const item: ThreadItem = { id, type: 'tool_call', name: tool, status, call: asked(call) };
  if (state.input !== undefined) item.input = state.input;
  const output = told(state);
  if (output !== undefined) item.output = output;
  return item;
}

function otherItem(call: Call): ThreadItem {
  const names = mcpNames(call.name);
  const { id, name, state, status } = call;
  const output = told(state);
  if (!names) {
    const item: ThreadItem = { id, type: 'tool_call', name, status, call: asked(call) };
    if (state.input !== undefined) item.input = state.input;
    if (output !== undefined) item.output = output;
    return item;
  }
  const item: ThreadItem = { id, type: 'mcp_tool_call', ...names, status, call: asked(call) };
  if (state.input !== undefined) item.arguments = state.input;
  if (output === undefined) return item;
  if (state.status === 'error') item.error = { message: output };
  else item.result = { content: [{ type: 'text', text: output }] };
  return item;
}

/** Tools of OpenCode and Kilo with an underscore in their name. */
const OWN = new Set(
  (
    'apply_patch plan_enter plan_exit background_process board_post board_read cancel_wakeup schedule_wakeup cron_create ' +
    'cron_delete cron_list kilo_local_recall link_pr semantic_search codebase_search agent_manager'
  ).split(' '),
);

/** `<server>_<tool>`: nothing else tells a tool of a server. An unknown tool is told by what came of the call. */
function mcpNames(name: string): { server: string; tool: string } | undefined {
  const line = name.indexOf('_');
  if (line <= 0 || line === name.length - 1 || OWN.has(name)) return undefined;
  return { server: name.slice(0, line), tool: name.slice(line + 1) };
}

function asked({ name, state }: Call): AgentCall {
  return state.input === undefined ? { name } : { name, input: state.input };
}

function answered(call: Call): AgentCall {
  const output = told(call.state);
  return output === undefined ? asked(call) : { ...asked(call), output };
}

/** The rest of a call: its own id, its title, times, and what the tool told besides. */
function extraOf(part: Part, state: ToolState, item: ThreadItem): Extra | undefined {
  const extra: Extra = { ...part.extra };
  if (part.callID !== undefined) extra.callID = part.callID;
  if (state.extra) extra.state = state.extra;
  if (state.time) extra.time = state.time;
  const metadata = restOf(state, item);
  if (metadata) extra.metadata = metadata;
  for (const _ in extra) return extra;
  return undefined;
}

/** What the item does not say: an output may be long, and is repeated here. */
function restOf(state: ToolState, item: ThreadItem): JsonObject | undefined {
  if (!state.metadata) return undefined;
  const rest: JsonObject = { ...state.metadata };
  if (rest.output === told(state)) delete rest.output;
  if (item.type === 'command_execution' && item.aggregated_output === rest.output) delete rest.output;
  if (item.type === 'command_execution' && item.exit_code === rest.exit) delete rest.exit;
  if (item.type === 'file_change' && item.changes[0]?.diff === rest.diff) delete rest.diff;
  for (const _ in rest) return rest;
  return undefined;
}
