import { isObject, type JsonObject, parseObject } from '../../../../core/lines/json.ts';
import type { ThreadStartedEvent } from '../../../../core/thread/event.ts';
import type { QuickHead } from '../../store.ts';
import { thinText } from './thin-text.ts';

const LINE_FEED = 10;
/** The start of each line in the files that are read here. Anything else is left to the reader. */
const ENVELOPE = /^\{"timestamp":"[^"]{1,40}",(?:"ordinal":\d{1,15},)?"type":"(\w+)","payload":\{(?:"type":"(\w+)")?/;
const ENVELOPE_BYTES = 160;
/** Possibly context that the CLI inserted, or a prompt in a wrapper. */
const MAYBE_NOT_TYPED = /^\s*(?:[<#]|---|warning: |another language model )/i;
/** Fields of sessions that have turns from elsewhere. */
const FOREIGN_HISTORY = ['forked_from_id', 'history_base', 'subagent_history_start_ordinal'] as const;

/** Reads the CLI's most frequent form of a head without a reader: a list has thousands. Undefined for other forms. */
export function quickHead(chunk: Uint8Array): QuickHead | undefined {
  const bytes = chunk instanceof Buffer ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  const end = bytes.indexOf(LINE_FEED);
  const started = end === -1 ? undefined : headerOf(bytes, end);
  if (!started) return undefined;
  const head: QuickHead = { started, headerLine: 1 };
  if (started.cwd !== undefined) head.cwd = started.cwd;
  for (let start = end + 1; start < bytes.length; ) {
    const newline = bytes.indexOf(LINE_FEED, start);
    if (newline === -1 || !addLine(head, bytes, start, newline)) return undefined;
    if (head.model !== undefined && head.firstPrompt !== undefined) return head;
    start = newline + 1;
  }
  return undefined;
}

function headerOf(bytes: Buffer, end: number): ThreadStartedEvent | undefined {
  const record = parseObject(thinText(bytes, 0, end));
  const payload = record?.type === 'session_meta' ? record.payload : undefined;
  if (!isObject(payload) || FOREIGN_HISTORY.some((name) => (payload[name] ?? undefined) !== undefined))
    return undefined;
  const { id, timestamp, cwd, cli_version, source, parent_thread_id, git } = payload;
  if (typeof id !== 'string' || id === '' || typeof timestamp !== 'string') return undefined;
  const started: ThreadStartedEvent = { type: 'thread.started', thread_id: id, started_at: timestamp, source };
  if (typeof record?.timestamp === 'string') started.timestamp = record.timestamp;
  if (typeof cwd === 'string') started.cwd = cwd;
  if (isObject(git)) started.git = git;
  if (typeof cli_version === 'string') started.cli_version = cli_version;
  if (typeof parent_thread_id === 'string') started.parent_thread_id = parent_thread_id;
  return started;
}

/** False for a line that only a reader understands. */
function addLine(head: QuickHead, bytes: Buffer, start: number, end: number): boolean {
  const [, type, kind] = ENVELOPE.exec(bytes.toString('latin1', start, Math.min(end, start + ENVELOPE_BYTES))) ?? [];
  if (type === 'turn_context') {
    const { model, cwd } = payloadOf(bytes, start, end);
    if (typeof model === 'string') head.model ??= model;
    if (typeof cwd === 'string') head.cwd ??= cwd;
    return typeof model === 'string';
  }
  // The model's input. The typed part of it comes as an event too.
  const isForModel = type === 'response_item' && (kind === 'message' || kind === 'additional_tools');
  if (isForModel) return head.firstPrompt === undefined;
  if (type === 'world_state') return true;
  if (type !== 'event_msg') return false;
  if (kind === 'task_started' || kind === 'thread_settings_applied') return true;
  const text =
    kind === 'user_message' || kind === 'item_completed' ? typedText(payloadOf(bytes, start, end)) : undefined;
  if (text === undefined || text === '' || MAYBE_NOT_TYPED.test(text)) return false;
  head.firstPrompt ??= text;
  return true;
}

function payloadOf(bytes: Buffer, start: number, end: number): JsonObject {
  const payload = parseObject(bytes.toString('utf8', start, end))?.payload;
  return isObject(payload) ? payload : {};
}

function typedText({ type, message, item }: JsonObject): string | undefined {
  if (type === 'user_message') return typeof message === 'string' ? message : undefined;
  if (!isObject(item) || item.type !== 'UserMessage' || !Array.isArray(item.content)) return undefined;
  const [part, ...others] = item.content;
  if (others.length > 0 || !isObject(part)) return undefined;
  return part.type === 'text' && typeof part.text === 'string' ? part.text : undefined;
}
