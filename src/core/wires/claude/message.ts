import type { Extra } from '../../thread/usage.ts';
import { optional, optionalId, optionalRecord, optionalText } from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';
import { SYNTHETIC_MODEL } from './synthetic-model.ts';

/** A text, or blocks. */
export function contentOf(value: unknown): string | unknown[] | undefined {
  return typeof value === 'string' || Array.isArray(value) ? value : undefined;
}
const unlessNull = (value: unknown) => optional(value, (given) => given);

/**
 * The `message` of an assistant or user line, in the form of the Messages API. Since 1.0.30 each line holds one block
 * of the content, and the lines of one message share its id.
 */
export const messageTable = fieldTable((wire) => ({
  /** `msg_…`, or a bare UUID on lines that the CLI made by itself. User messages have none. */
  id: optionalId(wire.id),
  /** Always `message`. */
  type: optionalText(wire.type),
  /** `assistant` or `user`, like the line's own type. */
  role: optionalText(wire.role),
  /** `<synthetic>` on lines that the CLI made by itself. */
  model: optionalText(wire.model),
  /** A text, or blocks. */
  content: optional(wire.content, contentOf),
  /** Usage of the request so far. */
  usage: optionalRecord(wire.usage),
  /** Null until the message ends. */
  stop_reason: optionalText(wire.stop_reason),
  stop_sequence: optionalText(wire.stop_sequence),
  /** These are nearly always null. */
  container: unlessNull(wire.container),
  context_management: unlessNull(wire.context_management),
  diagnostics: unlessNull(wire.diagnostics),
  stop_details: unlessNull(wire.stop_details),
}));

export type ClaudeMessage = FieldsOf<typeof messageTable>;

/** The fields of an assistant's message that its items do not carry. */
export function messageRest(message: ClaudeMessage): Extra {
  const rest: Extra = {};
  if (message.id !== undefined) rest.id = message.id;
  if (message.model !== undefined) rest.model = message.model;
  if (message.stop_reason !== undefined) rest.stop_reason = message.stop_reason;
  if (message.stop_sequence !== undefined) rest.stop_sequence = message.stop_sequence;
  if (message.container !== undefined) rest.container = message.container;
  if (message.context_management !== undefined) rest.context_management = message.context_management;
  if (message.diagnostics !== undefined) rest.diagnostics = message.diagnostics;
  if (message.stop_details !== undefined) rest.stop_details = message.stop_details;
  if (message.usage !== undefined) rest.usage = message.usage;
  return message.extra ? Object.assign(rest, message.extra) : rest;
}

/** The id of the model request behind a message. A line that the CLI made by itself has none. */
export function requestOf({ id, model }: Pick<ClaudeMessage, 'id' | 'model'>): string | undefined {
  return model === SYNTHETIC_MODEL ? undefined : id;
}
