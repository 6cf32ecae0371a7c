import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem, UserMessageItem } from '../../thread/item.ts';
import { anything, count, fieldTable, orNull, readFields, text } from '../fields.ts';
import type { Calls } from './calls.ts';
import { endedCall } from './ended-calls.ts';
import { createFinishedItems } from './finished-items.ts';
import type { Session } from './session.ts';
import type { SingleItems } from './single-items.ts';
import type { TextChannels, TextKind } from './text-channels.ts';
import { tokenCount } from './token-counts.ts';
import type { Turns } from './turns.ts';
import { rest } from './values.ts';

/** Events that are no part of the conversation, or that only announce what another record tells whole. */
const BOOKKEEPING = new Set([
  'agent_reasoning_section_break',
  'background_event',
  'collab_agent_interaction_begin',
  'collab_agent_spawn_begin',
  'collab_close_begin',
  'collab_resume_begin',
  'collab_waiting_begin',
  'deprecation_notice',
  'dynamic_tool_call_request',
  'exec_command_begin',
  'guardian_assessment',
  'image_generation_begin',
  'item_started',
  'mcp_tool_call_begin',
  'model_reroute',
  'patch_apply_begin',
  'plan_update',
  'session_configured',
  'shutdown_complete',
  'sub_agent_activity',
  'thread_goal_updated',
  'thread_name_updated',
  'thread_rolled_back',
  'thread_settings_applied',
  'turn_diff',
  'undo_completed',
  'undo_started',
  'web_search_begin',
]);

