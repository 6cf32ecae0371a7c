import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ReasoningItem, ThreadItem } from '../../thread/item.ts';
import { anything, count } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import type { LearningFacts } from './file-facts.ts';
import { createFinishedItemReader } from './read-finished-item.ts';
import type { CurrentRecord } from './record.ts';
import { compactionMark } from './shapes/compactions.ts';
import { type EndedPlace, endedCall } from './shapes/ended-calls.ts';
import { agentEventItem, errorEvent, reasoningEventItem, userEventItem, warningItem } from './shapes/event-items.ts';
import { readGeneratedImage } from './shapes/generated-images.ts';
import { tokenCount } from './shapes/token-counts.ts';
import { turnAborted, turnEnded, turnStarted } from './shapes/turn-marks.ts';
import { readWebSearch } from './shapes/web-searches.ts';
import type { TextKind } from './weave/text-channels.ts';
import type { Weave } from './weave/weave.ts';

/** Events that are not part of the conversation, or that only announce what another record has in full. */
const BOOKKEEPING = new Set([
  ...['agent_reasoning_section_break', 'background_event', 'collab_agent_interaction_begin'],
  ...['collab_agent_spawn_begin', 'collab_close_begin', 'collab_resume_begin', 'collab_waiting_begin'],
  ...['deprecation_notice', 'dynamic_tool_call_request', 'exec_command_begin', 'guardian_assessment'],
  ...['image_generation_begin', 'item_started', 'mcp_tool_call_begin', 'model_reroute', 'patch_apply_begin'],
  ...['plan_update', 'session_configured', 'shutdown_complete', 'sub_agent_activity', 'thread_goal_updated'],
  ...['thread_name_updated', 'thread_settings_applied', 'turn_diff', 'undo_completed', 'undo_started'],
  ...['view_image_tool_call', 'web_search_begin'],
]);

/** The number of turns taken back, counting those with text from the person. */
const rollbackTable = fieldTable((wire) => ({
  type: anything(wire.type),
  num_turns: count(wire.num_turns),
}));

