import { isObject, type JsonObject, parseObject } from '../../lines/json.ts';
import { addInferred, KIND } from '../../thread/inferred.ts';
import type { FileChange, ThreadItem } from '../../thread/item.ts';
import { mcpParts } from '../../tools/tool-names.ts';
import { anything, optionalId, text } from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';
import { todoEntry } from '../todo-entry.ts';

/** A `tool_use` block. `server_tool_use` and `mcp_tool_use` have the same fields. */
export const toolUseTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id),
  name: text(wire.name),
  input: anything(wire.input),
}));

export type ToolUseBlock = FieldsOf<typeof toolUseTable>;

/** The second is the shell of the desktop app's virtual machine. */
const SHELLS = new Set(['Bash', 'mcp__workspace__bash']);
const FILE_TOOLS = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit']);

/** The item of a call, before it has a result. The call itself stays as Claude made it. */
export function toolItem(block: Pick<ToolUseBlock, 'name' | 'input' | 'extra'>, id: string): ThreadItem {
  const item = itemOf(block.name, block.input, id);
  if (block.extra) item.extra = block.extra;
  return item;
}

/** Other services write the input of their own tools as JSON text. */
function itemOf(name: string, given: unknown, id: string): ThreadItem {
  const input = typeof given === 'string' ? (parseObject(given) ?? given) : given;
  const special = isObject(input) ? specialItem(name, input, id) : undefined;
  return special ?? { id, type: 'tool_call', name, input, status: 'in_progress' };
}

function specialItem(name: string, input: JsonObject, id: string): ThreadItem | undefined {
  if (SHELLS.has(name) && typeof input.command === 'string') {
    const { command } = input;
    return {
      id,
      type: 'command_execution',
      command,
      aggregated_output: '',
      status: 'in_progress',
      call: { name, input },
    };
  }
  if (FILE_TOOLS.has(name)) {
    const change = fileChange(name, input);
    return change && { id, type: 'file_change', changes: [change], status: 'in_progress', call: { name, input } };
  }
  if (name === 'TodoWrite' && Array.isArray(input.todos) && input.todos.every(isObject)) {
    return { id, type: 'todo_list', items: input.todos.map(todoEntry), call: { name, input } };
  }
  return mcpItem(name, input, id);
}

function fileChange(name: string, input: JsonObject): FileChange | undefined {
  const path = name === 'NotebookEdit' ? (input.notebook_path ?? input.file_path) : input.file_path;
  // Only the result tells whether a written file existed before.
  return typeof path === 'string' ? { path, kind: name === 'Write' ? 'add' : 'update' } : undefined;
}

/** The tool that writes a whole file does not tell whether it was there before. Its result may. */
export function nameKind(item: ThreadItem): ThreadItem {
  return item.type === 'file_change' && item.call?.name === 'Write' ? addInferred(item, KIND) : item;
}

function mcpItem(name: string, input: JsonObject, id: string): ThreadItem | undefined {
  const parts = mcpParts(name);
  const call = { name, input };
  return parts && { id, type: 'mcp_tool_call', ...parts, arguments: input, status: 'in_progress', call };
}