/** Reads the events that are recorded beside the model's items (formats/codex.md, section 3.6). */
export function createEventMessages(
  session: Session,
  turns: Turns,
  texts: TextChannels,
  calls: Calls,
  single: SingleItems,
) {
  const finished = createFinishedItems(session, turns, texts, calls, single);
  let lastText: { kind: TextKind; text: string } | undefined;

  function read(payload: JsonObject): void {
    const type = typeof payload.type === 'string' ? payload.type : '';
    switch (type) {
      case 'token_count':
        turns.give(tokenCount(payload, session));
        return;
      case 'item_completed':
        finished.read(payload);
        return;
      case 'agent_message':
        spoken('agent', agentItem(payload), payload);
        return;
      case 'agent_reasoning':
      case 'agent_reasoning_raw_content':
        spoken('reasoning', reasoningItem(payload), payload);
        return;
      case 'user_message':
        userMessage(payload);
        return;
      case 'task_started':
      case 'turn_started':
        turnStarted(payload);
        return;
      case 'task_complete':
      case 'turn_complete':
        turnEnded(payload);
        return;
      case 'turn_aborted':
        turns.end(session.stamp(readEvent(abortedTable, payload, 'turn.aborted')));
        return;
      case 'entered_review_mode':
        turns.enterReview(typeof payload.turn_id === 'string' ? payload.turn_id : undefined);
        turns.give(session.context(type, payload));
        return;
      case 'exited_review_mode':
        turns.give(session.context(type, payload));
        turns.leaveReview();
        return;
      case 'context_compacted':
        single.compactionMark(payload);
        return;
      case 'web_search_end':
        single.webSearch(payload, turnOf(payload));
        return;
      case 'image_generation_end':
        single.image(payload, turnOf(payload));
        return;
      case 'error':
      case 'stream_error':
        turns.give(errorEvent(payload));
        return;
      case 'warning':
        turns.give(session.itemEvent('item.completed', warningItem(payload)));
        return;
      default:
        other(type, payload);
        return;
    }
  }

  function other(type: string, payload: JsonObject): void {
    if (BOOKKEEPING.has(type)) {
      turns.give(settings(type, payload));
      return;
    }
    const item = endedCall(type, payload, calls, session);
    if (item) {
      calls.finish(item, turnOf(payload));
      return;
    }
    if (type === 'view_image_tool_call') {
      turns.give(session.context(type, payload));
      return;
    }
    const { type: _type, ...data } = payload;
    turns.give(session.stamp({ type: 'unknown', wire_type: `event_msg.${type}`, data }));
  }

  function settings(type: string, payload: JsonObject): ThreadEvent {
    const event = session.context(type, payload);
    const { thread_settings: applied } = payload;
    if (isObject(applied) && typeof applied.model === 'string') event.model = applied.model;
    if (isObject(applied) && typeof applied.cwd === 'string') event.cwd = applied.cwd;
    return event;
  }

  function spoken(kind: TextKind, item: Extract<ThreadItem, { text: string }>, payload: JsonObject): void {
    if (isRepeated(kind, item.text)) {
      turns.give(session.context(String(payload.type), payload));
      return;
    }
    texts.event(kind, item.text, session.itemEvent('item.completed', item), true);
  }

  /** In a review, what the child says is recorded once for each of the two threads; an older CLI prints both. */
  function isRepeated(kind: TextKind, given: string): boolean {
    const isTwice = lastText?.kind === kind && lastText.text === given;
    lastText = isTwice ? undefined : { kind, text: given };
    return isTwice && turns.inReview() && (session.printsItems || kind === 'user');
  }

  function userMessage(payload: JsonObject): void {
    const item = userItem(payload);
    if (item.text === '' && item.images && calls.isPictureNext()) {
      turns.give(session.context('user_message', payload));
      return;
    }
    if (item.injected) {
      turns.give(session.itemEvent('item.completed', item));
      return;
    }
    if (isRepeated('user', item.text)) {
      turns.give(session.context('user_message', payload));
      return;
    }
    texts.event('user', item.text, session.itemEvent('item.completed', item), false);
  }

  function userItem(payload: JsonObject): UserMessageItem {
    if (isPlain(payload, 'message'))
      return { id: session.nextId(), type: 'user_message', text: payload.message as string };
    const read = readFields(userTable, fieldsOf(payload), session.problems, {
      id: session.nextId(),
      type: 'user_message',
    });
    const item = read as JsonObject & UserMessageItem & { local_images?: unknown[]; kind?: string };
    const { local_images: local = [], kind, ...rest } = item;
    const paths = local.filter((path) => typeof path === 'string');
    const images = [...(rest.images ?? []), ...paths];
    if (images.length > 0) rest.images = images;
    else delete rest.images;
    if (kind !== undefined && kind !== 'plain') {
      rest.injected = true;
      rest.extra = { ...rest.extra, kind };
    }
    return dropEmpty(rest);
  }

  function agentItem(payload: JsonObject): Extract<ThreadItem, { type: 'agent_message' }> {
    if (isPlain(payload, 'message'))
      return { id: session.nextId(), type: 'agent_message', text: payload.message as string };
    const read = readFields(agentTable, fieldsOf(payload), session.problems, {
      id: session.nextId(),
      type: 'agent_message',
    });
    if (read.phase === null) delete read.phase;
    return dropEmpty(read as JsonObject & Extract<ThreadItem, { type: 'agent_message' }>);
  }

  function reasoningItem(payload: JsonObject): Extract<ThreadItem, { type: 'reasoning' }> {
    if (isPlain(payload, 'text') && payload.type === 'agent_reasoning') {
      return { id: session.nextId(), type: 'reasoning', text: payload.text as string };
    }
    const read = readFields(reasoningTable, fieldsOf(payload), session.problems, {
      id: session.nextId(),
      type: 'reasoning',
    });
    if (payload.type === 'agent_reasoning_raw_content') read.raw = true;
    return read as JsonObject & Extract<ThreadItem, { type: 'reasoning' }>;
  }

  function turnStarted(payload: JsonObject): void {
    session.printsItems ||= payload.started_at !== undefined;
    turns.begin(session.stamp(readEvent(startedTable, payload, 'turn.started')));
  }

  /** A turn that failed ends like any other; only its error tells (0.145 and later). */
  function turnEnded(payload: JsonObject): void {
    const failed = payload.error !== undefined && payload.error !== null;
    turns.end(
      session.stamp(
        failed ? readEvent(failedTable, payload, 'turn.failed') : readEvent(endedTable, payload, 'turn.completed'),
      ),
    );
    lastText = undefined;
  }

  function readEvent<T extends ThreadEvent['type']>(
    table: Table,
    payload: JsonObject,
    type: T,
  ): Extract<ThreadEvent, { type: T }> {
    const event = readFields(table, fieldsOf(payload), session.problems, { type });
    if (event.turn_id === null) delete event.turn_id;
    return event as JsonObject & Extract<ThreadEvent, { type: T }>;
  }

  function errorEvent(payload: JsonObject): ThreadEvent {
    const message = typeof payload.message === 'string' ? payload.message : '';
    const event: ThreadEvent = { type: 'error', message };
    const extra = rest(payload, MESSAGE);
    if (extra) event.extra = extra;
    return session.stamp(event);
  }

  function warningItem(payload: JsonObject): ThreadItem {
    const item: ThreadItem = {
      id: session.nextId(),
      type: 'error',
      message: typeof payload.message === 'string' ? payload.message : '',
    };
    const extra = rest(payload, MESSAGE);
    if (extra) item.extra = extra;
    return item;
  }

  return { read };
}

