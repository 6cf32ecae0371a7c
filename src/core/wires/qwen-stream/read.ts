import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ThreadError, ThreadEvent, ThreadStartedEvent } from '../../thread/event.ts';
import { addInferred, inferredIds, THREAD } from '../../thread/inferred.ts';
import type { CountedUsage, Extra } from '../../thread/usage.ts';
import { sentencesIn } from '../../tools/words-in.ts';
import { badField } from '../field-table.ts';
import { countEvent } from '../qwen/count-event.ts';
import { createTurns } from '../qwen/turns.ts';
import { restOfDelta } from '../rest-of-delta.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { createBlocks } from './blocks.ts';
import { initTable, messageLineTable, resultTable, usageTable } from './lines.ts';
import { createPartials } from './partials.ts';

/** An error of the service, as the CLI puts it into the model's mouth. Up to 0.21 the run then ends as a success. */
const API_ERROR = '[API Error: ';

/** Checks for a partial line before it is taken apart. */
const isText = (value: unknown) => typeof value === 'string';
const FIELDS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['event', isObject],
  ['session_id', isText],
  ['parent_tool_use_id', isText],
];

/** Reads `qwen -p … --output-format stream-json`, or `json`. `system/init` begins a turn and `result` ends it. */
export function createQwenStreamReader(): WireReader {
  const turns = createTurns();
  const partials = createPartials();
  const blocks = createBlocks(partials);
  let threadId: string | undefined;
  let isThreadGiven = false;
  let model: string | undefined;
  let requests = 0;
  /** The request whose lines are coming, until the one with its usage. */
  let request: string | undefined;
  let error: ThreadError | undefined;
  let wasInterrupted = false;

  function placed(events: ThreadEvent[], record: JsonObject, line: number, turnBefore?: string): ThreadEvent[] {
    const parent = record.parent_tool_use_id;
    const isOfAgent = typeof parent === 'string' && parent !== '';
    const isThreadSaid = isOfAgent || threadId === undefined || record.session_id === threadId;
    for (const event of events) {
      event.line = line;
      if (event.type === 'thread.started') continue;
      const turnId = event.turn_id ?? turns.current() ?? turnBefore;
      const ids = inferredIds(isThreadSaid, turnId === undefined);
      if (ids) addInferred(event, ids);
      if (turnId !== undefined) event.turn_id = turnId;
      if (isOfAgent) {
        event.thread_id = parent;
        event.parent_item_id = parent;
      } else if (threadId !== undefined) event.thread_id = threadId;
    }
    return events;
  }

  function giveThread(record: JsonObject, facts: Partial<ThreadStartedEvent> = {}): ThreadEvent[] {
    const session = typeof record.session_id === 'string' ? record.session_id.trim() || undefined : undefined;
    if (session !== undefined && session !== threadId) isThreadGiven = false;
    threadId = session ?? threadId;
    if (isThreadGiven) return [];
    isThreadGiven = true;
    const event: ThreadStartedEvent = { type: 'thread.started', agent: 'qwen', thread_id: threadId ?? '', ...facts };
    return [session === undefined ? addInferred(event, THREAD) : event];
  }

  function beginTurn(): ThreadEvent[] {
    if (turns.current() !== undefined) return [];
    error = undefined;
    wasInterrupted = false;
    request = undefined;
    return [turns.begin()];
  }

  function readInit(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { session_id: _session, model: named, cwd, qwen_code_version, extra } = initTable.read(record, problems);
    model = named ?? model;
    const facts = withDefined<Partial<ThreadStartedEvent>>(
      {},
      { model: named, cwd, cli_version: qwen_code_version, extra },
    );
    const events = giveThread(record, facts);
    if (events.length === 0) events.push(withDefined(contextOf('init', record), { model: named, cwd }));
    return [...events, ...beginTurn()];
  }

  function readMessage(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { type, uuid, message, extra, parent_tool_use_id: parent } = messageLineTable.read(record, problems);
    const events = [...giveThread(record), ...beginTurn()];
    const isAssistant = type === 'assistant';
    if (!message) return [...events, unknownOf(record)];
    const first = events.length;
    if (isAssistant && parent === undefined && message.model !== undefined && message.model !== model) {
      model = message.model;
      events.push({ type: 'context', kind: 'model', model, data: { model } });
    }
    const usage = message.usage && readUsage(message.usage, problems);
    if (isAssistant && !request && parent === undefined) {
      requests += 1;
      request = `r${requests}`;
    }
    const requestId = isAssistant && parent === undefined ? request : undefined;
    const content = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
    for (const [index, block] of (content ?? []).entries()) {
      const failure = isAssistant && !usage ? apiError(block) : undefined;
      if (failure?.said !== '') {
        const told = failure && isObject(block) ? { ...block, text: failure.said } : block;
        const event = blocks.read(told, { uuid, line, index, isAssistant, requestId }, problems);
        if (requestId !== undefined) event.request_id = requestId;
        if (isAssistant && parent === undefined) error = undefined;
        if ('item' in event && 'status' in event.item && event.item.status === 'declined') wasInterrupted = true;
        events.push(event);
      }
      if (failure) {
        error = { message: failure.message };
        events.push({ type: 'error', message: failure.message });
      }
    }
    if (!isAssistant && parent === undefined) request = undefined;
    if (events.length === first) events.push(contextOf(type ?? '', {}));
    const kept = events[first];
    if (kept) kept.extra = restOf(extra, uuid, message, usage === undefined);
    if (usage && parent === undefined) {
      events.push(countEvent(turns.count(usage), usage, message.usage, requestId));
      request = undefined;
    }
    return events;
  }

  function readUsage(source: JsonObject, problems: Problem[]): CountedUsage | undefined {
    const { input_tokens, output_tokens, cache_read_input_tokens, total_tokens, extra } = usageTable.read(
      source,
      problems,
    );
    if (input_tokens === 0 && output_tokens === 0) return undefined;
    const usage: CountedUsage = {
      input_tokens,
      cached_input_tokens: cache_read_input_tokens ?? 0,
      output_tokens,
      reasoning_output_tokens: 0,
      total_tokens: total_tokens ?? input_tokens + output_tokens,
    };
    return extra ? { ...usage, extra } : usage;
  }

  function readResult(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { subtype, is_error, result, duration_ms, error: told, extra } = resultTable.read(record, problems);
    const events = [...giveThread(record), ...beginTurn()];
    const hasFailed = is_error === true || subtype?.startsWith('error') === true;
    const failure = hasFailed ? { ...error, ...(told?.message !== undefined && { message: told.message }) } : error;
    const ended = hasFailed && wasInterrupted ? turns.abort('interrupted') : turns.end(failure);
    const [end] = ended;
    if (end?.type === 'turn.completed') withDefined(end, { last_agent_message: result, duration_ms });
    if (end) end.extra = withDefined<Extra>({ ...extra }, { subtype, is_error, result, duration_ms, error: told });
    // An end without a reason of its own may come with words.
    const words = end?.type === 'turn.aborted' ? sentencesIn(told) : '';
    if (words !== '') events.push({ ...contextOf('result', {}), text: words });
    return [...events, ...ended];
  }

  function contextOf(kind: string, data: JsonObject): ContextEvent {
    return { type: 'context', kind, data };
  }

  function readSystem(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { subtype } = record;
    if (subtype === 'init') return readInit(record, problems);
    // A reply is asked for again: what follows is another request.
    if (subtype === 'retry') request = undefined;
    const event = contextOf(typeof subtype === 'string' ? subtype : 'system', record);
    const words = sentencesIn(record);
    if (words !== '') event.text = words;
    return [...giveThread(record), event];
  }

  function readLine(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    switch (record.type) {
      case 'assistant':
      case 'user':
        return readMessage(record, line, problems);
      case 'stream_event': {
        const odd = FIELDS.filter(([name, isRight]) => record[name] != null && !isRight(record[name]));
        for (const [name] of odd) problems.push(badField(name, record[name]));
        // An odd record is kept whole and grows nothing.
        const grown = odd.length > 0 ? undefined : partials.read(record, line);
        if (!grown) return [...giveThread(record), contextOf('stream_event', record)];
        const { type: _type, event, session_id: _session, parent_tool_use_id: _parent, ...extra } = record;
        grown.extra = isObject(event) ? { ...extra, ...restOfDelta(event) } : extra;
        return [...giveThread(record), ...beginTurn(), grown];
      }
      case 'system':
        return readSystem(record, problems);
      case 'result':
        return readResult(record, problems);
      case 'control_request':
      case 'control_response':
      case 'control_cancel_request':
        return [contextOf(record.type, record)];
      default:
        return [unknownOf(record)];
    }
  }

  return {
    read(record, line, problems) {
      const before = turns.current();
      return placed(readLine(record, line, problems), record, line, before);
    },
    end: () => [],
  };
}

/** An error that a text consists of, or that ends it: a reply that broke off is printed with the error behind it. */
function apiError(block: unknown): { said: string; message: string } | undefined {
  if (!isObject(block) || block.type !== 'text' || typeof block.text !== 'string') return undefined;
  const { text } = block;
  if (text.startsWith(API_ERROR)) return { said: '', message: text };
  const at = text.endsWith(']') ? text.lastIndexOf(API_ERROR) : -1;
  return at === -1 ? undefined : { said: text.slice(0, at), message: text.slice(at) };
}

function unknownOf({ type, ...data }: JsonObject): ThreadEvent {
  return { type: 'unknown', wire_type: typeof type === 'string' ? type : '', data };
}

/** The fields of a line and its message that the events do not carry. */
function restOf(
  extra: Extra | undefined,
  uuid: string | undefined,
  {
    id,
    model,
    usage,
    extra: more,
  }: { id?: string | undefined; model?: string | undefined; usage?: JsonObject | undefined; extra?: Extra },
  isUsageKept: boolean,
): Extra {
  const message = withDefined<Extra>({ ...more }, { id, model, usage: isUsageKept ? usage : undefined });
  return withDefined<Extra>({ ...extra, message }, { uuid });
}
