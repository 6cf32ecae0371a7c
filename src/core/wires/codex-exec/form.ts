import { isObject, type JsonObject } from '../../lines/json.ts';
import type { WireForm } from '../wire.ts';

/** Kinds begin with these words. So do kinds of other agents, whose lines have other fields. */
const OWN_PREFIXES = ['thread.', 'turn.', 'item.'];

/** Text of these streams under the names of another service, which some versions mixed in. */
const OUTPUT_TEXT = 'message.output_text.';

/**
 * The fields of a line in which nothing tells that Codex wrote it: `{"type":"turn.started"}`, or a kind of a later
 * version. Any other field may be that of another agent. The next line mostly tells.
 */
const PLAIN_FIELDS = new Set(['type', 'id', 'thread_id', 'turn_id', 'item_id', 'item_type', 'timestamp', 'reason']);

function isPlain(record: JsonObject): boolean {
  for (const name in record) if (!PLAIN_FIELDS.has(name)) return false;
  return true;
}

/** The ids that the line of a thread may have. `session.created` has its own: other agents' objects have an `id`, too. */
function namesThread({ type, thread_id, session_id, conversation_id, id }: JsonObject): boolean {
  const names = type === 'session.created' ? [session_id] : [thread_id, session_id, conversation_id, id];
  return names.some((name) => typeof name === 'string');
}

/** An item in a field of its own, or flat beside the event's fields, has a kind; an addition to one says to which. */
function holdsItem({ item, item_type, item_id, delta }: JsonObject): boolean {
  if (isObject(item)) return typeof item.type === 'string' || typeof item.item_type === 'string';
  return typeof item_type === 'string' || (typeof item_id === 'string' && delta !== undefined);
}

/** Counts, as only the end of a turn has them. */
function countsTokens({ usage }: JsonObject): boolean {
  return isObject(usage) && typeof usage.input_tokens === 'number' && typeof usage.output_tokens === 'number';
}

function tellsError({ error, message }: JsonObject): boolean {
  return typeof message === 'string' || typeof error === 'string' || (isObject(error) && 'message' in error);
}

/** The field that only Codex writes in a line of this kind. */
function hasTellingField(type: string, record: JsonObject): boolean {
  switch (type) {
    case 'thread.started':
    case 'thread.resumed':
    case 'session.created':
      return namesThread(record);
    case 'turn.completed':
      return countsTokens(record);
    case 'turn.failed':
      return tellsError(record);
    default:
      if (type.startsWith(OUTPUT_TEXT)) return typeof (record.delta ?? record.text) === 'string';
      return type.startsWith('item.') && holdsItem(record);
  }
}

/**
 * True for lines that only Codex writes. `{"type":"error","message":…}` is none of them: others print the very same, and
 * Codex never prints it alone.
 */
function recognises(record: JsonObject): boolean {
  const { type } = record;
  if (typeof type !== 'string' || 'payload' in record || 'role' in record) return false;
  if (hasTellingField(type, record)) return true;
  return OWN_PREFIXES.some((prefix) => type.startsWith(prefix)) && isPlain(record);
}

/** `codex exec --json`, 0.42 to today. */
export const codexExecForm = {
  name: 'codex-exec',
  agent: 'codex',
  kind: 'stream',
  marksTurnEnds: true,
  hasThreadIds: true,
  ids: 'derived',
  readsUnclaimed: true,
  recognises,
} satisfies WireForm;
