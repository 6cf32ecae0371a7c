import { isObject, type JsonObject } from '../../lines/json.ts';
import type * as events from '../../thread/event.ts';
import { printedCounts, usageTable } from '../codex/token-usage.ts';
import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/**
 * The events of `codex exec --json`. Source: `ThreadEvent` in codex-rs/exec/src/exec_events.rs, 0.42 to today. Aliases
 * are names of a field in other services and older dialects.
 */

/** Fields that any event may have. The own `id` of a turn's event is the turn's. */
const common = (wire: JsonObject, isTurn = false) => ({
  thread_id: check.optionalId(wire.thread_id) ?? check.optionalId(wire.conversation_id),
  turn_id: check.optionalId(wire.turn_id) ?? (isTurn ? check.optionalId(wire.id) : undefined),
  timestamp: check.optionalText(wire.timestamp),
});

const ofTurn = (wire: JsonObject) => common(wire, true);

const errorTable = fieldTable<events.ThreadError>((wire) => ({
  message: check.optionalText(wire.message),
  code: check.optionalText(wire.code),
}));
const messageOf = (value: unknown): events.ThreadError | undefined =>
  typeof value === 'string' ? { message: value } : undefined;

/** `{message, code}`, or the message alone. */
const error = (wire: JsonObject) =>
  typeof wire.error === 'string' ? check.optional(wire.error, messageOf) : check.optionalNested(wire.error, errorTable);

export const threadTable = fieldTable((wire) => ({
  type: check.kind(wire.type, 'thread.started'),
  thread_id:
    check.optionalId(wire.thread_id) ??
    check.optionalId(wire.session_id) ??
    check.optionalId(wire.conversation_id) ??
    check.optionalId(wire.id),
  turn_id: check.optionalId(wire.turn_id),
  timestamp: check.optionalText(wire.timestamp),
  model: check.optionalText(wire.model),
  model_provider: check.optionalText(wire.model_provider),
  cwd: check.optionalText(wire.cwd),
  cli_version: check.optionalText(wire.cli_version),
}));

/** `session.created {id, model}` after a thread began. Its id is the response's, not the thread's. */
export const sessionTable = fieldTable((wire) => ({
  ...common(wire),
  type: check.kind(wire.type, 'thread.started'),
  model: check.optionalText(wire.model),
}));

export const turnStartedTable = fieldTable((wire) => ({
  ...ofTurn(wire),
  type: check.kind(wire.type, 'turn.started'),
  input_text: check.optionalText(wire.input_text),
  model: check.optionalText(wire.model),
  cwd: check.optionalText(wire.cwd),
  model_context_window: check.optionalCountOrNull(wire.model_context_window),
}));

export const turnCompletedTable = fieldTable((wire) => ({
  ...ofTurn(wire),
  type: check.kind(wire.type, 'turn.completed'),
  usage: check.optionalNested(wire.usage, usageTable),
  last_item_id: check.optionalText(wire.last_item_id),
  last_agent_message: check.optionalTextOrNull(wire.last_agent_message),
}));

export const turnFailedTable = fieldTable((wire) => ({
  ...ofTurn(wire),
  type: check.kind(wire.type, 'turn.failed'),
  error: check.otherwise(error(wire), {}),
  usage: check.optionalNested(wire.usage, usageTable),
}));

export const turnAbortedTable = fieldTable((wire) => ({
  ...ofTurn(wire),
  type: check.kind(wire.type, 'turn.aborted'),
  reason: check.optionalText(wire.reason),
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
  type: check.kind(wire.type, 'item.delta'),
  item_id: check.otherwise(check.optionalId(wire.item_id) ?? check.optionalId(wire.id), ''),
  item_type: check.optionalText(wire.item_type),
  delta: check.otherwise(check.optional(wire.delta, deltaOf), {}),
}));

export const errorEventTable = fieldTable((wire) => ({
  ...common(wire),
  type: check.kind(wire.type, 'error'),
  message: check.otherwise(check.optionalText(wire.message) ?? innerMessage(wire.error), ''),
}));

/** Some dialects have the text in `error`, which is also kept. */
function innerMessage(value: unknown): string | undefined {
  const inner = isObject(value) ? value.message : value;
  return typeof inner === 'string' ? check.told(inner) : undefined;
}

export const tokenCountTable = fieldTable((wire) => ({
  ...common(wire),
  type: check.kind(wire.type, 'token_count'),
  ...printedCounts(wire),
  last: check.optionalNested(wire.last, usageTable),
  rate_limits: check.anything(wire.rate_limits),
  model_context_window: check.optionalCountOrNull(wire.model_context_window),
  no_total: check.optionalFlag(wire.no_total),
}));

/** The ids and the time of an unknown event. All its fields also stay in `data`. */
export const unknownTable = fieldTable((wire) => common(wire));
