import { isObject, type JsonObject } from '../../lines/json.ts';
import { addInferred, KIND } from '../../thread/inferred.ts';
import type { FileChange, ThreadItem, TodoEntry } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import {
  changeItem,
  commandItem,
  mcpItem,
  mcpNameOf,
  otherItem,
  type ToolCallState,
  todoItem,
} from '../tool-call-items.ts';
import { withoutUndefined } from '../with-defined.ts';
import type { GooseResult } from './blocks.ts';

/** Tools of the extension `developer`, which older versions name with their extension. */
const OWN = 'developer__';

/** A tool's own name, without the name of goose's own extension. */
function ownName(name: string): string {
  return name.startsWith(OWN) ? name.slice(OWN.length) : name;
}

export function isShell(name: string): boolean {
  return ownName(name) === 'shell';
}

/** The item of a call. Its kind depends only on the name and the arguments, which are the same live and on disk. */
export function toolItem(
  id: string,
  name: string,
  input: unknown,
  result: GooseResult | undefined,
  extra: Extra | undefined,
): ThreadItem {
  const status = result === undefined ? 'in_progress' : result.isError ? 'failed' : 'completed';
  const state: ToolCallState = { id, name, input, status };
  if (result) Object.assign(state, { output: result.output, images: result.images, notes: result.notes });
  const rest = { ...extra, ...result?.extra };
  if (Object.keys(rest).length > 0) state.extra = rest;
  const made = isObject(input) ? typedItem(ownName(name), state, input, result) : undefined;
  const names = mcpNameOf(name);
  return made ?? (names ? mcpItem(state, names, mcpResult(result)) : otherItem(state));
}

function typedItem(
  name: string,
  state: ToolCallState,
  input: JsonObject,
  result: GooseResult | undefined,
): ThreadItem | undefined {
  if (name === 'shell' && typeof input.command === 'string') {
    return commandItem(state, input.command, withoutUndefined({ ...result?.shell }));
  }
  if (name === 'todo__todo_write') {
    const items = todosIn(input.content);
    return items && todoItem(state, items);
  }
  const change = changeOf(name, input, result);
  if (!change) return undefined;
  const item = changeItem(state, [change]);
  return isWritten(change) && !result?.output ? addInferred(item, KIND) : item;
}

function isWritten({ old_content }: FileChange): boolean {
  return old_content === undefined;
}

/** Only the words of the result tell whether a written file is new. */
function changeOf(name: string, input: JsonObject, result: GooseResult | undefined): FileChange | undefined {
  const { path, content, file_text = content, before, old_str = before, after, new_str = after } = input;
  if (typeof path !== 'string') return undefined;
  const command = name === 'text_editor' ? input.command : name;
  if (command === 'write' && typeof file_text === 'string') {
    return { path, kind: result?.output.startsWith('Created ') ? 'add' : 'update', new_content: file_text };
  }
  if (command !== 'edit' && command !== 'str_replace') return undefined;
  if (typeof old_str !== 'string' || typeof new_str !== 'string') return undefined;
  return { path, kind: 'update', old_content: old_str, new_content: new_str };
}

const BOX = /^\s*[-*] \[([ xX])\] (.*)$/;

/** The steps of a list in Markdown. Undefined if a line is no step: the text then says more than a plan. */
function todosIn(content: unknown): TodoEntry[] | undefined {
  if (typeof content !== 'string') return undefined;
  const items: TodoEntry[] = [];
  for (const line of content.split('\n')) {
    if (line.trim() === '') continue;
    const [, box, step] = BOX.exec(line) ?? [];
    if (box === undefined || step === undefined) return undefined;
    items.push({ text: step, completed: box !== ' ' });
  }
  return items;
}

function mcpResult(result: GooseResult | undefined): unknown {
  if (!result?.value) return undefined;
  const { content, structured } = result.value;
  const answer: JsonObject = { content };
  if (structured !== undefined) answer.structured_content = structured;
  if (result.isError) answer.is_error = true;
  return answer;
}
