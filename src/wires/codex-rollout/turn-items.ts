import { isObject, type JsonObject } from '../../lines/json.ts';
import type { CommandExecutionItem, ThreadItem } from '../../thread/item.ts';
import { joinWords } from '../../tools/shell-words.ts';
import { fullToolName } from '../../tools/tool-names.ts';
import {
  anything,
  count,
  duration,
  type Field,
  type FieldTable,
  fieldTable,
  orNull,
  readFields,
  text,
  texts,
} from '../fields.ts';
import { agentStates } from './collab.ts';
import { mcpResult } from './mcp-results.ts';
import type { Session } from './session.ts';
import type { TurnItemType } from './types.ts';
import { changeMap, plainPath, rest } from './values.ts';

const id: Field = { read: text };
const STATUSES = new Map([['inProgress', 'in_progress']]);
const status: Field = { read: (value) => (typeof value === 'string' ? (STATUSES.get(value) ?? value) : undefined) };
const error: Field = {
  read: (value) => {
    if (value === null) return null;
    if (typeof value === 'string') return { message: value };
    return isObject(value) && typeof value.message === 'string' ? value : undefined;
  },
};
const path: Field = { read: (value) => (typeof value === 'string' ? plainPath(value) : undefined) };

/** The finished items of paginated files that stand for a call (formats/codex.md, section 3.6, TurnItem). */
const tables: { [type in TurnItemType]?: { kind: string; table: FieldTable } } = {
  CommandExecution: {
    kind: 'command_execution',
    table: fieldTable({
      id,
      command: {
        read: (value) => (texts(value, []) ? joinWords(value as string[]) : text(value, [])),
        otherwise: () => '',
      },
      aggregated_output: { read: text, otherwise: () => '' },
      exit_code: { read: orNull(count), otherwise: () => null },
      status,
      stdout: { read: text },
      stderr: { read: text },
      cwd: path,
      duration_seconds: { read: duration, aliases: ['duration'] },
    }),
  },
  FileChange: {
    kind: 'file_change',
    table: fieldTable({
      id,
      changes: { read: changeMap, otherwise: () => [] },
      status,
      stdout: { read: text },
      stderr: { read: text },
    }),
  },
  McpToolCall: {
    kind: 'mcp_tool_call',
    table: fieldTable({
      id,
      server: { read: text, otherwise: () => '' },
      tool: { read: text, otherwise: () => '' },
      arguments: { read: anything },
      result: { read: orNull(mcpResult), otherwise: () => null },
      error: { ...error, otherwise: () => null },
      status,
      duration_seconds: { read: duration, aliases: ['duration'] },
    }),
  },
  CollabAgentToolCall: {
    kind: 'collab_tool_call',
    table: fieldTable({
      id,
      tool: { read: text, otherwise: () => '' },
      sender_thread_id: { read: text },
      receiver_thread_ids: { read: texts, otherwise: () => [] },
      prompt: { read: orNull(text), otherwise: () => null },
      agents_states: { read: (value) => (isObject(value) ? agentStates(value) : undefined), otherwise: () => ({}) },
      status,
    }),
  },
  ImageView: { kind: 'image', table: fieldTable({ id, path, status }) },
};

/** The item of a finished call; undefined for kinds that stand for none. */
export function callTurnItem(source: JsonObject, session: Session): ThreadItem | undefined {
  const known = Object.hasOwn(tables, String(source.type)) ? tables[source.type as TurnItemType] : undefined;
  if (!known) return undefined;
  const command = known.kind === 'command_execution' ? plainCommand(source, session) : undefined;
  if (command) return command;
  const { type: _type, ...fields } = source;
  const item = readFields(known.table, fields, session.problems, { id: undefined, type: known.kind });
  item.id ??= session.nextId();
  if (known.kind === 'image') item.purpose = 'view';
  item.status ??= 'completed';
  return item as JsonObject & ThreadItem;
}

const COMMAND = new Set([
  'type',
  'id',
  'command',
  'aggregated_output',
  'exit_code',
  'status',
  'stdout',
  'stderr',
  'cwd',
  'duration',
]);

