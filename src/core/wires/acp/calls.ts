import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { FileChange, ThreadItem } from '../../thread/item.ts';
import type { Habits } from '../agent-habits.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { inferItem } from '../inferred.ts';
import { type AcpContent, readContent } from './content.ts';
import type { CallFields } from './messages.ts';
import { titledName, toldName, toolName } from './tool-name.ts';

/** The calls of a session. Each message about one adds to what is known, and gives the whole item. */
export interface Calls {
  /** Undefined if the call has no id, or has ended. */
  tell(fields: CallFields): ThreadEvent | undefined;
  /** The same for a question for leave, which shows a call for people: its input is not the model's, where that is known. */
  ask(fields: CallFields): ThreadEvent | undefined;
  /** The call has ended, and the message tells no more than other words for it. */
  isAfterword(fields: CallFields): boolean;
  /** The client refused the call. Some agents never speak of it again. */
  refuse(id: string): void;
  /** The turn ended. Ends the calls that were refused, and all if the turn was broken off: nobody speaks of them again. */
  endTurn(isBroken: boolean): ThreadEvent[];
}

interface KnownCall extends CallFields {
  toolCallId: string;
  form: ThreadItem['type'];
  /** The tool's name, if a message told it. Later ones may have other things beside the call. */
  told: string | undefined;
  /** The tool's name, if the title of the first message is one. */
  titled: string | undefined;
  /** What the command printed, in agents that tell it piece by piece. */
  printed: string[];
}

/** `habitsNow` gives the habits of the agent, as soon as it told who it is. */
export function createCalls(habitsNow: () => Habits | undefined): Calls {
  const calls = new Map<string, KnownCall>();
  /** The ids of those that have not ended, and of those of them that the client refused. */
  const open = new Set<string>();
  const refused = new Set<string>();

  function tell(fields: CallFields, isAsked = false): ThreadEvent | undefined {
    const { toolCallId: id } = fields;
    if (id === undefined) return undefined;
    const before = calls.get(id);
    const known = isAsked && before && isSaid(before) ? { ...fields, rawInput: undefined } : fields;
    const call = merged(before, { ...known, toolCallId: id });
    const piece = pieceOf(fields);
    if (piece !== undefined) call.printed.push(piece);
    calls.set(id, call);
    forgetOldest(calls, coreLimits.maxOpenCalls);
    const hasEnded = call.status === 'completed' || call.status === 'failed';
    // A piece is told alone. Only the end tells all that was printed.
    if (before && piece !== undefined && !(hasEnded && open.has(id))) return delta(call, piece, fields);
    const item = itemOf(call, statusOf(call, refused.has(id)), habitsNow());
    if (hasEnded) {
      settle(id);
      return { type: 'item.completed', item };
    }
    open.add(id);
    forgetOldest(open, coreLimits.maxOpenCalls);
    return { type: before ? 'item.updated' : 'item.started', item };
  }

  function settle(id: string): void {
    open.delete(id);
    refused.delete(id);
  }

  function isSaid({ rawInput, form }: KnownCall): boolean {
    return !isEmpty(modelInput(rawInput, form, habitsNow()));
  }

  return {
    tell,
    ask: (fields) => tell(fields, true),
    isAfterword(fields) {
      const { toolCallId: id = '', status, content, rawInput, rawOutput } = fields;
      const isOver = calls.has(id) && !open.has(id);
      return isOver && [status, content, rawInput, rawOutput, pieceOf(fields)].every((told) => told === undefined);
    },
    refuse(id) {
      if (open.has(id)) refused.add(id);
    },
    endTurn(isBroken) {
      const ended: ThreadEvent[] = [];
      for (const id of isBroken ? [...open] : [...refused]) {
        const call = calls.get(id);
        if (call)
          ended.push({
            type: 'item.completed',
            item: itemOf(call, refused.has(id) ? 'declined' : 'failed', habitsNow()),
          });
        settle(id);
      }
      return ended;
    },
  };
}

function statusOf({ status }: CallFields, isRefused: boolean): string {
  if (status === 'failed') return isRefused ? 'declined' : status;
  return status === 'completed' ? status : 'in_progress';
}

function delta({ toolCallId, form }: KnownCall, text_delta: string, extra: CallFields): ThreadEvent {
  return { type: 'item.delta', item_id: toolCallId, item_type: form, delta: { text_delta }, extra: { ...extra } };
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
    printed: before?.printed ?? [],
    told: toldName(fields._meta ?? {}) ?? before?.told,
    titled: before ? before.titled : titledName(fields),
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

/** The input without what the agent's side of the protocol adds to commands. */
function modelInput(rawInput: unknown, form: ThreadItem['type'], habits: Habits | undefined): unknown {
  if (!habits?.addedInput || form !== 'command_execution' || !isObject(rawInput)) return rawInput;
  const { [habits.addedInput]: added, ...input } = rawInput;
  return typeof added === 'string' ? input : rawInput;
}

function itemOf(call: KnownCall, status: string, habits: Habits | undefined): ThreadItem {
  const { toolCallId: id, title, kind, locations, rawInput, rawOutput, _meta, extra } = call;
  const content = readContent(call.content);
  const name = toolName(call, habits);
  const item = formed(call, { id, status, name, content });
  const input = modelInput(rawInput, call.form, habits);
  // Without arguments there is no call to show: the item tells more.
  if (!isEmpty(input)) item.call = { name, input };
  const told = call.form === 'file_change' ? toldOutput(call) : undefined;
  if (told && item.call) item.call.output = told;
  if (content.images.length > 0) item.call = { name, ...item.call, images: content.images };
  const rest: JsonObject = { ...extra };
  for (const [field, value] of Object.entries({ title, kind, locations, rawOutput, _meta })) {
    if (value !== undefined) rest[field] = value;
  }
  if (call.status !== undefined && call.status !== status) rest.status = call.status;
  const unread = [...content.others, ...content.rest];
  if (unread.length > 0) rest.content = unread;
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
    const exit_code = exitCode(call.rawOutput) ?? exitCode(call._meta?.terminal_exit);
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
  if (call.form === 'file_change') {
    const item: ThreadItem = { id, type: 'file_change', changes, status };
    if (output !== '' && !isIntroduced(call)) item[status === 'failed' ? 'stderr' : 'stdout'] = output;
    return item;
  }
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
function outputOf(call: KnownCall, { texts }: AcpContent): string {
  const shown = call.printed.length > 0 ? call.printed.join('') : texts.join('\n');
  const told = toldOutput(call);
  // A command may print nothing. For any other tool an empty text says that there is no more than what is shown.
  return told === '' && call.form !== 'command_execution' ? shown : (told ?? shown);
}

/** The words of the agent for the result, or for why there is none. */
function toldOutput({ rawOutput }: CallFields): string | undefined {
  if (typeof rawOutput === 'string') return rawOutput;
  if (!isObject(rawOutput)) return undefined;
  const told = [rawOutput.output, rawOutput.content, rawOutput.message].find((words) => typeof words === 'string');
  return typeof told === 'string' ? told.replace(EXIT_MARK, '') : undefined;
}

/** A piece of what a command printed, which agents put beside the protocol's own fields. */
function pieceOf({ _meta = {} }: CallFields): string | undefined {
  const { terminal_output_delta, terminal_output = terminal_output_delta } = _meta;
  return isObject(terminal_output) && typeof terminal_output.data === 'string' ? terminal_output.data : undefined;
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
