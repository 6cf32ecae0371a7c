import * as coreLimits from '../../../../limits/core.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { CommandExecutionItem, ThreadItem, ToolCallItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { parseCommandOutput } from '../../../tools/command-output.ts';
import type { CurrentRecord } from '../record.ts';
import { type CallOutput, readCallOutput } from '../shapes/call.ts';
import { answered, type CallAnswer, PICTURE_FOLLOWS, readAnswer } from '../shapes/call-results.ts';
import { setPermissions } from '../shapes/command-items.ts';
import { addTold } from '../shapes/told.ts';
import { withOutput } from '../shapes/two-outputs.ts';
import { createOpenCalls, type OpenCall } from './open-calls.ts';
import { createPlans } from './plans.ts';
import type { TextChannels } from './text-channels.ts';
import type { Turns } from './turns.ts';

/** Makes one item from a call, the events about it, and its output. */
export interface Calls {
  /** `function_call`, `custom_tool_call`, `local_shell_call`, `tool_search_call`: the item, and the tool's name. */
  begin(item: ThreadItem, tool: string, payload: JsonObject): void;
  /** `function_call_output`, `custom_tool_call_output`, `tool_search_output`. */
  output(payload: JsonObject): void;
  /** Takes the end of a call from an event: the item as on the live stream. */
  finish(item: ThreadItem, turnId?: string, extra?: Extra): void;
  /** The item of a call, as known so far. */
  find(id: string): ThreadItem | undefined;
  /** True if the picture that the model asked for comes as the next message. The person did not send it. */
  isPictureNext(): boolean;
  /** Ends a turn: the plan is done, and answers no longer come. */
  endTurn(): void;
  /** Ends the file. A process that still runs has printed all that will ever be known. */
  end(): void;
}

/** Kinds that the live stream prints. In a paginated file, one without its `item_completed` was not printed. */
const PRINTED: ReadonlySet<string> = new Set<ThreadItem['type']>(['command_execution', 'file_change', 'mcp_tool_call']);

