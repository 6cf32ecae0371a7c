import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadItem, TodoListItem } from '../../thread/item.ts';
import { parseCommandOutput } from '../../tools/command-output.ts';
import { type Call, callItem } from './call-items.ts';
import { answered, hasMoreThanText, PICTURE_FOLLOWS, textOf } from './call-results.ts';
import type { Session } from './session.ts';
import type { TextChannels } from './text-channels.ts';
import type { Turns } from './turns.ts';
import { optionalText, rest } from './values.ts';

/** Makes one item of a call, what events tell about it, and its output. */
export interface Calls {
  /** `function_call`, `custom_tool_call`, `local_shell_call`, `tool_search_call`. */
  call(payload: JsonObject): void;
  /** `function_call_output`, `custom_tool_call_output`, `tool_search_output`. */
  output(payload: JsonObject): void;
  /** An event says how a call ended: the item as the live stream had it. */
  finish(item: ThreadItem, turnId?: string, extra?: JsonObject): void;
  /** The item of a call as it is known so far. */
  find(id: string): ThreadItem | undefined;
  /** True when the picture that the model asked to see is to come as a message; it is not what the person typed. */
  isPictureNext(): boolean;
  /** A turn ends: the plan is done, answers no longer come. */
  endTurn(): void;
}

interface OpenCall {
  /** The tool's name as the model called it. */
  tool: string;
  item: ThreadItem;
  /** An event has told the end, so the output only repeats it. */
  isFinished: boolean;
  isAnswered: boolean;
}

/** Calls that wait for an answer; beyond that the oldest is forgotten, and its answer becomes an item of its own. */
const MAX_OPEN = 10_000;
/** Kinds that the live stream prints. In a paginated file one of them without its `item_completed` was not. */
const PRINTED = new Set(['command_execution', 'file_change', 'mcp_tool_call']);

/** Kinds that say which tool was called; of the others it is kept beside the item. */
const NAMED = new Set(['mcp_tool_call', 'collab_tool_call', 'tool_call']);
const FIELDS_OF_UNNAMED = new Set(['type', 'call_id', 'arguments', 'input', 'action']);
const CALL_FIELDS = new Set([...FIELDS_OF_UNNAMED, 'name']);
const OUTPUT_FIELDS = new Set(['type', 'call_id', 'output', 'name']);

