import type { Problem } from '../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { readFields, text } from '../fields.ts';
import type { WireReader } from '../wire.ts';
import { createCommandReader } from './commands.ts';
import { createMcpCallReader } from './mcp-calls.ts';
import { createOpenCalls } from './open-calls.ts';
import { createPatchReader } from './patches.ts';
import { createPlanReader } from './plans.ts';
import { type Envelope, hasMessage, isHeader, isPrompt } from './records.ts';
import { enteredReview, exitedReview } from './reviews.ts';
import { createTextReader, userMessage } from './texts.ts';
import {
  headerTable,
  noticeTable,
  sessionTable,
  turnAbortedTable,
  turnCompletedTable,
  turnStartedTable,
} from './threads.ts';
import { createTokenCounter } from './token-counts.ts';
import { createWebSearchReader } from './web-searches.ts';

/** Reads one kind of `msg`; its type is taken out beforehand. Undefined where it carries nothing that the model has. */
type MessageReader = (fields: JsonObject, line: number, problems: Problem[]) => ThreadEvent | ThreadEvent[] | undefined;

/**
 * Reads `codex exec --json` and `codex proto` of 0.8 to 0.42. `exec` prints no end of a turn from 0.10 on, so a turn
 * without an end is normal, and none is made up.
 */
