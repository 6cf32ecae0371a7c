import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ReasoningItem } from '../../thread/item.ts';
import { anything, count } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';
import type { LearningFacts } from './file-facts.ts';
import { createFinishedItemReader } from './read-finished-item.ts';
import type { ToldReader } from './read-told.ts';
import type { CurrentRecord } from './record.ts';
import { agentEventItem, errorEvent, reasoningEventItem, userEventItem, warningItem } from './shapes/event-items.ts';
import { tokenCount } from './shapes/token-counts.ts';
import { turnAborted, turnEnded, turnStarted } from './shapes/turn-marks.ts';
import type { TextItem, TextKind } from './weave/text-channels.ts';
import type { Weave } from './weave/weave.ts';

/** The number of turns taken back, counting those with text from the person. */
const rollbackTable = fieldTable((wire) => ({
  type: anything(wire.type),
  num_turns: count(wire.num_turns),
}));

/** Reads the events recorded beside the model's items (formats/codex.md, section 3.6). */
export function createEventMessageReader(facts: LearningFacts, record: CurrentRecord, weave: Weave, told: ToldReader) {
  const { texts, turns, twins } = weave;
  const finished = createFinishedItemReader(facts, record, weave, told);
  let lastText: { kind: TextKind; text: string } | undefined;

  function read(payload: JsonObject): void {
    const type = typeof payload.type === 'string' ? payload.type : '';
    switch (type) {
      case 'token_count':
        turns.give(record.stamp(tokenCount(payload, record.usual(), record.problems)));
        return;
      case 'item_completed':
        finished.read(payload);
        return;
      case 'agent_message':
        spoken('agent', agentEventItem(payload, record), payload);
        return;
      case 'agent_reasoning':
        spoken('reasoning', reasoningEventItem(payload, record), payload);
        return;
      case 'agent_reasoning_raw_content':
        rawReasoning(reasoningEventItem(payload, record), payload);
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
        weave.endTurn(record.stamp(turnEnded(payload, record.problems)));
        facts.turnEnd();
        lastText = undefined;
        return;
      case 'turn_aborted':
        weave.endTurn(record.stamp(turnAborted(payload, record.problems)));
        facts.turnEnd();
        return;
      case 'error':
      case 'stream_error':
        turns.give(record.stamp(errorEvent(payload, record)));
        return;
      case 'warning':
        turns.give(record.itemEvent('item.completed', warningItem(payload, record)));
        return;
      case 'thread_rolled_back':
        takeBack(payload);
        return;
      case 'thread_settings_applied':
        settings(payload);
        return;
      default:
        if (!told.read(payload, { kind: type, data: payload })) unknown(type, payload);
    }
  }

  function unknown(name: string, { type, ...data }: JsonObject): void {
    if (typeof type !== 'string' && type !== undefined) data.type = type;
    turns.give(record.stamp({ type: 'unknown', wire_type: `event_msg.${name}`, data }));
  }

  function settings(payload: JsonObject): void {
    const event = record.context('thread_settings_applied', payload);
    const { thread_settings: applied } = payload;
    if (isObject(applied) && typeof applied.model === 'string') event.model = applied.model;
    if (isObject(applied) && typeof applied.cwd === 'string') event.cwd = applied.cwd;
    turns.give(event);
  }

  function takeBack(payload: JsonObject): void {
    const { num_turns, extra } = rollbackTable.read(payload, record.problems);
    const turn_ids = num_turns >= 1 ? turns.takeBack(num_turns) : [];
    turns.give(record.stamp({ type: 'turn.withdrawn', turn_ids, extra: { num_turns, ...extra } }));
  }

  function spoken(kind: TextKind, item: TextItem, payload: JsonObject): void {
    if (isRepeated(kind, item.text))
      turns.give(record.context(kind === 'agent' ? 'agent_message' : 'agent_reasoning', payload));
    else texts.event(kind, item.text, record.itemEvent('item.completed', item), !facts.isHandedOver);
  }

  function rawReasoning(item: ReasoningItem, payload: JsonObject): void {
    if (twins.isRawRepeated(item.text)) turns.give(record.context('agent_reasoning_raw_content', payload));
    else texts.event('raw', item.text, record.itemEvent('item.completed', item), true);
  }

  /** In a review, the child's texts are recorded once for each of the two threads. An older CLI prints both. */
  function isRepeated(kind: TextKind, given: string): boolean {
    const isTwice = lastText?.kind === kind && lastText.text === given;
    lastText = isTwice ? undefined : { kind, text: given };
    return isTwice && turns.inReview() && (facts.printsItems || kind === 'user');
  }

  function userMessage(payload: JsonObject): void {
    const item = userEventItem(payload, record);
    if (facts.isHandedOver) delete item.injected;
    if (item.injected) {
      twins.injected('event', item, { kind: 'user_message', data: payload });
      return;
    }
    const isPicture = item.text === '' && item.images !== undefined && weave.calls.isPictureNext();
    if (isPicture || isRepeated('user', item.text)) turns.give(record.context('user_message', payload));
    else texts.event('user', item.text, record.itemEvent('item.completed', item), false);
  }

  function startTurn(payload: JsonObject): void {
    if (payload.started_at !== undefined) facts.printsItems = true;
    const event = turnStarted(payload, record.problems);
    facts.turn(event.turn_id);
    weave.beginTurn(record.stamp(event));
  }

  return { read };
}
