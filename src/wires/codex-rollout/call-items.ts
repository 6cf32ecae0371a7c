import { isObject, type JsonObject } from '../../lines/json.ts';
import type { FileChange, ThreadItem, TodoEntry, TodoListItem } from '../../thread/item.ts';
import { type CommandPatch, parsePatch, patchOfArgv, patchOfScript } from '../../tools/apply-patch.ts';
import { fullToolName, parseMcpName } from '../../tools/tool-names.ts';
import { collabItem, collabTool } from './collab.ts';
import type { Session } from './session.ts';
import { resolvePath, rest } from './values.ts';

/** A call as the model made it (formats/codex.md, section 5). */
export interface Call {
  id: string;
  name: string;
  namespace: string | undefined;
  /** Parsed arguments, if they are an object. */
  args: JsonObject | undefined;
  /** The arguments as they stand: JSON text, free text, or a value. */
  input: unknown;
}

/** The item of a call that has begun. Arguments that the tool would not take make it a plain tool call. */
export function callItem(call: Call, session: Session): ThreadItem {
  const { name, args, namespace } = call;
  if (namespace === undefined || namespace === '') {
    const item = commandItem(call, session) ?? patchItem(call, session);
    if (item) return item;
    if (name === 'update_plan' && args) return todoItem(call.id, args) ?? toolItem(call);
    if (name === 'view_image' && typeof args?.path === 'string') return imageItem(call, args, args.path);
  }
  const mcp = parseMcpName(name, namespace);
  if (mcp) {
    const value = args ?? (call.input === '' ? null : call.input);
    return {
      id: call.id,
      type: 'mcp_tool_call',
      ...mcp,
      arguments: value,
      result: null,
      error: null,
      status: 'in_progress',
    };
  }
  const tool = collabTool(name, args);
  if (tool !== undefined) return collabItem(call.id, tool, args ?? {}, session.threadId);
  return toolItem(call);
}

function toolItem(call: Call): ThreadItem {
  const item: ThreadItem = {
    id: call.id,
    type: 'tool_call',
    name: fullToolName(call.name, call.namespace),
    input: call.args ?? call.input,
    status: 'in_progress',
  };
  return item;
}

function imageItem(call: Call, args: JsonObject, path: string): ThreadItem {
  const item: ThreadItem = { id: call.id, type: 'image', purpose: 'view', path, status: 'in_progress' };
  const extra = rest(args, PATH);
  if (extra) item.extra = extra;
  return item;
}

const PATH = new Set(['path']);
const PATCH_INPUT = new Set(['input']);
const COMMAND = new Set(['command', 'cmd', 'input', 'workdir']);
const ARGV_TOOLS = new Map([
  ['shell', 'command'],
  ['container.exec', 'command'],
  ['local_shell', 'command'],
  ['local_shell_call', 'command'],
  ['unified_exec', 'input'],
]);
const SCRIPT_TOOLS = new Map([
  ['shell_command', 'command'],
  ['exec_command', 'cmd'],
]);

function commandItem(call: Call, session: Session): ThreadItem | undefined {
  const { name, args } = call;
  // `unified_exec` with a session writes to a process that already runs.
  if (!args || (name === 'unified_exec' && typeof args.session_id === 'string')) return undefined;
  const list = ARGV_TOOLS.get(name);
  const words = list === undefined ? undefined : args[list];
  if (isWords(words)) return shellItem(call, args, session.commandLine(words), patchOfArgv(words), session);
  const text = SCRIPT_TOOLS.get(name);
  const script = text === undefined ? words : args[text];
  if (typeof script !== 'string') return undefined;
  return shellItem(call, args, session.commandLine(shellWords(args, script)), patchOfScript(script), session);
}

/** What the CLI runs for a script. Unless the call says so, which shell is not recorded; a login shell it is. */
function shellWords(args: JsonObject, script: string): string[] {
  const shell = typeof args.shell === 'string' ? args.shell : '/bin/bash';
  return [shell, args.login === false ? '-c' : '-lc', script];
}

function shellItem(
  call: Call,
  args: JsonObject,
  command: string,
  patch: CommandPatch | undefined,
  session: Session,
): ThreadItem {
  const workdir = typeof args.workdir === 'string' ? args.workdir : args.working_directory;
  const cwd = typeof workdir === 'string' ? resolvePath(session.cwd, workdir) : undefined;
  const extra = rest(args, COMMAND);
  const changes = patch && changesOf(patch.patch, resolvePath(cwd ?? session.cwd, patch.folder ?? '.'));
  if (patch && changes) return fileChangeItem(call.id, changes, { ...extra, command });
  const item: ThreadItem = {
    id: call.id,
    type: 'command_execution',
    command,
    aggregated_output: '',
    exit_code: null,
    status: 'in_progress',
  };
  if (cwd !== undefined) item.cwd = cwd;
  if (extra) item.extra = extra;
  return item;
}

/** `apply_patch` with free text, or with `{input}`. */
function patchItem(call: Call, session: Session): ThreadItem | undefined {
  if (call.name !== 'apply_patch') return undefined;
  const text = call.args ? call.args.input : call.input;
  const changes = typeof text === 'string' ? changesOf(text, session.cwd) : undefined;
  if (!changes) return undefined;
  return fileChangeItem(call.id, changes, { ...(call.args && rest(call.args, PATCH_INPUT)), patch: text });
}

function fileChangeItem(id: string, changes: FileChange[], extra: JsonObject): ThreadItem {
  return { id, type: 'file_change', changes, status: 'in_progress', extra };
}

function changesOf(patch: string, folder: string | undefined): FileChange[] | undefined {
  const changes = parsePatch(patch);
  for (const change of changes ?? []) {
    change.path = resolvePath(folder, change.path);
    if (typeof change.move_path === 'string') change.move_path = resolvePath(folder, change.move_path);
  }
  return changes;
}

const PLAN = new Set(['plan', 'explanation']);
const STEP = new Set(['step', 'status']);

function todoItem(id: string, args: JsonObject): TodoListItem | undefined {
  if (!Array.isArray(args.plan) || !args.plan.every(isObject)) return undefined;
  const item: TodoListItem = { id, type: 'todo_list', items: args.plan.map(todoEntry) };
  if (typeof args.explanation === 'string') item.explanation = args.explanation;
  const extra = rest(args, PLAN);
  if (extra) item.extra = extra;
  return item;
}

function todoEntry(step: JsonObject): TodoEntry {
  const entry: TodoEntry = {
    text: typeof step.step === 'string' ? step.step : '',
    completed: step.status === 'completed',
  };
  if (typeof step.status === 'string') entry.status = step.status;
  const extra = rest(step, STEP);
  if (extra) entry.extra = extra;
  return entry;
}

function isWords(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((word) => typeof word === 'string');
}
