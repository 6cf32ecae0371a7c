import { isObject, type JsonObject } from '../../lines/json.ts';
import { addInferred, KIND } from '../../thread/inferred.ts';
import type { AgentCall, ThreadItem } from '../../thread/item.ts';
import { outputNote } from '../../tools/missing-lines.ts';
import { mcpParts } from '../../tools/tool-names.ts';
import { type AnnouncedCall, announcedMakers } from '../announced-items.ts';
import { inferItem } from '../inferred.ts';
import { todoEntry } from '../todo-entry.ts';
import { shellWords } from './shell-words.ts';

/** A tool call of Qwen Code, live or from a chat, in its current state. */
export interface QwenCall extends AnnouncedCall {
  exitCode?: number | undefined;
  /** Images in the result, as data URLs. */
  images?: string[] | undefined;
}

/** The item of a call. Its kind depends only on the name and the arguments, which are the same live and on disk. */
export function toolItem(given: QwenCall): ThreadItem {
  const call = unwrapped(given);
  const item = (isObject(call.input) && itemMakers.get(call.name)?.(call, call.input)) || otherItem(call);
  // The call itself stays as the model wrote it.
  if (call !== given && item.call) item.call = { ...item.call, name: given.name, input: given.input };
  if (call.extra !== undefined) item.extra = call.extra;
  if (call.images && call.images.length > 0) item.call = { ...asked(call), ...item.call, images: call.images };
  const { id, name, input, status, output } = call;
  const command = isObject(input) ? input.command : undefined;
  inferItem(item, { name, tool: name, command, changes: true, arguments: input, status, output }, { id });
  // What only the model was told. A command's frame around its output is no news.
  const isTold = call.told !== undefined && item.type !== 'command_execution' && call.status !== 'failed';
  if (isTold) Object.assign(item, outputNote(output ?? '', call.told));
  const isWritten = item.type === 'file_change' && !call.change && name === 'write_file';
  return isWritten ? addInferred(item, KIND) : item;
}

/** `tool_call` is a bridge to tools that the model finds by a search: its arguments are the call. */
function unwrapped(call: QwenCall): QwenCall {
  const { name, input } = call;
  if (name !== 'tool_call' || !isObject(input) || typeof input.name !== 'string' || !isObject(input.arguments))
    return call;
  return { ...call, name: input.name, input: input.arguments };
}

const itemMakers = announcedMakers<QwenCall>(answered, {
  changes: ['write_file', 'edit', 'replace'],
  search: 'web_search',
  others: { run_shell_command: commandItem, todo_write: todoItem },
});

function commandItem(call: QwenCall, { command }: JsonObject): ThreadItem | undefined {
  if (typeof command !== 'string') return undefined;
  const { id, output = '', status } = call;
  const shown = shellWords(output, command);
  const told = call.told ?? (shown.output === output ? undefined : output);
  const item: ThreadItem = { id, type: 'command_execution', command, aggregated_output: shown.output, status };
  item.call = asked(call);
  if (told !== undefined && told !== shown.output) item.call.told = told;
  const code = call.exitCode ?? shown.exitCode ?? (told === undefined ? undefined : shellWords(told, command).exitCode);
  if (code !== undefined) item.exit_code = code;
  return item;
}

function todoItem(call: QwenCall, { todos }: JsonObject): ThreadItem | undefined {
  if (!Array.isArray(todos) || !todos.every(isObject)) return undefined;
  const made = answered(call);
  // A plan has no status of its own.
  if (call.status === 'failed' || call.status === 'declined') made.is_error = true;
  return { id: call.id, type: 'todo_list', items: todos.map(todoEntry), call: made };
}

function otherItem(call: QwenCall): ThreadItem {
  const names = mcpParts(call.name);
  if (names) return mcpItem(call, names);
  const item: ThreadItem = { id: call.id, type: 'tool_call', name: call.name, status: call.status, call: asked(call) };
  if (call.input !== undefined) item.input = call.input;
  if (call.output !== undefined) item.output = call.output;
  if (call.told !== undefined && call.told !== call.output) item.call = { ...asked(call), told: call.told };
  return item;
}

function mcpItem(call: QwenCall, names: { server: string; tool: string }): ThreadItem {
  const item: ThreadItem = { id: call.id, type: 'mcp_tool_call', ...names, status: call.status, call: answered(call) };
  if (call.input !== undefined) item.arguments = call.input;
  if (call.output === undefined) return item;
  if (call.status === 'failed') item.error = { message: call.output };
  else item.result = { content: [{ type: 'text', text: call.output }] };
  return item;
}

function asked({ name, input }: QwenCall): AgentCall {
  return input === undefined ? { name } : { name, input };
}

function answered(call: QwenCall): AgentCall {
  const { output, told } = call;
  const made: AgentCall = asked(call);
  if (told !== undefined && told !== output) made.told = told;
  if (output !== undefined) made.output = output;
  return made;
}
