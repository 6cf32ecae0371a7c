import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { FileChange, ThreadItem } from '../../thread/item.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferItem } from '../inferred.ts';
import { type AcpContent, readContent } from './content.ts';
import type { CallFields } from './messages.ts';

/** The calls of a session. Each message about one adds to what is known, and gives the whole item. */
export interface Calls {
  /** Undefined if the call has no id, or has ended. */
  tell(fields: CallFields): ThreadEvent | undefined;
  /** The client refused the call. Some agents never speak of it again. */
  refuse(id: string): void;
  /** The refused calls that are still open, ended. */
  endRefused(): ThreadEvent[];
}

type KnownCall = CallFields & { toolCallId: string; form: ThreadItem['type']; isOpen: boolean; isRefused: boolean };

export function createCalls(): Calls {
  const calls = new Map<string, KnownCall>();

  function tell(fields: CallFields): ThreadEvent | undefined {
    const { toolCallId: id } = fields;
    if (id === undefined) return undefined;
    const before = calls.get(id);
    const call = merged(before, { ...fields, toolCallId: id });
    const hasEnded = call.status === 'completed' || call.status === 'failed';
    calls.set(id, { ...call, isOpen: !hasEnded });
    forgetOldest(calls, coreLimits.maxOpenCalls);
    const refused = call.isRefused && call.status === 'failed' ? 'declined' : undefined;
    const item = itemOf(call, refused ?? (hasEnded ? String(call.status) : 'in_progress'));
    if (hasEnded) return { type: 'item.completed', item };
    return { type: before ? 'item.updated' : 'item.started', item };
  }

  return {
    tell,
    refuse(id) {
      const call = calls.get(id);
      if (call) call.isRefused = true;
    },
    endRefused() {
      const ended: ThreadEvent[] = [];
      for (const call of calls.values()) {
        if (!call.isOpen || !call.isRefused) continue;
        call.isOpen = false;
        ended.push({ type: 'item.completed', item: itemOf(call, 'declined') });
      }
      return ended;
    },
  };
}

/** What is said again replaces what was said before. An empty input comes before the arguments are known. */
function merged(before: KnownCall | undefined, fields: CallFields & { toolCallId: string }): KnownCall {
  const rawInput = isEmpty(fields.rawInput) ? (before?.rawInput ?? fields.rawInput) : fields.rawInput;
  const call = {
    ...fields,
    title: fields.title ?? before?.title,
    kind: fields.kind ?? before?.kind,
    status: fields.status ?? before?.status,
    content: fields.content ?? before?.content,
    locations: fields.locations ?? before?.locations,
    rawInput,
    rawOutput: fields.rawOutput ?? before?.rawOutput,
    _meta: fields._meta ?? before?._meta,
    isOpen: true,
    isRefused: before?.isRefused ?? false,
  };
  // The kind of an item is for life.
  return { ...call, form: before?.form ?? formOf(call) };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (isObject(value) && Object.keys(value).length === 0);
}

function formOf({ kind, rawInput, content }: CallFields): ThreadItem['type'] {
  if (kind === 'execute') return 'command_execution';
  if (kind === 'edit' || kind === 'delete' || kind === 'move') return 'file_change';
  if (kind === undefined && isObject(rawInput) && typeof rawInput.command === 'string') return 'command_execution';
  return readContent(content).changes.length > 0 ? 'file_change' : 'tool_call';
}

function itemOf(call: KnownCall, status: string): ThreadItem {
  const { toolCallId: id, title, kind, locations, rawInput, rawOutput, _meta, extra } = call;
  const content = readContent(call.content);
  const name = nameOf(call);
  const item = formed(call, { id, status, name, content });
  item.call = { name, ...(rawInput !== undefined && { input: rawInput }) };
  if (content.images.length > 0) item.call.images = content.images;
  const rest: JsonObject = { ...extra };
  for (const [field, value] of Object.entries({ title, kind, locations, rawOutput, _meta })) {
    if (value !== undefined) rest[field] = value;
  }
  if (call.status !== undefined && call.status !== status) rest.status = call.status;
  if (content.others.length > 0) rest.content = content.others;
  item.extra = rest;
  return inferItem(item, { ...call, id, status: call.status, output: outputOf(call, content), changes: undefined });
}