export function createCalls(session: Session, turns: Turns, texts: TextChannels): Calls {
  const calls = new Map<string, OpenCall>();
  /** Processes that run on, by the id to write to them. */
  const processes = new Map<string, string>();
  let plan: TodoListItem | undefined;
  let isPictureNext = false;

  function call(payload: JsonObject): void {
    texts.activity();
    isPictureNext = false;
    const made = readCall(payload, session);
    const item = callItem(made, session);
    const left = rest(payload, NAMED.has(item.type) ? CALL_FIELDS : FIELDS_OF_UNNAMED);
    if (left) {
      item.extra ??= {};
      item.extra.call = left;
    }
    if (calls.size >= MAX_OPEN) calls.delete(calls.keys().next().value ?? '');
    calls.set(item.id, { tool: made.name, item, isFinished: false, isAnswered: false });
    // A plan counts once it was taken, and then it is a snapshot of the turn's one list.
    if (item.type !== 'todo_list') turns.give(session.itemEvent('item.started', item));
  }

  function output(payload: JsonObject): void {
    texts.activity();
    isPictureNext = payload.output === PICTURE_FOLLOWS;
    const id = outputId(payload);
    const open = id === undefined ? undefined : calls.get(id);
    if (!open || id === undefined) {
      loneOutput(payload, id);
      return;
    }
    if (open.isFinished) {
      calls.delete(id);
      turns.give(session.context(String(payload.type), payload, id));
      return;
    }
    const left = rest(payload, OUTPUT_FIELDS);
    if (open.item.type === 'todo_list') {
      givePlan(open, payload, left);
      return;
    }
    const { item, session: process } = answered(open.item, payload.output, open.tool);
    if (open.isAnswered) joinOutputs(item, open.item);
    open.isAnswered = true;
    open.item = item;
    addExtra(item, 'call_output', hasMoreThanText(payload.output) ? { ...left, output: payload.output } : left);
    if (process !== undefined) {
      if (processes.size >= MAX_OPEN) processes.delete(processes.keys().next().value ?? '');
      processes.set(process, id);
      turns.give(session.itemEvent('item.updated', item));
      return;
    }
    if (session.paginated && isAborted(item)) {
      turns.give(session.itemEvent('item.updated', item));
      return;
    }
    if (session.paginated && PRINTED.has(item.type)) item.rejected = true;
    turns.give(session.itemEvent('item.completed', item));
    if (item.type === 'tool_call') continueProcess(item);
  }

  /** A search for tools may have no id; its output belongs to the last one. */
  function outputId(payload: JsonObject): string | undefined {
    const id = optionalText(payload.call_id, 'call_id', session.problems);
    if (id !== undefined || payload.type !== 'tool_search_output') return id;
    const open = [...calls.entries()].findLast(
      ([, { item, isAnswered }]) => item.type === 'tool_call' && item.name === 'tool_search' && !isAnswered,
    );
    return open?.[0];
  }

  /** An answer to a call that is not in the file. */
  function loneOutput(payload: JsonObject, id: string | undefined): void {
    const name = typeof payload.name === 'string' ? payload.name : '';
    const item: ThreadItem = {
      id: id ?? session.nextId(),
      type: 'tool_call',
      name,
      output: textOf(payload.output),
      status: 'completed',
    };
    const left = rest(payload, OUTPUT_FIELDS);
    addExtra(item, 'call_output', hasMoreThanText(payload.output) ? { ...left, output: payload.output } : left);
    turns.give(session.itemEvent('item.completed', item));
  }

  /** The live stream has one list a turn: it starts, is updated by each further plan, and ends with the turn. */
  function givePlan(open: OpenCall, payload: JsonObject, left: JsonObject | undefined): void {
    const item = open.item as TodoListItem;
    const text = textOf(payload.output);
    calls.delete(item.id);
    if (!text.startsWith('Plan updated')) {
      const { id, extra, ...input } = item;
      const refused: ThreadItem = {
        id,
        type: 'tool_call',
        name: 'update_plan',
        input,
        output: text,
        status: 'failed',
        rejected: true,
      };
      if (extra) refused.extra = extra;
      turns.give(session.itemEvent('item.completed', refused));
      return;
    }
    addExtra(item, 'call_output', text === 'Plan updated' ? left : { ...left, output: payload.output });
    const type = plan ? 'item.updated' : 'item.started';
    if (plan) {
      addExtra(item, 'call_id', item.id);
      item.id = plan.id;
    }
    plan = item;
    turns.give(session.itemEvent(type, { ...item }));
  }

  /** `write_stdin` goes on with a process: what it writes belongs to the command that started it. */
  function continueProcess(item: Extract<ThreadItem, { type: 'tool_call' }>): void {
    const process = isObject(item.input) ? item.input.session_id : undefined;
    const id = process === undefined ? undefined : processes.get(String(process));
    const command = id === undefined ? undefined : calls.get(id);
    if (!command || id === undefined || command.isFinished || command.item.type !== 'command_execution') return;
    const read = parseCommandOutput(item.output ?? '');
    command.item = { ...command.item, aggregated_output: command.item.aggregated_output + read.body };
    if (read.exitCode === undefined) return;
    processes.delete(String(process));
    command.isFinished = true;
    command.item.exit_code = read.exitCode;
    command.item.status = read.exitCode === 0 ? 'completed' : 'failed';
    if (session.paginated) return;
    turns.give(session.itemEvent('item.completed', command.item));
  }

  return {
    call,
    output,
    finish(item, turnId, extra) {
      texts.activity();
      texts.release();
      const open = calls.get(item.id);
      if (open) {
        if (open.item.extra) item.extra = { ...open.item.extra, ...item.extra };
        open.item = item;
        open.isFinished = true;
        if (open.isAnswered) calls.delete(item.id);
      }
      const event = session.itemEvent('item.completed', item);
      if (turnId !== undefined) event.turn_id = turnId;
      if (extra) event.extra = event.extra ? { ...event.extra, ...extra } : extra;
      turns.give(event);
    },
    find: (id) => calls.get(id)?.item,
    isPictureNext: () => isPictureNext,
    endTurn() {
      if (plan) turns.give(session.itemEvent('item.completed', plan));
      plan = undefined;
      isPictureNext = false;
      if (calls.size === 0) return;
      const running = processes.size > 0 ? new Set(processes.values()) : undefined;
      for (const [id, { isAnswered }] of calls) if (isAnswered && !running?.has(id)) calls.delete(id);
    },
  };
}

/** A script may notify before it ends: each notice is an output of the same call. */
function joinOutputs(item: ThreadItem, before: ThreadItem): void {
  if (item.type === 'tool_call' && before.type === 'tool_call' && before.output) {
    item.output = `${before.output}\n${item.output ?? ''}`;
  }
}

/** A command that was stopped had been printed, and its `item_completed` may be yet to come. */
function isAborted(item: ThreadItem): boolean {
  return item.type === 'command_execution' && item.status === 'failed' && typeof item.exit_code !== 'number';
}

function addExtra(item: ThreadItem, name: string, value: unknown): void {
  if (value !== undefined) item.extra = { ...item.extra, [name]: value };
}

function readCall(payload: JsonObject, session: Session): Call {
  const { problems } = session;
  const own = optionalText(payload.call_id, 'call_id', problems) ?? optionalText(payload.id, 'id', problems);
  const id = own ?? session.nextId();
  if (payload.type === 'local_shell_call') {
    return {
      id,
      name: 'local_shell',
      namespace: undefined,
      args: isObject(payload.action) ? payload.action : undefined,
      input: payload.action,
    };
  }
  if (payload.type === 'tool_search_call') {
    const args = isObject(payload.arguments) ? payload.arguments : undefined;
    return { id, name: 'tool_search', namespace: undefined, args, input: payload.arguments };
  }
  const name = optionalText(payload.name, 'name', problems) ?? '';
  const namespace = optionalText(payload.namespace, 'namespace', problems);
  if (payload.type === 'custom_tool_call') {
    const input = optionalText(payload.input, 'input', problems) ?? '';
    return { id, name, namespace, args: undefined, input };
  }
  const input = optionalText(payload.arguments, 'arguments', problems) ?? '';
  return { id, name, namespace, args: parseArguments(input), input };
}

function parseArguments(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
