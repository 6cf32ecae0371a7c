import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type {
  ThreadError,
  TurnAbortedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from '../../../thread/event.ts';
import * as check from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import { keepFields } from './kept-fields.ts';

const startedTable = fieldTable((wire) => ({
  type: check.anything(wire.type),
  turn_id: check.optionalId(wire.turn_id),
  model_context_window: check.optionalCountOrNull(wire.model_context_window),
  collaboration_mode_kind: check.optionalText(wire.collaboration_mode_kind),
}));

/** `task_started`: a turn begins. */
export function turnStarted(payload: JsonObject, problems: Problem[]): TurnStartedEvent {
  const { type: _type, ...fields } = startedTable.read(payload, problems);
  return withDefined<TurnStartedEvent>({ type: 'turn.started' }, fields);
}

const endedTable = fieldTable((wire) => ({
  type: check.anything(wire.type),
  turn_id: check.optionalId(wire.turn_id),
  last_agent_message: check.optionalTextOrNull(wire.last_agent_message),
  duration_ms: check.optionalCount(wire.duration_ms),
  time_to_first_token_ms: check.optionalCount(wire.time_to_first_token_ms),
  error: check.optional(wire.error, readError),
}));

/** `task_complete`. A failed turn ends like any other; only its error shows it (0.145 and later). */
export function turnEnded(payload: JsonObject, problems: Problem[]): TurnCompletedEvent | TurnFailedEvent {
  const read = endedTable.read(payload, problems);
  const { turn_id, last_agent_message: last, duration_ms, time_to_first_token_ms, error = {}, extra } = read;
  if (payload.error !== undefined && payload.error !== null) {
    const beside = { last_agent_message: last ?? undefined, duration_ms, time_to_first_token_ms };
    return withDefined<TurnFailedEvent>({ type: 'turn.failed', error }, { turn_id, extra: keepFields(extra, beside) });
  }
  const fields = { turn_id, last_agent_message: last, duration_ms, time_to_first_token_ms, extra };
  return withDefined<TurnCompletedEvent>({ type: 'turn.completed' }, fields);
}

const abortedTable = fieldTable((wire) => ({
  type: check.anything(wire.type),
  turn_id: check.optionalId(wire.turn_id),
  reason: check.optionalText(wire.reason),
}));

/** `turn_aborted`. */
export function turnAborted(payload: JsonObject, problems: Problem[]): TurnAbortedEvent {
  const { type: _type, ...fields } = abortedTable.read(payload, problems);
  return withDefined<TurnAbortedEvent>({ type: 'turn.aborted' }, fields);
}

const errorTable = fieldTable((wire) => ({
  message: check.optionalText(wire.message),
  codex_error_info: check.anything(wire.codex_error_info),
}));

function readError(value: NonNullable<unknown>, problems: Problem[]): ThreadError | undefined {
  if (typeof value === 'string') return { message: value };
  if (!isObject(value)) return undefined;
  const { message, codex_error_info: info, extra } = errorTable.read(value, problems);
  if (typeof info === 'string') return withDefined<ThreadError>({}, { message, code: info, extra });
  return withDefined<ThreadError>({}, { message, extra: keepFields(extra, { codex_error_info: info }) });
}