/** Reads the events recorded beside the model's items (formats/codex.md, section 3.6). */
export function createEventMessageReader(facts: LearningFacts, record: CurrentRecord, weave: Weave) {
  const { nextId } = record;
  const place: EndedPlace = { nextId, commandLine: facts.commandLine, find: weave.call };
  const finished = createFinishedItemReader(facts, record, weave);
  let lastText: { kind: TextKind; text: string } | undefined;

  function read(payload: JsonObject): void {
    const type = typeof payload.type === 'string' ? payload.type : '';
    switch (type) {
      case 'token_count':
        weave.give(record.stamp(tokenCount(payload, record.usual(), record.problems())));
        return;
      case 'item_completed':
        finished.read(payload);
        return;
      case 'agent_message':
        spoken('agent', agentEventItem(payload, nextId(), record.problems()), payload);
        return;
      case 'agent_reasoning':
        spoken('reasoning', reasoningEventItem(payload, nextId(), record.problems()), payload);
        return;
      case 'agent_reasoning_raw_content':
        rawReasoning(reasoningEventItem(payload, nextId(), record.problems()), payload);
        return;
      case 'user_message':
        userMessage(payload);
        return;
      case 'task_started':
      case 'turn_started':
        startTurn(payload);
        return;
      case 'task_complete':
      case 'turn_complete':
        weave.endTurn(record.stamp(turnEnded(payload, record.problems())));
        facts.turnEnd();
        lastText = undefined;
        return;
      case 'turn_aborted':
        weave.endTurn(record.stamp(turnAborted(payload, record.problems())));
        facts.turnEnd();
        return;
      default:
        readOther(type, payload);
    }
  }

  function readOther(type: string, payload: JsonObject): void {
    const telling = { kind: type, data: payload };
    switch (type) {
      case 'entered_review_mode':
        weave.enterReview(typeof payload.turn_id === 'string' ? payload.turn_id : undefined);
        weave.give(record.context(type, payload));
        return;
      case 'exited_review_mode':
        weave.give(record.context(type, payload));
        weave.leaveReview();
        return;
      case 'context_compacted':
        weave.twins.compaction('mark', compactionMark(payload, nextId, record.problems()), telling);
        return;
      case 'web_search_end': {
        const search = readWebSearch(payload, nextId, record.problems());
        weave.twins.webSearch(search, { ...telling, turnId: search.turnId });
        return;
      }
      case 'image_generation_end': {
        const { item, turnId } = readGeneratedImage(payload, nextId, record.problems());
        weave.twins.image(item, { ...telling, turnId });
        return;
      }
      case 'error':
      case 'stream_error':
        weave.give(record.stamp(errorEvent(payload, record.problems())));
        return;
      case 'warning':
        weave.give(record.itemEvent('item.completed', warningItem(payload, nextId(), record.problems())));
        return;
      case 'thread_rolled_back':
        takeBack(payload);
        return;
      case 'thread_settings_applied':
        settings(payload);
        return;
      default:
        endCall(type, payload);
    }
  }

  function endCall(type: string, payload: JsonObject): void {
    // The event that shows a handed-over call says less than the call itself.
    if (BOOKKEEPING.has(type) || facts.isHandedOver) {
      weave.give(record.context(type, payload));
      return;
    }
    const ended = endedCall(type, payload, place, record.problems());
    if (ended) {
      weave.finishCall(ended.item, ended.turnId);
      return;
    }
    const { type: _type, ...data } = payload;
    if (typeof _type !== 'string' && _type !== undefined) data.type = _type;
    weave.give(record.stamp({ type: 'unknown', wire_type: `event_msg.${type}`, data }));
  }

  function settings(payload: JsonObject): void {
    const event = record.context('thread_settings_applied', payload);
    const { thread_settings: applied } = payload;
    if (isObject(applied) && typeof applied.model === 'string') event.model = applied.model;
    if (isObject(applied) && typeof applied.cwd === 'string') event.cwd = applied.cwd;
    weave.give(event);
  }

  function takeBack(payload: JsonObject): void {
    const { num_turns, extra } = rollbackTable.read(payload, record.problems());
    const turn_ids = num_turns >= 1 ? weave.takeBack(num_turns) : [];
    weave.give(record.stamp({ type: 'turn.withdrawn', turn_ids, extra: { num_turns, ...extra } }));
  }

  function spoken(kind: TextKind, item: Extract<ThreadItem, { text: string }>, payload: JsonObject): void {
    if (isRepeated(kind, item.text))
      weave.give(record.context(kind === 'agent' ? 'agent_message' : 'agent_reasoning', payload));
    else weave.text(kind, item.text, record.itemEvent('item.completed', item), !facts.isHandedOver);
  }

  function rawReasoning(item: ReasoningItem, payload: JsonObject): void {
    if (weave.twins.isRawRepeated(item.text)) weave.give(record.context('agent_reasoning_raw_content', payload));
    else weave.text('raw', item.text, record.itemEvent('item.completed', item), true);
  }

  /** In a review, the child's texts are recorded once for each of the two threads. An older CLI prints both. */
  function isRepeated(kind: TextKind, given: string): boolean {
    const isTwice = lastText?.kind === kind && lastText.text === given;
    lastText = isTwice ? undefined : { kind, text: given };
    return isTwice && weave.inReview() && (facts.printsItems || kind === 'user');
  }

  function userMessage(payload: JsonObject): void {
    const item = userEventItem(payload, nextId(), record.problems());
    if (facts.isHandedOver) delete item.injected;
    if (item.injected) {
      weave.twins.injected('event', item, { kind: 'user_message', data: payload });
      return;
    }
    const isPicture = item.text === '' && item.images !== undefined && weave.isPictureNext();
    if (isPicture || isRepeated('user', item.text)) weave.give(record.context('user_message', payload));
    else weave.text('user', item.text, record.itemEvent('item.completed', item), false);
  }

  function startTurn(payload: JsonObject): void {
    if (payload.started_at !== undefined) facts.turnWithTime();
    const event = turnStarted(payload, record.problems());
    facts.turn(event.turn_id);
    weave.beginTurn(record.stamp(event));
  }

  return { read };
}
