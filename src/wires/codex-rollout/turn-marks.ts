import { isObject, type JsonObject } from '../../lines/json.ts';
import type {
  ThreadEvent,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from '../../thread/event.ts';
import { anything, count, type FieldTable, fieldTable, orNull, readFields, text } from '../fields.ts';
import type { Session } from './session.ts';
import { fieldsOf } from './values.ts';

const turn_id = { read: orNull(text) };
const startedTable = fieldTable({ turn_id, model_context_window: { read: orNull(count) } });
const endedTable = fieldTable({
  turn_id,
  last_agent_message: { read: orNull(text) },
  error: { read: orNull(anything) },
});
const abortedTable = fieldTable({ turn_id, reason: { read: text } });
const failedTable = fieldTable({ turn_id, error: { read: readError, otherwise: () => ({}) } });

/** `task_started`: a turn begins. */
export function turnStartedMark(payload: JsonObject, session: Session): TurnStartedEvent {
  return session.stamp(readEvent(startedTable, payload, 'turn.started', session));
}

/** `task_complete`. A turn that failed ends like any other; only its error tells (0.145 and later). */
export function turnEndedMark(payload: JsonObject, session: Session): TurnCompletedEvent | TurnFailedEvent {
  const failed = payload.error !== undefined && payload.error !== null;
  if (failed) return session.stamp(readEvent(failedTable, payload, 'turn.failed', session));
  return session.stamp(readEvent(endedTable, payload, 'turn.completed', session));
}

/** `turn_aborted`. */
export function turnAbortedMark(payload: JsonObject, session: Session): TurnAbortedEvent {
  return session.stamp(readEvent(abortedTable, payload, 'turn.aborted', session));
}

function readEvent<T extends ThreadEvent['type']>(
  table: FieldTable,
  payload: JsonObject,
  type: T,
  session: Session,
): Extract<ThreadEvent, { type: T }> {
  const event = readFields(table, fieldsOf(payload), session.problems, { type });
  if (event.turn_id === null) delete event.turn_id;
  return event as JsonObject & Extract<ThreadEvent, { type: T }>;
}

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
