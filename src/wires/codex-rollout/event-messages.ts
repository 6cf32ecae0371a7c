import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { Calls } from './calls.ts';
import { endedCall } from './ended-calls.ts';
import { agentItem, reasoningItem, userItem, warningItem } from './event-items.ts';
import { createFinishedItems } from './finished-items.ts';
import type { Session } from './session.ts';
import type { SingleItems } from './single-items.ts';
import type { TextChannels, TextKind } from './text-channels.ts';
import { tokenCount } from './token-counts.ts';
import { turnAbortedMark, turnEndedMark, turnStartedMark } from './turn-marks.ts';
import type { Turns } from './turns.ts';
import { MESSAGE_FIELDS, rest } from './values.ts';

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
        spoken('agent', agentItem(payload, session), payload);
        return;
      case 'agent_reasoning':
      case 'agent_reasoning_raw_content':
        spoken('reasoning', reasoningItem(payload, session), payload);
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
        turns.end(turnAbortedMark(payload, session));
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
        turns.give(session.itemEvent('item.completed', warningItem(payload, session)));
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
    const item = userItem(payload, session);
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

  function turnStarted(payload: JsonObject): void {
    session.printsItems ||= payload.started_at !== undefined;
    turns.begin(turnStartedMark(payload, session));
  }

  function turnEnded(payload: JsonObject): void {
    turns.end(turnEndedMark(payload, session));
    lastText = undefined;
  }

  function errorEvent(payload: JsonObject): ThreadEvent {
    const message = typeof payload.message === 'string' ? payload.message : '';
    const event: ThreadEvent = { type: 'error', message };
    const extra = rest(payload, MESSAGE_FIELDS);
    if (extra) event.extra = extra;
    return session.stamp(event);
  }

  return { read };
}

function turnOf(payload: JsonObject): string | undefined {
  return typeof payload.turn_id === 'string' ? payload.turn_id : undefined;
}
