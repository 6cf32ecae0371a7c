import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type {
  ThreadError,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from '../../../thread/event.ts';
import type { Extra } from '../../../thread/usage.ts';
import {
  anything,
  optional,
  optionalCount,
  optionalCountOrNull,
  optionalId,
  optionalText,
  optionalTextOrNull,
} from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';

const startedTable = fieldTable((wire) => ({
  type: anything(wire.type),
  turn_id: optionalId(wire.turn_id),
  model_context_window: optionalCountOrNull(wire.model_context_window),
  collaboration_mode_kind: optionalText(wire.collaboration_mode_kind),
}));

/** `task_started`: a turn begins. */
export function turnStarted(payload: JsonObject, problems: Problem[]): TurnStartedEvent {
  const { turn_id, model_context_window, collaboration_mode_kind: mode, extra } = startedTable.read(payload, problems);
  const event: TurnStartedEvent = { type: 'turn.started' };
  if (turn_id !== undefined) event.turn_id = turn_id;
  if (model_context_window !== undefined) event.model_context_window = model_context_window;
  if (mode !== undefined) event.collaboration_mode_kind = mode;
  if (extra) event.extra = extra;
  return event;
}

const endedTable = fieldTable((wire) => ({
  type: anything(wire.type),
  turn_id: optionalId(wire.turn_id),
  last_agent_message: optionalTextOrNull(wire.last_agent_message),
  duration_ms: optionalCount(wire.duration_ms),
  time_to_first_token_ms: optionalCount(wire.time_to_first_token_ms),
  error: optional(wire.error, readError),
}));

/** `task_complete`. A turn that failed ends like any other; only its error tells (0.145 and later). */
export function turnEnded(payload: JsonObject, problems: Problem[]): TurnCompletedEvent | TurnFailedEvent {
  const read = endedTable.read(payload, problems);
  const { turn_id, last_agent_message: last, duration_ms, time_to_first_token_ms: first, error, extra } = read;
  if (payload.error !== undefined && payload.error !== null) {
    const event: TurnFailedEvent = { type: 'turn.failed', error: error ?? {} };
    if (turn_id !== undefined) event.turn_id = turn_id;
    const kept = withPresent(extra, {
      last_agent_message: last ?? undefined,
      duration_ms,
      time_to_first_token_ms: first,
    });
    if (kept) event.extra = kept;
    return event;
  }
  const event: TurnCompletedEvent = { type: 'turn.completed' };
  if (turn_id !== undefined) event.turn_id = turn_id;
  if (last !== undefined) event.last_agent_message = last;
  if (duration_ms !== undefined) event.duration_ms = duration_ms;
  if (first !== undefined) event.time_to_first_token_ms = first;
  if (extra) event.extra = extra;
  return event;
}

const abortedTable = fieldTable((wire) => ({
  type: anything(wire.type),
  turn_id: optionalId(wire.turn_id),
  reason: optionalText(wire.reason),
}));

/** `turn_aborted`. */
export function turnAborted(payload: JsonObject, problems: Problem[]): TurnAbortedEvent {
  const { turn_id, reason, extra } = abortedTable.read(payload, problems);
  const event: TurnAbortedEvent = { type: 'turn.aborted' };
  if (turn_id !== undefined) event.turn_id = turn_id;
  if (reason !== undefined) event.reason = reason;
  if (extra) event.extra = extra;
  return event;
}

const errorTable = fieldTable((wire) => ({
  message: optionalText(wire.message),
  codex_error_info: anything(wire.codex_error_info),
}));

function readError(value: NonNullable<unknown>, problems: Problem[]): ThreadError | undefined {
  if (typeof value === 'string') return { message: value };
  if (!isObject(value)) return undefined;
  const { message, codex_error_info: info, extra } = errorTable.read(value, problems);
  const error: ThreadError = {};
  if (message !== undefined) error.message = message;
  if (typeof info === 'string') error.code = info;
  const kept = typeof info === 'string' ? extra : withPresent(extra, { codex_error_info: info });
  if (kept) error.extra = kept;
  return error;
}

function withPresent(extra: Extra | undefined, fields: Extra): Extra | undefined {
  let kept = extra;
  for (const name of Object.keys(fields)) if (fields[name] !== undefined) kept = { ...kept, [name]: fields[name] };
  return kept;
}
