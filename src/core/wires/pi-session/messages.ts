import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ThreadEvent } from '../../thread/event.ts';
import type { CommandExecutionItem, CompactionItem, ThreadItem, UserMessageItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { badField, type FieldsOf } from '../field-table.ts';
import { inferItem } from '../inferred.ts';
import { withDefined } from '../with-defined.ts';
import { createPiCalls } from './calls.ts';
import { readContent } from './content.ts';
import {
  assistantTable,
  bashExecutionTable,
  compactionTable,
  nestedCallTable,
  saidTable,
  textPartTable,
  thinkingPartTable,
  toolCallTable,
  toolResultTable,
} from './records.ts';
import { createPiTurns } from './turns.ts';
import { readPiUsage } from './usage.ts';

/** The conversation so far. */
export interface PiState {
  turns: ReturnType<typeof createPiTurns>;
  calls: ReturnType<typeof createPiCalls>;
  requests: number;
}

export function createPiState(): PiState {
  return { turns: createPiTurns(), calls: createPiCalls(), requests: 0 };
}

/** A message, the beginning of its items' ids, and where its problems go. */
interface Source {
  message: JsonObject;
  /** The same live and on disk, where lines of one have no ids: the role and the time of the message. */
  key: string;
  problems: Problem[];
}

/** The beginning of the ids of a message's items. */
export function keyOf({ role, timestamp }: JsonObject, line: number): string {
  return typeof role === 'string' && Number.isSafeInteger(timestamp) ? `${role}.${timestamp}` : `L${line}`;
}

/** Reads a message that is whole, from `message_end` or from a session file. */
export function readMessage(state: PiState, message: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
  const source: Source = { message, key: keyOf(message, line), problems };
  switch (message.role) {
    case 'user':
      return readUser(state, source);
    case 'assistant':
      return readAssistant(state, source);
    case 'toolResult':
      return readToolResult(state, source);
    case 'bashExecution':
      return readBash(state, source);
    case 'custom':
      return [{ type: 'item.completed', item: { ...saidItem(source), injected: true } }];
    case 'branchSummary':
    case 'compactionSummary':
      return [{ type: 'item.completed', item: summaryItem(message, `${source.key}.0`, problems) }];
    case 'system':
      return [{ type: 'context', kind: 'system', data: message }];
    default:
      if (typeof message.role !== 'string') problems.push(badField('role', message.role));
      return [
        { type: 'unknown', wire_type: typeof message.role === 'string' ? message.role : 'message', data: message },
      ];
  }
}

function readUser(state: PiState, source: Source): ThreadEvent[] {
  const ended = state.turns.begin();
  const item = saidItem(source);
  const started: ThreadEvent = { type: 'turn.started' };
  if (item.text !== '') started.input_text = item.text;
  return [...ended, started, { type: 'item.completed', item }];
}

function saidItem({ message, key, problems }: Source): UserMessageItem {
  const { role: _role, content, summary, timestamp: _time, extra } = saidTable.read(message, problems);
  const { text, images, others } = readContent(content);
  const item: UserMessageItem = { id: `${key}.0`, type: 'user_message', text };
  if (images.length > 0) item.images = images;
  const more: Extra = {
    ...extra,
    ...(others.length > 0 && { content: others }),
    ...(summary !== undefined && { summary }),
  };
  if (Object.keys(more).length > 0) item.extra = more;
  return inferItem(item, message);
}

/** A text of a `custom_message`, which an extension gave to the model. */
export function extensionItem(entry: JsonObject, id: string, problems: Problem[]): UserMessageItem {
  return { ...saidItem({ message: entry, key: id, problems }), id, injected: true };
}

/** The summary of older context, or of a branch that was left. */
export function summaryItem(source: JsonObject, id: string, problems: Problem[]): CompactionItem {
  const { summary, usage: _usage, extra } = compactionTable.read(source, problems);
  const item: CompactionItem = withDefined<CompactionItem>({ id, type: 'compaction' }, { summary, extra });
  return inferItem(item, source);
}

function readAssistant(state: PiState, { message, key, problems }: Source): ThreadEvent[] {
  const fields = assistantTable.read(message, problems);
  const { content, usage, stopReason, errorMessage, responseId } = fields;
  state.requests += 1;
  // An extension may ask the model by itself, and a stream may be read from its middle.
  const begun: ThreadEvent[] = state.turns.isOpen()
    ? []
    : [...state.turns.begin(), { type: 'turn.started', inferred: true }];
  const request_id = responseId ?? `r${state.requests}`;
  state.turns.goOn();
  const events: ThreadEvent[] = [answerFacts(fields)];
  for (const [index, part] of content.entries()) {
    events.push(readPart(state, part, `${key}.${index}`, request_id, problems));
  }
  const counted = usage && readPiUsage(usage, problems);
  if (usage && counted && counted.input_tokens + counted.output_tokens > 0) {
    events.push(state.turns.count(counted, usage));
  }
  if (stopReason === 'error') events.push({ type: 'error', message: errorMessage ?? 'error' });
  for (const event of events) event.request_id = request_id;
  events.push(...state.turns.stop(stopReason, errorMessage ?? 'error'));
  return [...begun, ...events];
}

/** What a message tells beside its parts: who answered, and how it ended. */
function answerFacts({
  content: _content,
  usage: _usage,
  extra,
  ...fields
}: FieldsOf<typeof assistantTable>): ContextEvent {
  const data = withDefined<JsonObject>({}, { ...fields, ...extra });
  const event: ContextEvent = { type: 'context', kind: 'assistant', data };
  if (fields.model !== undefined) event.model = fields.model;
  return event;
}

/** The count of a request that is no message: a summary, or a tool that asks a model itself. */
export function countOther(state: PiState, usage: unknown, problems: Problem[]): ThreadEvent[] {
  if (!isObject(usage)) return [];
  state.requests += 1;
  const event = state.turns.count(readPiUsage(usage, problems), usage);
  event.request_id = `r${state.requests}`;
  return [event];
}

function readPart(state: PiState, part: unknown, id: string, requestId: string, problems: Problem[]): ThreadEvent {
  if (isObject(part) && part.type === 'text') {
    const { text, extra } = textPartTable.read(part, problems);
    return completed(withDefined<ThreadItem>({ id, type: 'agent_message', text }, { extra }), part);
  }
  if (isObject(part) && part.type === 'thinking') {
    const { thinking: text, extra } = thinkingPartTable.read(part, problems);
    return completed(withDefined<ThreadItem>({ id, type: 'reasoning', text }, { extra }), part);
  }
  if (isObject(part) && part.type === 'toolCall') {
    const { id: callId = id, name, arguments: input, extra } = toolCallTable.read(part, problems);
    return state.calls.start(callId, { name, input, requestId }, part, extra);
  }
  const { type, ...data } = isObject(part) ? part : { part };
  const wire_type = typeof type === 'string' ? type : 'part';
  return completed({ id, type: 'unknown', wire_type, data }, data);
}

function completed(item: ThreadItem, source: JsonObject): ThreadEvent {
  return { type: 'item.completed', item: inferItem(item, source) };
}

function readToolResult(state: PiState, { message, key, problems }: Source): ThreadEvent[] {
  const fields = toolResultTable.read(message, problems);
  const { toolCallId: id = `${key}.0`, toolName: name, nestedCalls, usage, extra } = fields;
  const call = state.calls.get(id) ?? { name, input: undefined };
  const events: ThreadEvent[] = [];
  for (const nested of nestedCalls?.calls ?? [])
    events.push(...readNested(state, nested, id, call.requestId, problems));
  const more = nestedCalls ? { ...extra, nestedCalls } : extra;
  const end = state.calls.end(id, call, fields, message, more);
  // The execution told it already.
  events.push(end ?? { type: 'context', kind: 'toolResult', item_id: id, data: message });
  return [...events, ...countOther(state, usage, problems)];
}

/** A call inside of a script. What came back is not kept, only why it failed. */
function readNested(
  state: PiState,
  source: unknown,
  parent: string,
  requestId: string | undefined,
  problems: Problem[],
): ThreadEvent[] {
  if (!isObject(source)) return [];
  const { id, name, arguments: input, status, error, extra } = nestedCallTable.read(source, problems);
  if (id === undefined || state.calls.get(id)) return [];
  const call = { name, input, requestId };
  const more = { ...extra, parentToolCallId: parent };
  const started = state.calls.start(id, call, source, more);
  const isError = status === 'error';
  const ended = state.calls.end(id, call, { content: error, isError }, source, more);
  return ended ? [started, ended] : [started];
}

/** A command of the person, for which the model did not ask. Between two turns it is one of its own. */
function readBash(state: PiState, { message, key, problems }: Source): ThreadEvent[] {
  const { command, output, exitCode, cancelled, extra } = bashExecutionTable.read(message, problems);
  const status = cancelled ? 'declined' : exitCode ? 'failed' : 'completed';
  const item: CommandExecutionItem = {
    id: `${key}.0`,
    type: 'command_execution',
    command,
    aggregated_output: output,
    status,
  };
  withDefined(item, { exit_code: exitCode, extra });
  const ran: ThreadEvent = { type: 'item.completed', item: inferItem(item, { ...message, exit_code: exitCode }) };
  if (state.turns.isOpen()) return [ran];
  const begun = state.turns.begin();
  return [...begun, { type: 'turn.started', inferred: true }, ran, ...state.turns.rest(false)];
}