interface Shown {
  id: string;
  status: string;
  name: string;
  content: AcpContent;
}

function formed(call: KnownCall, { id, status, name, content }: Shown): ThreadItem {
  const input = isObject(call.rawInput) ? call.rawInput : {};
  const output = outputOf(call, content);
  if (call.form === 'command_execution') {
    const exit_code = exitCode(call.rawOutput);
    const item: ThreadItem = {
      id,
      type: 'command_execution',
      command: commandOf(input, call.title),
      aggregated_output: call.status === 'completed' || call.status === 'failed' || !isIntroduced(call) ? output : '',
      status,
    };
    if (exit_code !== undefined) item.exit_code = exit_code;
    if (typeof input.cwd === 'string') item.cwd = input.cwd;
    return item;
  }
  const changes = call.form === 'file_change' ? changesOf(call, input, content) : [];
  if (call.form === 'file_change') return { id, type: 'file_change', changes, status };
  const item: ThreadItem = { id, type: 'tool_call', name, status };
  if (call.rawInput !== undefined) item.input = call.rawInput;
  if (output !== '') item.output = output;
  return item;
}

/** Before it runs, the content of a command is what it is for, not what it printed. */
function isIntroduced({ status }: CallFields): boolean {
  return status === undefined || status === 'pending';
}

/** A title may be the command, some agents with marks of code around it. */
function commandOf({ command }: JsonObject, title = ''): string {
  if (typeof command === 'string') return command;
  if (Array.isArray(command)) return command.join(' ');
  return /^`[^`]+`$/.test(title) ? title.slice(1, -1) : title;
}

const PATHS = ['file_path', 'filePath', 'path', 'fileName', 'target_file'];

/** The changes that the content shows, else the file that the input names. */
function changesOf(call: CallFields, input: JsonObject, { changes }: AcpContent): FileChange[] {
  if (changes.length > 0)
    return call.kind === 'delete' ? changes.map((change) => ({ ...change, kind: 'delete' })) : changes;
  const [first] = call.locations ?? [];
  const named = PATHS.map((name) => input[name]).find((value) => typeof value === 'string');
  const path = named ?? (isObject(first) ? first.path : undefined);
  if (typeof path !== 'string') return [];
  const change: FileChange = { path, kind: call.kind === 'delete' ? 'delete' : 'update' };
  if (typeof input.diff === 'string') change.diff = input.diff;
  if (typeof input.content === 'string') change.new_content = input.content;
  return [change];
}

/** What an agent writes behind the output of a command. The code stands in a field of its own. */
const EXIT_MARK = /<(?:shellId: \S{1,40} completed|exited) with exit code -?\d+>$/;

/** The result as text: what the agent tells of it, else the words that it shows. */
function outputOf({ rawOutput }: CallFields, { texts }: AcpContent): string {
  if (typeof rawOutput === 'string') return rawOutput;
  if (isObject(rawOutput)) {
    for (const told of [rawOutput.output, rawOutput.content])
      if (typeof told === 'string') return told.replace(EXIT_MARK, '');
  }
  return texts.join('\n');
}

function exitCode(output: unknown): number | undefined {
  if (!isObject(output)) return undefined;
  const { exitCode: own, exit_code = own, metadata, contents } = output;
  const entries = Array.isArray(contents) ? contents : [];
  const inside = [
    isObject(metadata) ? metadata.exit : undefined,
    ...entries.map((entry) => isObject(entry) && entry.exitCode),
  ];
  return [exit_code, ...inside].find((code) => Number.isSafeInteger(code)) as number | undefined;
}

/** An id that begins with the tool's name twice: `read_file__read_file_1794819866853_0`. */
const NAME_IN_ID = /^([\w-]+?)__\1_\d/;

/** The tool's own name, which the protocol has no field for. Its kind, if nothing tells it. */
function nameOf({ toolCallId = '', title = '', kind = 'other', _meta = {} }: CallFields): string {
  const own = Object.values(_meta).find((value) => isObject(value) && typeof value.toolName === 'string');
  const told = _meta.toolName ?? (isObject(own) ? own.toolName : undefined);
  if (typeof told === 'string') return told;
  const inId = NAME_IN_ID.exec(toolCallId)?.[1];
  return inId ?? (/^[\w-]{1,60}$/.test(title) ? title : kind);
}
