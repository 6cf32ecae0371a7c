import { isObject, type JsonObject } from '../../lines/json.ts';
import { addInferred, KIND } from '../../thread/inferred.ts';
import type { FileChange, ThreadItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { changeItem, commandItem, mcpItem, mcpNameOf, otherItem, type ToolCallState } from '../tool-call-items.ts';
import type { ClineOutput } from './outputs.ts';

/** What is known of a call beside its name and its arguments. */
export interface ClineResult {
  output: ClineOutput;
  /** The text that the model was told, if it is another one. */
  told?: string | undefined;
}

/** The item of a call. Its kind depends only on the name and the arguments, which are the same live and on disk. */
export function toolItem(
  id: string,
  name: string,
  input: unknown,
  result: ClineResult | undefined,
  extra: Extra | undefined,
): ThreadItem {
  const output = result?.output;
  const status = output === undefined ? 'in_progress' : output.isError ? 'failed' : 'completed';
  const state: ToolCallState = { id, name, input, status };
  if (output) Object.assign(state, { output: output.text, images: output.images, notes: output.notes });
  if (result?.told !== undefined && result.told !== output?.text) state.told = result.told;
  // One call may run several commands or read several files: messages tell their results one by one.
  const parts = output && output.parts.length > 1 ? { output: output.parts } : undefined;
  const rest = output && output.rest.length > 0 ? { results: output.rest } : undefined;
  if (extra || parts || rest) state.extra = { ...extra, ...parts, ...rest };
  const made = isObject(input) ? typedItem(name, state, input, output) : undefined;
  const names = mcpNameOf(name);
  return made ?? (names ? mcpItem(state, names, output?.mcp) : otherItem(state));
}

function typedItem(
  name: string,
  state: ToolCallState,
  input: JsonObject,
  output: ClineOutput | undefined,
): ThreadItem | undefined {
  if (name === 'run_commands') {
    const commands = commandsOf(input);
    const end = output?.exitCode === undefined ? {} : { exit_code: output.exitCode };
    return commands.length > 0 ? commandItem(state, commands.join('\n'), end) : undefined;
  }
  const change = name === 'editor' ? changeOf(input, output) : undefined;
  if (!change) return undefined;
  const item = changeItem(state, [change]);
  return isWhole(input) && !output?.text ? addInferred(item, KIND) : item;
}

/** The commands of a call. A model may have written one as a text, or under another name. */
function commandsOf({ commands, command = commands, cmd = command }: JsonObject): string[] {
  const list = Array.isArray(commands) ? commands : [cmd];
  return list.flatMap((entry: unknown) => {
    const words = isObject(entry) ? (entry.command ?? entry.cmd) : entry;
    return typeof words === 'string' ? [words] : [];
  });
}

function isWhole({ old_text, insert_line }: JsonObject): boolean {
  return typeof old_text !== 'string' && typeof insert_line !== 'number';
}

/** Only the words of the result tell whether a written file is new. */
function changeOf(input: JsonObject, output: ClineOutput | undefined): FileChange | undefined {
  const { path, old_text, new_text } = input;
  if (typeof path !== 'string' || typeof new_text !== 'string') return undefined;
  if (typeof old_text === 'string') return { path, kind: 'update', old_content: old_text, new_content: new_text };
  if (!isWhole(input)) return { path, kind: 'update' };
  return { path, kind: output?.text.startsWith('File created') ? 'add' : 'update', new_content: new_text };
}
