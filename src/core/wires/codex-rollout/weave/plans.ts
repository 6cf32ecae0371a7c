import * as coreLimits from '../../../../limits/core.ts';
import type { JsonObject } from '../../../lines/json.ts';
import type { ThreadItem, TodoListItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import type { CurrentRecord } from '../record.ts';
import type { CallAnswer } from '../shapes/call-results.ts';
import { addTold } from '../shapes/told.ts';
import type { Turns } from './turns.ts';

/**
 * The calls of `update_plan`. A plan counts once it was accepted, as a snapshot of the turn's one list: the live stream
 * starts the list, updates it with each further plan, and ends it with the turn.
 */
export interface Plans {
  begin(item: TodoListItem, payload: JsonObject): void;
  /** Takes the output of a call. False if it is not that of a plan. */
  answer(callId: string, answer: CallAnswer, extra: Extra | undefined): boolean;
  endTurn(): void;
}

interface PendingPlan {
  item: TodoListItem;
  /** The request of its call. */
  requestId: string | undefined;
}

export function createPlans(record: CurrentRecord, turns: Turns): Plans {
  /** Plans without an answer, by their calls. */
  const pending = new Map<string, PendingPlan>();
  /** The current list of this turn. */
  let list: PendingPlan | undefined;

  function give({ item, requestId }: PendingPlan): void {
    const type = list ? 'item.updated' : 'item.started';
    if (list) {
      addExtra(item, { call_id: item.id });
      item.id = list.item.id;
    }
    record.requestId = requestId;
    turns.give(record.itemEvent(type, { ...item }));
  }

  function refuse(item: TodoListItem, output: string): void {
    const { id, extra, call, inferred: _names, ...input } = item;
    const name = 'update_plan';
    const refused: ThreadItem = { id, type: 'tool_call', name, input, output, status: 'failed', rejected: true };
    if (extra) refused.extra = extra;
    if (call) refused.call = call;
    if (item.explanation) refused.notes = [{ kind: 'explanation', text: item.explanation }];
    turns.give(record.itemEvent('item.completed', refused));
  }

  /** Nobody knows whether the plan was accepted, but it was made. */
  function giveUnanswered(plan: PendingPlan): void {
    pending.delete(plan.item.id);
    give(plan);
  }

  return {
    begin(item, payload) {
      pending.set(item.id, { item, requestId: record.requestId });
      // The fields beside the call are not in the list.
      if (record.hasExtra()) turns.give(record.context('function_call', payload, item.id));
      const [oldest] = pending.size > coreLimits.maxOpenCalls ? pending.values() : [];
      if (oldest) giveUnanswered(oldest);
    },
    answer(callId, { text, output }, extra) {
      const plan = pending.get(callId);
      if (!plan) return false;
      pending.delete(callId);
      const { item } = plan;
      record.requestId = plan.requestId;
      if (!text.startsWith('Plan updated')) {
        if (extra) addExtra(item, { call_output: extra });
        refuse(item, text);
        return true;
      }
      const left = typeof output === 'string' ? extra : { ...extra, output };
      addTold(item, text);
      if (left) addExtra(item, { call_output: left });
      give(plan);
      list = plan;
      return true;
    },
    endTurn() {
      for (const plan of [...pending.values()]) giveUnanswered(plan);
      if (list) {
        record.requestId = list.requestId;
        turns.give(record.itemEvent('item.completed', list.item));
      }
      list = undefined;
    },
  };
}

function addExtra(item: ThreadItem, extra: Extra): void {
  item.extra = { ...item.extra, ...extra };
}
