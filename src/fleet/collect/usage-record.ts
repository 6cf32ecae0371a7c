import { createHash } from 'node:crypto';
import { isObject, type JsonObject, setOwn } from '../../core/lines/json.ts';

/**
 * Reduces a record to usage: counts, times, models, ids and the folder. A text becomes its length. Anything that people
 * or tools chose becomes empty. The fields to keep are listed here, and any new field is dropped.
 */
export function usageRecord(record: JsonObject): JsonObject {
  return reducedObject(record, 0);
}

const IDS: ReadonlySet<string> = new Set(
  `id uuid parentUuid leafUuid logicalParentUuid sessionId session_id requestId request_id messageId message_id agentId
   agent_id turn_id turnId thread_id threadId response_id responseId call_id callId tool_use_id toolUseID
   parent_thread_id parentThreadId forked_from_id forkedFromId conversation_id rollout_id projectHash promptId
   $rewindTo`.split(/\s+/),
);
const TIMES: ReadonlySet<string> = new Set([
  'timestamp',
  'startTime',
  'lastUpdated',
  'started_at',
  'completed_at',
  'resets_at',
]);
/** The agent's own words: the kind of a record, and how the request was made. */
const WORDS: ReadonlySet<string> = new Set(
  `type subtype role model service_tier speed version cli_version cliVersion originator subagent stop_reason
   record_type operation model_provider reasoning_effort effort plan_type limit_id history_mode
   entrypoint userType`.split(/\s+/),
);
const FOLDERS: ReadonlySet<string> = new Set(['cwd']);
/** Objects that are searched further. */
const INNER: ReadonlySet<string> = new Set(
  `payload info total_token_usage last_token_usage rate_limits primary secondary usage message cache_creation
   output_tokens_details server_tool_use tokens $set source subagent thread_spawn history_base forkedFrom thread_settings
   token_usage`.split(/\s+/),
);
/** Lists whose objects are searched further. */
const LISTS: ReadonlySet<string> = new Set(['content', 'messages', 'iterations']);

const PLAIN_ID = /^[\w.:$-]{1,128}$/;
const TIME = /^\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)?$/;
const WORD = /^[A-Za-z0-9<$][\w.:/@()[\]<>-]{0,79}$/;
const MOST_DEPTH = 12;

function reducedObject(source: JsonObject, depth: number): JsonObject {
  const reduced: JsonObject = {};
  for (const key of Object.keys(source)) setOwn(reduced, key, reducedValue(key, source[key], depth));
  return reduced;
}

function reducedValue(key: string, value: unknown, depth: number): unknown {
  if (typeof value === 'string') return reducedText(key, value);
  if (Array.isArray(value)) return LISTS.has(key) && depth < MOST_DEPTH ? reducedList(key, value, depth) : [];
  if (!isObject(value)) return value;
  return INNER.has(key) && depth < MOST_DEPTH ? reducedObject(value, depth + 1) : {};
}

function reducedList(key: string, list: readonly unknown[], depth: number): unknown[] {
  return list.map((value) => (isObject(value) ? reducedObject(value, depth + 1) : reducedValue(key, value, depth + 1)));
}

function reducedText(key: string, text: string): string {
  if (text === '') return text;
  if (IDS.has(key)) return PLAIN_ID.test(text) ? text : digestOf(text);
  const isKept = (TIMES.has(key) && TIME.test(text)) || (WORDS.has(key) && WORD.test(text)) || FOLDERS.has(key);
  return isKept ? text : `[${text.length}]`;
}

/** A digest of an id that could be a text. Different ids stay different and tell nothing. */
function digestOf(id: string): string {
  return `#${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;
}
