import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject, setOwn } from '../../lines/json.ts';
import type { ThreadEvent, ThreadStartedEvent, TurnCompletedEvent } from '../../thread/event.ts';
import { addInferred, inferredIds, USAGE } from '../../thread/inferred.ts';
import { optionalCountOrNull, optionalId, optionalText, optionalTextOrNull, text } from '../field-checks.ts';
import { fieldTable, keyCount } from '../field-table.ts';
import { inferEvent, inferItem } from '../inferred.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { createCallReader } from './call-reader.ts';
import { createCommandReader } from './commands.ts';
import { mcpCalls } from './mcp-calls.ts';
import { createPatchReader } from './patches.ts';
import { createPlanReader } from './plans.ts';
import { type Envelope, hasMessage, isHeader, isPrompt } from './records.ts';
import { createTextReader, enteredReview, exitedReview, userMessage } from './texts.ts';
import { createTokenCounter } from './token-counts.ts';
import { webSearches } from './web-searches.ts';

/**
 * The first line of `codex exec --json`. Source: `create_config_summary_entries`. Kept in `extra`: `approval`,
 * `sandbox`, `reasoning effort`, `reasoning summaries`. It does not have the thread's id.
 */
const headerTable = fieldTable((wire) => ({
  model: optionalText(wire.model),
  provider: optionalText(wire.provider),
  workdir: optionalText(wire.workdir),
}));

/**
 * `session_configured`, which only `proto` prints. Source: `SessionConfiguredEvent`. Kept in `extra`: `history_log_id`
 * and `history_entry_count` (of the user's history file), later also `reasoning_effort`, `rollout_path` and
 * `initial_messages` (the events of the continued thread).
 */
const sessionTable = fieldTable((wire) => ({
  session_id: optionalId(wire.session_id),
  model: optionalText(wire.model),
}));

/** `task_started`. Source: `TaskStartedEvent`. It has a field from 0.27 on. */
const turnStartedTable = fieldTable((wire) => ({
  model_context_window: optionalCountOrNull(wire.model_context_window),
}));

/** `task_complete`, printed by `exec` up to 0.9. Source: `TaskCompleteEvent`. */
const turnCompletedTable = fieldTable((wire) => ({
  last_agent_message: optionalTextOrNull(wire.last_agent_message),
}));

/** `turn_aborted`. Source: `TurnAbortedEvent`. */
const turnAbortedTable = fieldTable((wire) => ({
  reason: optionalText(wire.reason),
}));

/** `error`, `stream_error`, `background_event`. Source: `ErrorEvent`, `StreamErrorEvent`, `BackgroundEventEvent`. */
const noticeTable = fieldTable((wire) => ({ message: text(wire.message) }));

/** Reads one kind of `msg`, without its type. Undefined if it carries nothing that the model has. */
type MessageReader = (fields: JsonObject, line: number, problems: Problem[]) => ThreadEvent | ThreadEvent[] | undefined;

/**
 * Reads `codex exec --json` and `codex proto` of 0.8 to 0.42. From 0.10 on `exec` prints no end of a turn, so a turn
 * without an end is normal, and none is made up.
 */
