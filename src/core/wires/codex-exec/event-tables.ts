import { isObject, type JsonObject } from '../../lines/json.ts';
import type * as events from '../../thread/event.ts';
import { printedCounts, usageTable } from '../codex/token-usage.ts';
import {
  anything,
  kind,
  optional,
  optionalCountOrNull,
  optionalFlag,
  optionalId,
  optionalNested,
  optionalText,
  optionalTextOrNull,
  otherwise,
  told,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/**
 * The events of `codex exec --json`. Source: `ThreadEvent` in codex-rs/exec/src/exec_events.rs, 0.42 to today. Aliases
 * are names of a field in other services and older dialects.
 */

/** Fields that any event may have. The own `id` of a turn's event is the turn's. */
const common = (wire: JsonObject, isTurn = false) => ({
  thread_id: optionalId(wire.thread_id) ?? optionalId(wire.conversation_id),
  turn_id: optionalId(wire.turn_id) ?? (isTurn ? optionalId(wire.id) : undefined),
  timestamp: optionalText(wire.timestamp),
});

const ofTurn = (wire: JsonObject) => common(wire, true);

const errorTable = fieldTable<events.ThreadError>((wire) => ({
  message: optionalText(wire.message),
  code: optionalText(wire.code),
}));
const messageOf = (value: unknown): events.ThreadError | undefined =>
  typeof value === 'string' ? { message: value } : undefined;

/** `{message, code}`, or the message alone. */
const error = (wire: JsonObject) =>
  typeof wire.error === 'string' ? optional(wire.error, messageOf) : optionalNested(wire.error, errorTable);

export const threadTable = fieldTable((wire) => ({
  type: kind(wire.type, 'thread.started'),
  thread_id:
    optionalId(wire.thread_id) ??
    optionalId(wire.session_id) ??
    optionalId(wire.conversation_id) ??
    optionalId(wire.id),
  turn_id: optionalId(wire.turn_id),
  timestamp: optionalText(wire.timestamp),
  model: optionalText(wire.model),
  model_provider: optionalText(wire.model_provider),
  cwd: optionalText(wire.cwd),
  cli_version: optionalText(wire.cli_version),
}));

/** `session.created {id, model}` after a thread began. Its id is the response's, not the thread's. */
export const sessionTable = fieldTable((wire) => ({
  ...common(wire),
  type: kind(wire.type, 'thread.started'),
  model: optionalText(wire.model),
}));

export const turnStartedTable = fieldTable((wire) => ({
  ...ofTurn(wire),
  type: kind(wire.type, 'turn.started'),
  input_text: optionalText(wire.input_text),
  model: optionalText(wire.model),
  cwd: optionalText(wire.cwd),
  model_context_window: optionalCountOrNull(wire.model_context_window),
}));

export const turnCompletedTable = fieldTable((wire) => ({
  ...ofTurn(wire),
  type: kind(wire.type, 'turn.completed'),
  usage: optionalNested(wire.usage, usageTable),
  last_item_id: optionalText(wire.last_item_id),
  last_agent_message: optionalTextOrNull(wire.last_agent_message),
}));

export const turnFailedTable = fieldTable((wire) => ({
  ...ofTurn(wire),
  type: kind(wire.type, 'turn.failed'),
  error: otherwise(error(wire), {}),
  usage: optionalNested(wire.usage, usageTable),
}));

export const turnAbortedTable = fieldTable((wire) => ({
  ...ofTurn(wire),
  type: kind(wire.type, 'turn.aborted'),
  reason: optionalText(wire.reason),
}));

/** Some dialects have the message of `turn.failed` at the top. */
export function liftError(record: JsonObject): JsonObject {
  if (record.error !== undefined || typeof record.message !== 'string') return record;
  const { message, code, ...rest } = record;
  return { ...rest, error: code === undefined ? { message } : { message, code } };
}

/** The fields around an item. The item has a table of its own. */
export const itemEnvelopeTable = fieldTable((wire) => ({
  ...common(wire),
  error: error(wire),
}));

const deltaOf = (value: unknown): events.ItemDelta | undefined =>
  typeof value === 'string' ? { text_delta: value } : isObject(value) ? value : undefined;

export const deltaTable = fieldTable((wire) => ({
  ...common(wire),
  type: kind(wire.type, 'item.delta'),
  item_id: otherwise(optionalId(wire.item_id) ?? optionalId(wire.id), ''),
  item_type: optionalText(wire.item_type),
  delta: otherwise(optional(wire.delta, deltaOf), {}),
}));

export const errorEventTable = fieldTable((wire) => ({
  ...common(wire),
  type: kind(wire.type, 'error'),
  message: otherwise(optionalText(wire.message) ?? innerMessage(wire.error), ''),
}));

/** Some dialects have the text in `error`, which is also kept. */
function innerMessage(value: unknown): string | undefined {
  const inner = isObject(value) ? value.message : value;
  return typeof inner === 'string' ? told(inner) : undefined;
}

export const tokenCountTable = fieldTable((wire) => ({
  ...common(wire),
  type: kind(wire.type, 'token_count'),
  ...printedCounts(wire),
  last: optionalNested(wire.last, usageTable),
  rate_limits: anything(wire.rate_limits),
  model_context_window: optionalCountOrNull(wire.model_context_window),
  no_total: optionalFlag(wire.no_total),
}));

/** The ids and the time of an unknown event. All its fields also stay in `data`. */
export const unknownTable = fieldTable((wire) => common(wire));
