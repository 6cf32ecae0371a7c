import { isObject, type JsonObject } from '../../lines/json.ts';
import { anything, count, type Field, type FieldReader, fieldTable, flag, nested, orNull, text } from '../fields.ts';
import { usageField, usageFields } from '../usage-fields.ts';

/** An id that is blank is as good as none. */
const idText: FieldReader = (value) => (typeof value === 'string' ? value.trim() || undefined : undefined);

/** Fields that any event may have. */
const common: Record<string, Field> = {
  type: { read: text },
  thread_id: { read: idText, aliases: ['conversation_id'] },
  turn_id: { read: idText },
  timestamp: { read: text },
};

const errorTable = fieldTable({ message: { read: text }, code: { read: text } });

/** `{message, code}`, or the message alone. */
const error: FieldReader = (value, problems) =>
  typeof value === 'string' ? { message: value } : nested(errorTable)(value, problems);

export const threadTable = fieldTable({
  ...common,
  thread_id: { read: idText, aliases: ['session_id', 'conversation_id', 'id'] },
  model: { read: text },
  model_provider: { read: text },
  cwd: { read: text },
  cli_version: { read: text },
});

/** `session.created {id, model}` after a thread has begun: its id is the response's, not the thread's. */
export const sessionTable = fieldTable({ ...common, model: { read: text } });

export const turnStartedTable = fieldTable({
  ...common,
  turn_id: { read: idText, aliases: ['id'] },
  input_text: { read: text },
  model: { read: text },
  cwd: { read: text },
});

export const turnEndedTable = fieldTable({
  ...common,
  turn_id: { read: idText, aliases: ['id'] },
  usage: { read: usageField },
  last_item_id: { read: text },
  last_agent_message: { read: orNull(text) },
  error: { read: error },
  reason: { read: text },
});

/** `turn.failed` of some dialects has its message at the top. */
export function liftError(record: JsonObject): JsonObject {
  if (record.error !== undefined || typeof record.message !== 'string') return record;
  const { message, code, ...rest } = record;
  return { ...rest, error: code === undefined ? { message } : { message, code } };
}

export const itemTable = fieldTable({ ...common, item: { read: anything }, error: { read: error } });

export const deltaTable = fieldTable({
  ...common,
  item_id: { read: text, aliases: ['id'] },
  item_type: { read: text },
  delta: { read: (value) => (typeof value === 'string' ? { text_delta: value } : isObject(value) ? value : undefined) },
});

export const errorEventTable = fieldTable({ ...common, message: { read: text } });

export const tokenCountTable = fieldTable({
  ...common,
  ...usageFields,
  last: { read: usageField },
  rate_limits: { read: anything },
  model_context_window: { read: orNull(count) },
  no_total: { read: flag },
});

export const unknownTable = fieldTable(common);