export function createCodexLegacyReader(): WireReader {
  let threadId: string | undefined;
  let turnId: string | undefined;
  /** Counted for the reader's whole life, so that two threads never share a turn. */
  let turns = 0;
  const calls = createOpenCalls();
  const commands = createCommandReader(calls);
  const patches = createPatchReader(calls);
  const mcpCalls = createMcpCallReader(calls);
  const webSearches = createWebSearchReader(calls);
  const texts = createTextReader();
  const plans = createPlanReader();
  const tokens = createTokenCounter();

  /** A process begins: it has nothing to do with what came before. */
  function beginThread(id: string | undefined): void {
    threadId = id;
    turnId = undefined;
    calls.forgetAll();
    commands.forgetAll();
    texts.forgetAll();
    plans.turnEnd();
    tokens.reset();
  }

  function header(record: JsonObject, problems: Problem[]): ThreadEvent {
    beginThread(undefined);
    return finished(readFields(headerTable, record, problems, { type: 'thread.started', thread_id: '' }));
  }

  /** The prompt is printed before its turn begins. */
  function prompt(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    return { ...userMessage(record, line, problems), turn_id: `synthetic-turn-${turns + 1}` };
  }

  function sessionConfigured(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent {
    const event = readFields(sessionTable, fields, problems, { type: 'thread.started', thread_id: undefined });
    beginThread(text(event.thread_id, problems) as string | undefined);
    event.thread_id ??= '';
    return finished(event);
  }

  function turnStarted(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent {
    turns += 1;
    turnId = `synthetic-turn-${turns}`;
    texts.forgetAll();
    plans.turnEnd();
    tokens.turnStart();
    return finished(readFields(turnStartedTable, fields, problems, { type: 'turn.started' }));
  }

  function turnCompleted(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent[] {
    const event = readFields(turnCompletedTable, fields, problems, { type: 'turn.completed', ...tokens.turnEnd() });
    return [...plans.turnEnd(), finished(event)];
  }

  function turnAborted(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent[] {
    return [...plans.turnEnd(), finished(readFields(turnAbortedTable, fields, problems, { type: 'turn.aborted' }))];
  }

  /**
   * What the agent reports beside its work. None of it ends the turn: `stream_error`, which before 0.28 was a
   * `background_event`, says that the request is made again, and even after an `error` there is no end of the turn.
   */
  function notice(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent {
    texts.forgetAll();
    return finished(readFields(noticeTable, fields, problems, { type: 'error' }));
  }

  /**
   * What Codex asks before it acts, in `proto`. The call has the id that it will have when it begins, so it is the same
   * item. Before 0.10 it had none; then the call that follows would be taken for another one.
   */
  function approval(begin: (...parts: [...Parameters<MessageReader>, status?: string]) => ThreadEvent): MessageReader {
    return (fields, line, problems) =>
      typeof fields.call_id === 'string' ? begin(fields, line, problems, 'awaiting_approval') : undefined;
  }

  /**
   * All kinds but those that only answer questions of a user interface and stay `unknown` events:
   * `get_history_entry_response`, `mcp_list_tools_response`, `list_custom_prompts_response`, `conversation_path`,
   * `conversation_history` and `shutdown_complete`. `exec` prints none of them.
   */
  const readers: ReadonlyMap<string, MessageReader> = new Map<string, MessageReader>([
    ['session_configured', sessionConfigured],
    ['task_started', turnStarted],
    ['task_complete', turnCompleted],
    ['turn_aborted', turnAborted],
    ['token_count', (fields, _line, problems) => tokens.read(fields, problems)],
    ['user_message', userMessage],
    ['agent_message', (...parts) => texts.whole('agent_message', ...parts)],
    ['agent_message_delta', (...parts) => texts.delta('agent_message', ...parts)],
    ['agent_reasoning', (...parts) => texts.whole('reasoning', ...parts)],
    ['agent_reasoning_delta', (...parts) => texts.delta('reasoning', ...parts)],
    ['agent_reasoning_section_break', texts.sectionBreak],
    ['agent_reasoning_raw_content', (...parts) => texts.whole('raw_reasoning', ...parts)],
    ['agent_reasoning_raw_content_delta', (...parts) => texts.delta('raw_reasoning', ...parts)],
    ['exec_command_begin', commands.begin],
    ['exec_command_output_delta', commands.output],
    ['exec_command_end', commands.end],
    ['exec_approval_request', approval(commands.begin)],
    ['patch_apply_begin', patches.begin],
    ['patch_apply_end', patches.end],
    ['apply_patch_approval_request', approval(patches.begin)],
    ['turn_diff', patches.turnDiff],
    ['mcp_tool_call_begin', mcpCalls.begin],
    ['mcp_tool_call_end', mcpCalls.end],
    ['web_search_begin', webSearches.begin],
    ['web_search_end', webSearches.end],
    ['plan_update', plans.update],
    ['entered_review_mode', enteredReview],
    ['exited_review_mode', exitedReview],
    ['error', notice],
    ['stream_error', notice],
    ['background_event', notice],
  ]);

  function readEnvelope(record: Envelope, line: number, problems: Problem[]): ThreadEvent[] {
    const { msg, ...envelope } = record;
    const { type, ...fields } = msg;
    if (typeof envelope.id !== 'string') problems.push({ code: 'bad-field', message: 'id is no string' });
    const read = readers.get(type)?.(fields, line, problems) ?? unknownEvent(type, fields);
    const events = Array.isArray(read) ? read : [read];
    if (SHARED_SHAPE.has(type)) envelope.type = type;
    for (const event of events) addEnvelope(event, envelope);
    return events;
  }

  function readRecord(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    if (hasMessage(record)) return readEnvelope(record, line, problems);
    if (isHeader(record)) return [header(record, problems)];
    if (isPrompt(record)) return [prompt(record, line, problems)];
    const { type, ...data } = record;
    return [unknownEvent(String(type), data)];
  }

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const events = readRecord(record, line, problems);
    for (const event of events) {
      event.line = line;
      if (event.thread_id === undefined && threadId !== undefined) event.thread_id = threadId;
      if (event.turn_id === undefined && turnId !== undefined) event.turn_id = turnId;
      if (event.type === 'turn.completed' || event.type === 'turn.aborted') turnId = undefined;
    }
    return events;
  }

  return { read, end: () => [] };
}

/** Kinds that become an event which another kind becomes as well: `extra.type` tells them apart. */
const SHARED_SHAPE = new Set(['stream_error', 'background_event', 'entered_review_mode', 'exited_review_mode']);

/** The id of the submission belongs to no kind of event, so it goes to `extra`, with whatever else the envelope has. */
function addEnvelope(event: ThreadEvent, envelope: JsonObject): void {
  const extra: JsonObject = { ...envelope };
  const taken: JsonObject = {};
  for (const [name, value] of Object.entries(event.extra ?? {})) {
    setOwn(Object.hasOwn(envelope, name) ? taken : extra, name, value);
  }
  // Unknown fields of `msg` stand beside those of the envelope, unless these have the same name.
  if (Object.keys(taken).length > 0) extra.msg = isObject(extra.msg) ? { ...extra.msg, ...taken } : taken;
  event.extra = extra;
}

function unknownEvent(wire_type: string, data: JsonObject): ThreadEvent {
  return { type: 'unknown', wire_type, data };
}

/** Everything that comes here was put together by a table of this folder, so it is an event by construction. */
function finished(event: JsonObject): ThreadEvent {
  return event as JsonObject & ThreadEvent;
}
