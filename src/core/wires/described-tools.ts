import { isObject, type JsonObject } from '../lines/json.ts';
import { addInferred, KIND } from '../thread/inferred.ts';
import type { ThreadItem } from '../thread/item.ts';
import { changeItem, commandItem, type McpName, mcpItem, otherItem, type ToolCallState } from './tool-call-items.ts';

/** Which tools of an agent run a command or change a file, and how their inputs call what matters. */
export interface DescribedTools {
  /** The field with the command, by the tool's name. */
  shells: Readonly<Record<string, string>>;
  /** The fields with the path and the whole content. */
  writes: Readonly<Record<string, readonly [path: string, content: string]>>;
  /** The fields with the path, the old text and the new one. */
  edits: Readonly<Record<string, readonly [path: string, before: string, after: string]>>;
  /** The two parts of the name of a server's tool. */
  mcp?: ((name: string) => McpName | undefined) | undefined;
}

/** The item of a call. Its kind depends on the name and the arguments alone. */
export function describedItem(state: ToolCallState, tools: DescribedTools, exitCode?: number): ThreadItem {
  const input = isObject(state.input) ? state.input : {};
  const command = fieldOf(input, own(tools.shells, state.name));
  if (command !== undefined) return commandItem(state, command, exitCode === undefined ? {} : { exit_code: exitCode });
  const change = writeOf(state, tools, input) ?? editOf(state, tools, input);
  if (change) return change;
  const names = tools.mcp?.(state.name);
  return names ? mcpItem(state, names, undefined) : otherItem(state);
}

function writeOf(state: ToolCallState, { writes }: DescribedTools, input: JsonObject): ThreadItem | undefined {
  const [pathKey, contentKey] = own(writes, state.name) ?? [];
  const [path, content] = [fieldOf(input, pathKey), fieldOf(input, contentKey)];
  if (path === undefined || content === undefined) return undefined;
  // Nothing tells whether the file was there before.
  return addInferred(changeItem(state, [{ path, kind: 'update', new_content: content }]), KIND);
}

function editOf(state: ToolCallState, { edits }: DescribedTools, input: JsonObject): ThreadItem | undefined {
  const [pathKey, beforeKey, afterKey] = own(edits, state.name) ?? [];
  const path = fieldOf(input, pathKey);
  const [before, after] = [fieldOf(input, beforeKey), fieldOf(input, afterKey)];
  if (path === undefined || before === undefined || after === undefined) return undefined;
  return changeItem(state, [{ path, kind: 'update', old_content: before, new_content: after }]);
}

/** A name that an agent made up may be one that every object has. */
function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function fieldOf(input: JsonObject, key: string | undefined): string | undefined {
  const value = key !== undefined && Object.hasOwn(input, key) ? input[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
