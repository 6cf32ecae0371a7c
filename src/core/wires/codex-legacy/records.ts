import { isObject, type JsonObject } from '../../lines/json.ts';

/** `{id, msg: {type, …}}`: one event of the agent. Source: `Event` in codex-rs/protocol/src/protocol.rs. */
export interface Envelope extends JsonObject {
  /** The submission that the event answers: `"0"`, `"1"`, `"auto-compact-0"`, or empty. Not unique. */
  id?: unknown;
  /** The event itself, by its kind. */
  msg: JsonObject & { type: string };
}

/** True for an event of the agent. The `{msg: "text"}` of loggers is not one. */
export function isEnvelope(record: JsonObject): boolean {
  return typeof record.id === 'string' && hasMessage(record);
}

/** Also true for an event with a damaged id, in a stream known to be of this dialect. */
export function hasMessage(record: JsonObject): record is Envelope {
  return record.type === undefined && isObject(record.msg) && typeof record.msg.type === 'string';
}

/**
 * True for the first line of `codex exec --json`: a flat object of strings in any order. Besides these three it has
 * `approval`, `sandbox` and, for reasoning models, `reasoning effort` and `reasoning summaries`, with the spaces.
 */
export function isHeader(record: JsonObject): boolean {
  const { type, workdir, model, provider } = record;
  return type === undefined && [workdir, model, provider].every((value) => typeof value === 'string');
}

/** True for the second line of `codex exec --json`. */
export function isPrompt(record: JsonObject): boolean {
  return typeof record.prompt === 'string' && Object.keys(record).length === 1;
}
