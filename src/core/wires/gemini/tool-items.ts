import { isObject, type JsonObject } from '../../lines/json.ts';
import { addInferred, KIND } from '../../thread/inferred.ts';
import type { AgentCall, ItemStatus, ThreadItem, TodoEntry } from '../../thread/item.ts';
import { outputNote } from '../../tools/missing-lines.ts';
import { type AnnouncedCall, announcedMakers } from '../announced-items.ts';
import { otherItem } from '../call-item.ts';
import { inferItem } from '../inferred.ts';
import { toldExitCode, toldOutput } from './told-lines.ts';

/** A tool call of Gemini CLI, live or from a chat file, in its current state. */
export type GeminiCall = AnnouncedCall;

/**
 * The item of a call. Its kind depends only on the name and the arguments, which are the same live and on disk. Up to
 * 0.37 an MCP tool has its bare name, so there it is an ordinary tool.
 */
export function toolItem(call: GeminiCall): ThreadItem {
  const item =
    (isObject(call.input) && itemMakers.get(call.name)?.(call, call.input)) || otherItem(call, mcpNames(call.name));
  if (call.extra !== undefined) item.extra = call.extra;
  const { name, output, told, status } = call;
  item.call ??= asked(call);
  if (told !== undefined && told !== output) item.call.told = told;
  // The reason of a failure is told by the event.
  return output && told && status !== 'failed'
    ? { ...item, ...outputNote(output, toldOutput(name, told, output)) }
    : item;
}

/** Names what the call does not say. An edit or a diff tells whether the file is new, a written file does not. */
export function inferTool(item: ThreadItem, source: JsonObject): ThreadItem {
  inferItem(item, source);
  if (item.type !== 'file_change' || item.changes[0]?.diff !== undefined) return item;
  return isObject(item.call?.input) && item.call.input.old_string !== undefined ? item : addInferred(item, KIND);
}

const itemMakers = announcedMakers<GeminiCall>(answered, {
  changes: ['write_file', 'replace'],
  search: 'google_web_search',
  others: { run_shell_command: commandItem, write_todos: todoItem },
});

function commandItem(call: GeminiCall, { command }: JsonObject): ThreadItem | undefined {
  if (typeof command !== 'string') return undefined;
  const { id, output = '', status, told } = call;
  const item: ThreadItem = { id, type: 'command_execution', command, aggregated_output: output, status };
  item.call = asked(call);
  const code = told === undefined ? undefined : toldExitCode(told);
  if (code !== undefined) item.exit_code = code;
  return item;
}

function todoItem(call: GeminiCall, { todos }: JsonObject): ThreadItem | undefined {
  if (!Array.isArray(todos)) return undefined;
  const items: TodoEntry[] = [];
  for (const todo of todos) {
    if (!isObject(todo) || typeof todo.description !== 'string') return undefined;
    const entry: TodoEntry = { text: todo.description, completed: todo.status === 'completed' };
    if (typeof todo.status === 'string') entry.status = todo.status;
    items.push(entry);
  }
  return { id: call.id, type: 'todo_list', items, call: answered(call) };
}

/** `mcp_<server>_<tool>`, split as by Gemini CLI: a server's name has no underscore. Other threads have two of them. */
function mcpNames(name: string): { server: string; tool: string } | undefined {
  if (!name.startsWith('mcp_')) return undefined;
  const line = name.startsWith('mcp__') ? '__' : '_';
  const start = 3 + line.length;
  const end = name.indexOf(line, start);
  if (end <= start || end + line.length === name.length) return undefined;
  return { server: name.slice(start, end), tool: name.slice(end + line.length) };
}

function asked({ name, input }: GeminiCall): AgentCall {
  return { name, input };
}

function answered({ name, input, output }: GeminiCall): AgentCall {
  return output === undefined ? { name, input } : { name, input, output };
}

const STATUSES = new Map<string, ItemStatus>([
  ['success', 'completed'],
  ['error', 'failed'],
  ['cancelled', 'declined'],
]);

/** The model's name for the status of a call. */
export function toolStatus(status: string): ItemStatus {
  return STATUSES.get(status) ?? status;
}
