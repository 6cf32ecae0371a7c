import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ContextEvent, ThreadEvent, TurnEndEvent } from '../../thread/event.ts';
import { addInferred, inferredIds, THREAD } from '../../thread/inferred.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import { timeFrom } from '../../thread/time.ts';
import { inferEvent, inferItem } from '../inferred.ts';
import { readOutput } from '../kimi/tool-items.ts';
import type { WireReader } from '../wire.ts';
import { withDefined } from '../with-defined.ts';
import { createLoopReader } from './loop-events.ts';
import {
  appendTable,
  compactionTable,
  endTable,
  errorTable,
  loopTable,
  messageTable,
  metadataTable,
  promptTable,
  retryTable,
  usageRecordTable,
} from './records.ts';
import { createKimiTurns } from './turns.ts';
import { readKimiUsage } from './usage.ts';
import { isBookkeeping } from './wire-kinds.ts';

/** Reads `wire.jsonl`. Its file names the session by its folder, and no line does. */
export function createKimiWireReader(): WireReader {
  const turns = createKimiTurns();
  const loop = createLoopReader(turns);
  /** Requests outside of steps: summaries. */
  let others = 0;
  let isBegun = false;

  function read(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const before = turns.current();
    const events = readRecord(record, line, problems);
    for (const event of events) inferEvent(event, record);
    if (!isBegun) events.unshift(begin());
    return events.map((event) => placed(event, line, timeFrom(record.time), before));
  }

  function begin(): ThreadEvent {
    isBegun = true;
    return { type: 'thread.started', thread_id: '', agent: 'kimi', inferred: true };
  }

  function readRecord(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    switch (record.type) {
      case 'metadata':
        return [readMetadata(record, problems)];
      case 'turn.prompt':
        return readPrompt(record, problems);
      case 'context.append_message':
        return readAppended(record, line, problems);
      case 'context.append_loop_event':
        return readLoop(record, line, problems);
      case 'turn.ended':
        return readEnd(record, problems);
      case 'usage.record':
        return [readUsage(record, problems)];
      case 'turn.step.retrying':
        return [readRetry(record, problems)];
      case 'context.apply_compaction':
        return [readCompaction(record, line, problems)];
      case 'context.undo':
        return readUndo(record);
      default:
        return [isBookkeeping(record.type) ? contextOf(record) : unknownOf(record)];
    }
  }

  function readMetadata(record: JsonObject, problems: Problem[]): ThreadEvent {
    const { created_at, app_version, protocol_version, extra } = metadataTable.read(record, problems);
    isBegun = true;
    const started_at = timeFrom(created_at);
    const event: ThreadEvent = { type: 'thread.started', thread_id: '', agent: 'kimi', inferred: THREAD };
    const more = { ...extra, ...(protocol_version !== undefined && { protocol_version }) };
    withDefined(event, { started_at, timestamp: started_at, cli_version: app_version });
    for (const _ in more) event.extra = more;
    return event;
  }

  /** The text of the prompt comes again as a message. */
  function readPrompt(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { input, turnId, promptId, origin, extra } = promptTable.read(record, problems);
    const ended = turns.begin(turnId);
    const { text, images, others: parts } = readOutput(input);
    const more = withDefined<JsonObject>({}, { promptId, origin, ...extra });
    if (parts.length + images.length > 0) more.input = input;
    const event: ThreadEvent = { type: 'turn.started' };
    if (text !== '') event.input_text = text;
    for (const _ in more) event.extra = more;
    return [...ended, event];
  }

  function readAppended(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { message, extra } = appendTable.read(record, problems);
    if (!message) return [contextOf(record)];
    const { role, content, id = `L${line}.0`, toolCalls, origin, extra: own } = messageTable.read(message, problems);
    const { text, images, others: parts } = readOutput(content);
    const more = withDefined<JsonObject>({}, { origin, ...extra, ...own });
    if (parts.length > 0) more.content = parts;
    if (Array.isArray(toolCalls) ? toolCalls.length > 0 : toolCalls !== undefined) more.toolCalls = toolCalls;
    const item: ThreadItem =
      role === 'assistant' ? { id, type: 'agent_message', text } : userItem(id, role, text, images, origin);
    for (const _ in more) item.extra = more;
    return [{ type: 'item.completed', item: inferItem(item, message) }];
  }

  function readLoop(record: JsonObject, line: number, problems: Problem[]): ThreadEvent[] {
    const { event, extra } = loopTable.read(record, problems);
    if (!event) return [contextOf(record)];
    const events = loop.read(event, line, problems);
    const [first] = events;
    if (first && extra) first.extra = { ...first.extra, ...extra };
    return events;
  }

  function readEnd(record: JsonObject, problems: Problem[]): ThreadEvent[] {
    const { reason, error, durationMs, turnId, extra } = endTable.read(record, problems);
    const event: TurnEndEvent =
      reason === 'failed'
        ? { type: 'turn.failed', error: error ? errorTable.take(error, problems) : {} }
        : reason === 'completed' || reason === undefined
          ? { type: 'turn.completed' }
          : { type: 'turn.aborted', reason: reason === 'cancelled' ? 'interrupted' : reason };
    if (event.type === 'turn.completed' && durationMs !== undefined) event.duration_ms = durationMs;
    const more = withDefined<JsonObject>({}, { turnId, reason, durationMs, ...extra });
    if (event.type !== 'turn.failed' && error) more.error = error;
    event.extra = more;
    const ended = turns.end(event);
    return ended.length > 0 ? ended : [contextOf(record)];
  }

  function readUsage(record: JsonObject, problems: Problem[]): ThreadEvent {
    const { usage, model, usageScope, extra } = usageRecordTable.read(record, problems);
    if (!usage) return contextOf(record);
    const event: ThreadEvent = turns.count(readKimiUsage(usage, problems), usage);
    const step = loop.counted();
    if (step === undefined) others += 1;
    event.request_id = step ?? `r${others}`;
    const more = withDefined<JsonObject>({}, { model, usageScope, ...extra });
    for (const _ in more) event.extra = more;
    return event;
  }

  function readRetry(record: JsonObject, problems: Problem[]): ThreadEvent {
    const { errorMessage: message = '', errorName: code, extra } = retryTable.read(record, problems);
    return withDefined<ThreadEvent>({ type: 'error', message }, { code, extra });
  }

  function readCompaction(record: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const { summary, extra } = compactionTable.read(record, problems);
    const item: ThreadItem = withDefined<ThreadItem>({ id: `L${line}.0`, type: 'compaction' }, { extra });
    if (summary !== undefined && item.type === 'compaction') item.summary = summary;
    return { type: 'item.completed', item: inferItem(item, record) };
  }

  function readUndo(record: JsonObject): ThreadEvent[] {
    const { count } = record;
    const turn_ids = turns.undo(typeof count === 'number' && Number.isSafeInteger(count) ? count : 0);
    const events: ThreadEvent[] = [contextOf(record)];
    if (turn_ids.length > 0) events.push({ type: 'turn.withdrawn', turn_ids });
    return events;
  }

  function placed(event: ThreadEvent, line: number, time: string | undefined, before: string | undefined): ThreadEvent {
    event.line = line;
    if (time !== undefined) event.timestamp ??= time;
    if (event.type === 'thread.started' || event.type === 'turn.withdrawn') return event;
    const turn = event.turn_id ?? turns.current() ?? before;
    if (turn !== undefined) event.turn_id = turn;
    const ids = inferredIds(true, event.turn_id === undefined);
    if (ids) addInferred(event, ids);
    return event;
  }

  return { read, end: () => turns.last().map((event) => placed(event, 0, undefined, undefined)) };
}

/** A text of the person, or of the agent that started this one. All else the CLI added by itself. */
function userItem(
  id: string,
  role: string,
  text: string,
  images: string[],
  origin: JsonObject | undefined,
): UserMessageItem {
  const item: UserMessageItem = { id, type: 'user_message', text };
  if (images.length > 0) item.images = images;
  const isTyped = origin === undefined || origin.kind === 'user' || origin.name === 'subagent';
  if (!isTyped || role !== 'user') item.injected = true;
  if (role !== 'user' && role !== '') item.role = role;
  return item;
}

function contextOf(record: JsonObject): ThreadEvent {
  const { type, ...data } = record;
  const event: ContextEvent = { type: 'context', kind: typeof type === 'string' ? type : '', data };
  const { environmentDisclosure: world, parentToolCallId: call, model } = record;
  if (type === 'llm.request' && typeof model === 'string') event.model = model;
  if (isObject(world) && typeof world.cwd === 'string') event.cwd = world.cwd;
  if (typeof call === 'string') event.item_id = call;
  return event;
}

function unknownOf({ type, ...data }: JsonObject): ThreadEvent {
  return { type: 'unknown', wire_type: typeof type === 'string' ? type : '', data };
}