export function createCodexLegacyReader(): WireReader {
  let threadId: string | undefined;
  let turnId: string | undefined;
  /** Counted for the reader's whole life, so that two threads never share a turn. */
  let turns = 0;
  const commands = createCommandReader();
  const patches = createPatchReader();
  const mcpReader = createCallReader(mcpCalls);
  const searchReader = createCallReader(webSearches);
  const texts = createTextReader();
  const plans = createPlanReader();
  const tokens = createTokenCounter();

  /** Begins a process, which is unrelated to what came before. */
  function beginThread(id: string | undefined): void {
    threadId = id;
    turnId = undefined;
    for (const calls of [commands, patches, mcpReader, searchReader]) calls.forgetAll();
    texts.forgetAll();
    plans.turnEnd();
    tokens.reset();
  }

  function header(record: JsonObject, problems: Problem[]): ThreadEvent {
    beginThread(undefined);
    const { model, provider: model_provider, workdir: cwd, extra } = headerTable.read(record, problems);
    const event: ThreadStartedEvent = { type: 'thread.started', thread_id: '', agent: 'codex' };
    return withDefined(event, { model, model_provider, cwd, extra });
  }

  /** The prompt is printed before its turn begins. */
  function prompt(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    return { ...userMessage(record, line, problems), turn_id: `synthetic-turn-${turns + 1}` };
  }

  function sessionConfigured(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent {
    const { session_id, model, extra } = sessionTable.read(fields, problems);
    beginThread(session_id);
    const event: ThreadStartedEvent = { type: 'thread.started', thread_id: session_id ?? '', agent: 'codex' };
    return withDefined(event, { model, extra });
  }

  function turnStarted(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent {
    turns += 1;
    turnId = `synthetic-turn-${turns}`;
    texts.forgetAll();
    plans.turnEnd();
    tokens.turnStart();
    return { type: 'turn.started', ...turnStartedTable.take(fields, problems) };
  }

  function turnCompleted(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent[] {
    const end = turnCompletedTable.take(fields, problems);
    const event: TurnCompletedEvent = { type: 'turn.completed', ...tokens.turnEnd(), ...end };
    return [...plans.turnEnd(), event.usage ? addInferred(event, USAGE) : event];
  }

  function turnAborted(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent[] {
    return [...plans.turnEnd(), { type: 'turn.aborted', ...turnAbortedTable.take(fields, problems) }];
  }

  /**
   * Notices of the agent beside its work. None of them ends the turn: `stream_error`, before 0.28 a `background_event`,
   * says that the request is repeated, and even an `error` has no end of the turn after it.
   */
  function notice(fields: JsonObject, _line: number, problems: Problem[]): ThreadEvent {
    texts.forgetAll();
    return { type: 'error', ...noticeTable.take(fields, problems) };
  }

  /**
   * Codex's question before it acts, in `proto`. The call already has its later id, so it is the same item. Before 0.10
   * it had none, and the call that follows would look like another one.
   */
  function approval(begin: (...parts: [...Parameters<MessageReader>, status?: string]) => ThreadEvent): MessageReader {
    return (fields, line, problems) =>
      typeof fields.call_id === 'string' ? begin(fields, line, problems, 'awaiting_approval') : undefined;
  }

  /**
   * All kinds except those that only answer a user interface and stay `unknown` events: `get_history_entry_response`,
   * `mcp_list_tools_response`, `list_custom_prompts_response`, `conversation_path`, `conversation_history` and
   * `shutdown_complete`. `exec` prints none of them.
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
    ['mcp_tool_call_begin', mcpReader.begin],
    ['mcp_tool_call_end', mcpReader.end],
    ['web_search_begin', searchReader.begin],
    ['web_search_end', searchReader.end],
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
    return [unknownEvent(typeof type === 'string' ? type : '', data)];
  }

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const events = readRecord(record, line, problems);
    for (const event of events) {
      event.line = line;
      if ('item' in event) inferItem(event.item, hasMessage(record) ? record.msg : record);
      else inferEvent(event, record);
      // No record names its turn, and only the first its thread.
      const isThreadSaid = event.thread_id !== undefined || threadId === undefined;
      if (event.thread_id === undefined && threadId !== undefined) event.thread_id = threadId;
      if (event.turn_id === undefined && turnId !== undefined) event.turn_id = turnId;
      const ids = inferredIds(isThreadSaid, event.turn_id === undefined);
      if (ids) addInferred(event, ids);
      if (event.type === 'turn.completed' || event.type === 'turn.aborted') turnId = undefined;
    }
    return events;
  }

  return { read, end: () => [] };
}

/** Kinds that share an event with another kind. `extra.type` tells them apart. */
const SHARED_SHAPE = new Set(['stream_error', 'background_event', 'entered_review_mode', 'exited_review_mode']);

/** The submission's id belongs to no kind of event, so it goes to `extra`, with all else in the envelope. */
function addEnvelope(event: ThreadEvent, envelope: JsonObject): void {
  const extra: JsonObject = { ...envelope };
  const taken: JsonObject = {};
  const own = event.extra ?? {};
  for (const name in own) setOwn(Object.hasOwn(envelope, name) ? taken : extra, name, own[name]);
  // Unknown fields of `msg` go beside those of the envelope, unless the names clash.
  if (keyCount(taken) > 0) extra.msg = isObject(extra.msg) ? { ...extra.msg, ...taken } : taken;
  event.extra = extra;
}

function unknownEvent(wire_type: string, data: JsonObject): ThreadEvent {
  return { type: 'unknown', wire_type, data };
}