export function createCalls(
  record: CurrentRecord,
  turns: Turns,
  texts: Pick<TextChannels, 'activity' | 'release'>,
): Calls {
  const { facts } = record;
  const calls = createOpenCalls();
  const plans = createPlans(record, turns);
  /** Calls with more output than was given. */
  const behind = new Set<OpenCall>();
  let isPictureNext = false;

  function begin(item: ThreadItem, tool: string, payload: JsonObject): void {
    isPictureNext = false;
    if (item.type === 'todo_list') {
      plans.begin(item, payload);
      return;
    }
    const event = record.itemEvent('item.started', { ...item });
    turns.give(event);
    const forgotten = calls.add(item, tool, event);
    if (forgotten) giveRunning(forgotten);
  }

  function output(payload: JsonObject): void {
    const known = typeof payload.call_id === 'string' ? calls.find(payload.call_id) : undefined;
    if (known) record.requestId = known.requestId;
    if (known?.isFinished) {
      isPictureNext = false;
      calls.forget(known);
      tellFinished(known.item, payload);
      return;
    }
    const given = readCallOutput(payload, record.problems);
    isPictureNext = given.output === PICTURE_FOLLOWS;
    const answer = readAnswer(given.output, record.problems);
    const call = known ?? findCall(given, payload);
    if (call) answerCall(call, given, answer, payload);
    else if (given.callId === undefined || !plans.answer(given.callId, answer, given.extra)) loneOutput(given, answer);
  }

  /** The output of a call that an event has ended. What only the model was told joins the item. */
  function tellFinished(item: ThreadItem, payload: JsonObject): void {
    const { text, hasMore } = readAnswer(payload.output, record.problems);
    const whole = withOutput(item, parseCommandOutput(text).body);
    const done = { ...(whole ?? item) };
    if (text !== '') addTold(done, text);
    const isTold = done.call?.told !== undefined;
    const { output: _output, ...others } = payload;
    turns.give(record.context(typeOf(payload), isTold && !hasMore ? others : payload, item.id));
    if (whole || isTold) turns.give(record.itemEvent('item.completed', done));
  }

  function findCall({ callId }: CallOutput, { type }: JsonObject): OpenCall | undefined {
    if (callId !== undefined) return calls.find(callId);
    return type === 'tool_search_output' ? calls.lastSearch() : undefined;
  }

  function answerCall(call: OpenCall, given: CallOutput, answer: CallAnswer, payload: JsonObject): void {
    const before = call.item;
    const { item, session: process } = answered(before, answer, call.tool);
    if (call.isAnswered) joinOutputs(item, before);
    if (answer.text !== '') addTold(item, answer.text);
    keepOutput(item, answer, given.extra);
    call.item = item;
    call.outputs += 1;
    calls.answer(call, process);
    if (isDue(call)) giveAnswered(call);
    else {
      turns.give(record.context(typeOf(payload), payload, item.id));
      behind.add(call);
      const [oldest] = behind.size > coreLimits.maxOpenCalls ? behind : [];
      if (oldest) giveAnswered(oldest);
    }
  }

  function giveAnswered(call: OpenCall): void {
    const { item } = call;
    record.requestId = call.requestId;
    call.givenOutputs = call.outputs;
    call.givenSize = sizeOf(item);
    if (behind.size > 0) behind.delete(call);
    call.isAwaited = facts.isPaginated && isAborted(item);
    if (call.process !== undefined || call.isAwaited) {
      turns.give(record.itemEvent('item.updated', item));
      return;
    }
    if (facts.isPaginated && PRINTED.has(item.type)) item.rejected = true;
    turns.give(record.itemEvent('item.completed', item));
    if (item.type === 'tool_call') continueProcess(item);
  }

  /** Handles an answer whose call is not in the file. */
  function loneOutput(given: CallOutput, answer: CallAnswer): void {
    const item: ToolCallItem = {
      id: given.callId ?? record.nextId(),
      type: 'tool_call',
      name: given.name,
      status: 'completed',
    };
    if (given.output !== undefined && given.output !== null) item.output = answer.text;
    keepOutput(item, answer, given.extra);
    turns.give(record.itemEvent('item.completed', item));
  }

  /** `write_stdin` continues a process. Its output belongs to the command that started the process. */
  function continueProcess(item: ToolCallItem): void {
    const process = isObject(item.input) ? item.input.session_id : undefined;
    const call =
      typeof process === 'string' || typeof process === 'number' ? calls.running(String(process)) : undefined;
    if (!call || call.isFinished || call.item.type !== 'command_execution') return;
    const { body, exitCode } = parseCommandOutput(item.output ?? '');
    const command: CommandExecutionItem = { ...call.item, aggregated_output: call.item.aggregated_output + body };
    call.item = command;
    if (exitCode === undefined) return;
    calls.exit(call);
    command.exit_code = exitCode;
    command.status = exitCode === 0 ? 'completed' : 'failed';
    if (facts.isPaginated) return;
    record.requestId = call.requestId;
    turns.give(record.itemEvent('item.completed', command));
  }

  function finish(item: ThreadItem, turnId?: string, extra?: Extra): void {
    texts.activity();
    texts.release();
    const call = calls.find(item.id);
    let done = item;
    if (call) {
      record.requestId = call.requestId;
      if (call.item.extra) item.extra = { ...call.item.extra, ...item.extra };
      if (call.item.call) item.call = call.item.call;
      // Only the call has the reason to leave the sandbox.
      if (item.type === 'command_execution' && call.item.type === item.type) setPermissions(item, call.item);
      // It has what was printed so far, unless the model was only told that it was stopped.
      if (call.item.type === 'command_execution' && !call.isAwaited)
        done = withOutput(item, call.item.aggregated_output) ?? item;
      call.item = done;
      behind.delete(call);
      calls.finish(call);
    }
    turns.give(record.itemEvent('item.completed', done, turnId, extra));
  }

  /** Gives a process that never reported its end. Its result is what it has printed. */
  function giveRunning(call: OpenCall): void {
    if (call.process === undefined || call.isFinished) return;
    record.requestId = call.requestId;
    turns.give(record.itemEvent('item.completed', call.item, call.turnId));
  }

  return {
    begin,
    output,
    finish,
    find: (id) => calls.find(id)?.item,
    isPictureNext: () => isPictureNext,
    endTurn() {
      isPictureNext = false;
      for (const call of [...behind]) giveAnswered(call);
      plans.endTurn();
      calls.endTurn();
    },
    end() {
      for (const call of calls.allRunning()) giveRunning(call);
    },
  };
}

/**
 * Each output of a call repeats all that came before. So the item is given only when outputs and text have doubled, and
 * when the turn ends.
 */
function isDue({ outputs, givenOutputs, givenSize, item }: OpenCall): boolean {
  return outputs >= 2 * givenOutputs && sizeOf(item) >= 2 * givenSize;
}

function typeOf({ type }: JsonObject): string {
  return typeof type === 'string' ? type : '';
}

/** The length of the part that grows with each output. */
function sizeOf(item: ThreadItem): number {
  if (item.type === 'tool_call') return item.output?.length ?? 0;
  return item.type === 'command_execution' ? item.aggregated_output.length : 0;
}

/** A script may notify before it ends. Each notice is an output of the same call. */
function joinOutputs(item: ThreadItem, before: ThreadItem): void {
  if (item.type === 'tool_call' && before.type === 'tool_call' && before.output) {
    item.output = `${before.output}\n${item.output ?? ''}`;
  }
}

/** A stopped command was printed, and its `item_completed` may still come. */
function isAborted(item: ThreadItem): boolean {
  return item.type === 'command_execution' && item.status === 'failed' && typeof item.exit_code !== 'number';
}

/** Keeps what the item's fields lack of an output. An MCP result has the parts as they are, an image its picture. */
function keepOutput(item: ThreadItem, { output, content, hasMore }: CallAnswer, extra: Extra | undefined): void {
  if (!hasMore && !extra) return;
  const isWhole =
    (item.type === 'mcp_tool_call' && Array.isArray(output)) ||
    (item.type === 'image' && content?.images.length === 1 && content.others.length + content.texts.length === 0);
  const kept = hasMore && !isWhole ? { ...extra, output } : extra;
  if (kept) item.extra = { ...item.extra, call_output: kept };
}
