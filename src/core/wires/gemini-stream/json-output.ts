import type { Problem } from '../../../errors.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { ID } from '../../thread/inferred.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { readModelStats } from '../gemini/usage.ts';
import { inferCounts, onlyModel } from '../inferred.ts';
import { jsonOutputTable } from './records.ts';
import { turnEnd } from './turn-end.ts';

/** The events of a run in one object: its thread, its last answer, its usage. */
export function readJsonOutput(record: JsonObject, problems: Problem[]): ThreadEvent[] {
  const { session_id, response, stats, error, warnings = [], extra } = jsonOutputTable.read(record, problems);
  const usage = stats && readModelStats(stats, problems);
  const begun: ThreadEvent = { type: 'thread.started', thread_id: session_id ?? '', agent: 'gemini' };
  if (extra) begun.extra = extra;
  const events: ThreadEvent[] = [begun, { type: 'turn.started' }];
  for (const warning of warnings) events.push(warningEvent(warning));
  if (response !== undefined && response !== '') {
    const item: ThreadItem = { id: 'response', type: 'agent_message', text: response, inferred: ID };
    events.push({ type: 'item.completed', item });
  }
  const end = turnEnd(error === undefined, error, usage);
  const model = onlyModel(stats?.models);
  if (usage) inferCounts(end, 'usage', usage, isObject(model) ? model.tokens : undefined);
  events.push(end);
  return events;
}

function warningEvent(warning: unknown): ThreadEvent {
  if (typeof warning === 'string') return { type: 'error', message: warning, extra: { severity: 'warning' } };
  return { type: 'context', kind: 'warning', data: { warning } };
}