/** A command as Codex writes it, without the detour over the table: most of a paginated file is commands. */
function plainCommand(source: JsonObject, session: Session): ThreadItem | undefined {
  const { id: own, command, aggregated_output: output, exit_code: code, status: state, stdout, stderr, cwd } = source;
  const seconds = source.duration === undefined ? undefined : duration(source.duration, []);
  const isPlain =
    typeof own === 'string' &&
    texts(command, []) !== undefined &&
    typeof output === 'string' &&
    Number.isSafeInteger(code) &&
    typeof state === 'string' &&
    (stdout === undefined || typeof stdout === 'string') &&
    (stderr === undefined || typeof stderr === 'string') &&
    typeof cwd === 'string' &&
    (source.duration === undefined || seconds !== undefined);
  if (!isPlain) return undefined;
  const item: CommandExecutionItem = {
    id: own,
    type: 'command_execution',
    command: session.commandLine(command as string[]),
    aggregated_output: output,
    exit_code: code as number,
    status: STATUSES.get(state) ?? state,
    cwd: plainPath(cwd),
  };
  if (stdout !== undefined) item.stdout = stdout;
  if (stderr !== undefined) item.stderr = stderr;
  if (typeof seconds === 'number') item.duration_seconds = seconds;
  const extra = rest(source, COMMAND);
  if (extra) item.extra = extra;
  return item;
}

const NAMED = new Set([
  'id',
  'type',
  'kind',
  'tool',
  'name',
  'namespace',
  'arguments',
  'output',
  'status',
  'text',
  'fragments',
]);

/** Kinds that have no shape of their own in the model: any other tool. */
export function otherTurnItem(source: JsonObject, session: Session): ThreadItem | undefined {
  const own = typeof source.id === 'string' ? source.id : session.nextId();
  const extra: JsonObject = {};
  for (const key of Object.keys(source)) if (!NAMED.has(key)) extra[key] = source[key];
  const item = namedItem(source, own, extra);
  if (item && Object.keys(extra).length > 0) item.extra = extra;
  return item;
}

function namedItem(source: JsonObject, own: string, extra: JsonObject): ThreadItem | undefined {
  const given = typeof source.status === 'string' ? source.status : 'completed';
  const state = STATUSES.get(given) ?? given;
  const namespace = typeof source.namespace === 'string' ? source.namespace : undefined;
  switch (source.type) {
    case 'Plan':
      return { id: own, type: 'tool_call', name: 'plan', input: { text: source.text }, status: state };
    case 'DynamicToolCall': {
      const name = fullToolName(typeof source.tool === 'string' ? source.tool : '', namespace);
      const item: ThreadItem = { id: own, type: 'tool_call', name, input: source.arguments, status: state };
      const output = Array.isArray(source.content_items) ? partsText(source.content_items) : '';
      if (output !== '') item.output = output;
      return item;
    }
    case 'FunctionCallOutput': {
      const name = fullToolName(typeof source.name === 'string' ? source.name : '', namespace);
      const isText = typeof source.output === 'string';
      if (!isText) extra.output = source.output;
      return { id: own, type: 'tool_call', name, output: isText ? (source.output as string) : '', status: state };
    }
    case 'HookPrompt':
      return hookPrompt(source, own, extra);
    case 'Extension':
      return { id: own, type: 'tool_call', name: extensionName(source), input: { ...extra }, status: state };
    default:
      return undefined;
  }
}

function hookPrompt(source: JsonObject, own: string, extra: JsonObject): ThreadItem {
  const fragments = Array.isArray(source.fragments) ? source.fragments : [];
  extra.fragments = source.fragments;
  return { id: own, type: 'user_message', text: partsText(fragments), injected: true, role: 'hook' };
}

function extensionName(source: JsonObject): string {
  if (source.kind === 'clock.sleep') return 'sleep';
  return typeof source.kind === 'string' ? source.kind : 'extension';
}

function partsText(parts: readonly unknown[]): string {
  return parts
    .map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : ''))
    .filter((part) => part !== '')
    .join('\n');
}
