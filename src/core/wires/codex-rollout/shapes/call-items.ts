import type { Problem } from '../../../../errors.ts';
import type { JsonObject } from '../../../lines/json.ts';
import type { ThreadItem, TodoEntry, TodoListItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { fullToolName, parseMcpName } from '../../../tools/tool-names.ts';
import { listOf, optionalText, text } from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { Call } from './call.ts';
import { collabItem, collabTool } from './collab.ts';
import { commandItem, patchItem } from './command-items.ts';

/** The facts of a file that a call's item needs. */
export interface CallPlace {
  readonly threadId: string | undefined;
  readonly cwd: string | undefined;
  commandLine(words: readonly string[]): string;
}

/** The item of a call that has begun. With arguments that the tool would not take, it is a plain tool call. */
export function callItem(call: Call, id: string, place: CallPlace, problems: Problem[]): ThreadItem {
  const item = knownItem(call, id, place, problems) ?? toolItem(call, id);
  if (call.extra) keepCall(item, call.extra);
  if (call.name !== '') item.call = { name: call.name, input: call.asked };
  return item;
}

function keepCall(item: ThreadItem, call: Extra): void {
  if (item.extra) item.extra.call = call;
  else item.extra = { call };
}

function knownItem(call: Call, id: string, place: CallPlace, problems: Problem[]): ThreadItem | undefined {
  const { name, args, namespace } = call;
  if (namespace === undefined) {
    const item = commandItem(call, id, place, problems) ?? patchItem(call, id, place);
    if (item) return item;
    if (name === 'update_plan' && args && isPlan(args)) return todoItem(id, args, problems);
    if (name === 'view_image' && typeof args?.path === 'string') return imageItem(id, args, problems);
    if (RESOURCE_TOOLS.has(name)) return resourceItem(call, id);
  }
  const mcp = parseMcpName(name, namespace);
  if (mcp) return mcpItem(id, mcp.server, mcp.tool, args ?? (call.input === '' ? null : call.input));
  const tool = collabTool(name, args);
  return tool === undefined ? undefined : collabItem(id, tool, args ?? {}, place.threadId);
}

function toolItem(call: Call, id: string): ThreadItem {
  const name = fullToolName(call.name, call.namespace);
  return { id, type: 'tool_call', name, input: call.args ?? call.input, status: 'in_progress' };
}

function mcpItem(id: string, server: string, tool: string, args: unknown): ThreadItem {
  const status = 'in_progress';
  return { id, type: 'mcp_tool_call', server, tool, arguments: args, result: null, error: null, status };
}

/** Codex's own tools for resources of MCP servers. It runs and shows them as MCP calls. */
const RESOURCE_TOOLS = new Set(['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource']);

function resourceItem({ name, args, input }: Call, id: string): ThreadItem {
  const server = typeof args?.server === 'string' && args.server !== '' ? args.server : 'codex';
  return mcpItem(id, server, name, args ?? (input === '' ? null : input));
}

const imageTable = fieldTable((wire) => ({ path: text(wire.path) }));

function imageItem(id: string, args: JsonObject, problems: Problem[]): ThreadItem {
  const { path, extra } = imageTable.read(args, problems);
  return withDefined<ThreadItem>({ id, type: 'image', purpose: 'view', path, status: 'in_progress' }, { extra });
}

const stepTable = fieldTable((wire) => ({ step: text(wire.step), status: optionalText(wire.status) }));

const planTable = fieldTable((wire) => ({
  plan: listOf(wire.plan, stepTable),
  explanation: optionalText(wire.explanation),
}));

function isPlan(args: JsonObject): boolean {
  return Array.isArray(args.plan) && args.plan.every((step) => typeof step === 'object' && step !== null);
}

function todoItem(id: string, args: JsonObject, problems: Problem[]): TodoListItem {
  const { plan, explanation, extra } = planTable.read(args, problems);
  const items = plan.map(({ step: text, status, extra: left }) =>
    withDefined<TodoEntry>({ text, completed: status === 'completed' }, { status, extra: left }),
  );
  return withDefined<TodoListItem>({ id, type: 'todo_list', items }, { explanation, extra });
}