type Table = ReturnType<typeof fieldTable>;

const MESSAGE = new Set(['type', 'message']);
const turn_id = { read: orNull(text) };

const userTable = fieldTable({
  text: { read: text, aliases: ['message'], otherwise: () => '' },
  images: {
    read: (value) =>
      value === null ? [] : Array.isArray(value) && value.every((url) => typeof url === 'string') ? value : undefined,
  },
  local_images: { read: (value) => (Array.isArray(value) ? value : undefined) },
  kind: { read: text },
});
const agentTable = fieldTable({
  text: { read: text, aliases: ['message'], otherwise: () => '' },
  phase: { read: orNull(text) },
});
const reasoningTable = fieldTable({
  text: { read: text, otherwise: () => '' },
});
const startedTable = fieldTable({ turn_id, model_context_window: { read: orNull(count) } });
const endedTable = fieldTable({
  turn_id,
  last_agent_message: { read: orNull(text) },
  error: { read: orNull(anything) },
});
const abortedTable = fieldTable({ turn_id, reason: { read: text } });
const failedTable = fieldTable({ turn_id, error: { read: readError, otherwise: () => ({}) } });

function readError(value: unknown): unknown {
  if (typeof value === 'string') return { message: value };
  if (!isObject(value)) return undefined;
  const { message, codex_error_info: info, ...extra } = value;
  const error: JsonObject = {};
  if (typeof message === 'string') error.message = message;
  if (typeof info === 'string') error.code = info;
  else if (info !== undefined) extra.codex_error_info = info;
  if (Object.keys(extra).length > 0) error.extra = extra;
  return error;
}

/** Without the record's kind, which the event or the item has under its own name. */
function fieldsOf(payload: JsonObject): JsonObject {
  const { type: _type, ...fields } = payload;
  return fields;
}

/** True when an event holds its text and else at most what says nothing: null, or a list without entries. Most do. */
function isPlain(payload: JsonObject, name: string): boolean {
  if (typeof payload[name] !== 'string') return false;
  for (const key in payload) if (key !== 'type' && key !== name && !isEmpty(payload[key])) return false;
  return true;
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function turnOf(payload: JsonObject): string | undefined {
  return typeof payload.turn_id === 'string' ? payload.turn_id : undefined;
}

/** Events write lists that hold nothing and fields that are null; they say nothing. */
function dropEmpty<I extends ThreadItem>(item: I): I {
  const { extra } = item;
  if (!extra) return item;
  for (const key of Object.keys(extra)) {
    if (isEmpty(extra[key])) delete extra[key];
  }
  if (Object.keys(extra).length === 0) delete item.extra;
  return item;
}
