import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { TodoListItem } from '../../thread/item.ts';
import { inferItem } from '../inferred.ts';
import { todoEntry } from '../todo-entry.ts';
import type { AcpSession } from './sessions.ts';

/** The plan of an agent, which it tells whole each time: one list that is written anew until its turn ends. */
export function planEvent(session: AcpSession, entries: unknown[], line: number, source: JsonObject): ThreadEvent {
  const items = entries.map((entry) => (isObject(entry) ? todoEntry(entry) : todoEntry({ entry })));
  const item: TodoListItem = { id: session.plan?.id ?? `L${line}.1`, type: 'todo_list', items };
  const type = session.plan ? 'item.updated' : 'item.started';
  session.plan = inferItem(item, { items: entries });
  return { type, item, extra: source };
}

/** The plan is over with its turn. */
export function endPlan(session: AcpSession): ThreadEvent[] {
  const { plan } = session;
  session.plan = undefined;
  return plan ? [{ type: 'item.completed', item: plan }] : [];
}
