/** What a line of a Codex session file is, as far as usage is concerned. */
export type CodexHead =
  | 'other'
  | 'session_meta'
  | 'turn_context'
  | 'token_count'
  | 'token_usage_record'
  | 'task_started'
  | 'entered_review_mode'
  | 'exited_review_mode'
  | 'thread_settings_applied'
  /** Not as Codex writes it: the record has to be decoded to know. */
  | 'odd';

const QUOTE = 34;
const COLON = 58;
const SPACE = 32;
const OPEN_OBJECT = 123;
/** `"type"` stands within so many bytes of the place where it is looked for: after the time, an ordinal, `payload`. */
const REACH = 64;
/** `{"timestamp":"` and a time: nothing before this place can be the type. */
const AFTER_TIME = 36;

/** Tells a line by its first bytes. It runs for every line of every file, so it compares bytes and makes nothing. */
export function codexHead(bytes: Buffer, start: number, end: number): CodexHead {
  if (bytes[start] !== OPEN_OBJECT || !isAt(bytes, start + 1, '"timestamp"')) return 'odd';
  const value = typeValue(bytes, start + AFTER_TIME, end);
  if (value === -1) return 'odd';
  switch (bytes[value]) {
    case 101: // e
      return isAt(bytes, value, 'event_msg"') ? eventHead(bytes, value + 10, end) : 'other';
    case 115: // s
      return isAt(bytes, value, 'session_meta"') ? 'session_meta' : 'other';
    case 116: // t
      if (isAt(bytes, value, 'turn_context"')) return 'turn_context';
      return isAt(bytes, value, 'token_usage_record"') ? 'token_usage_record' : 'other';
    default:
      return 'other';
  }
}

function eventHead(bytes: Buffer, start: number, end: number): CodexHead {
  const value = typeValue(bytes, start, end);
  if (value === -1) return 'odd';
  switch (bytes[value]) {
    case 101: // e
      if (isAt(bytes, value, 'entered_review_mode"')) return 'entered_review_mode';
      return isAt(bytes, value, 'exited_review_mode"') ? 'exited_review_mode' : 'other';
    case 116: // t
      return turnHead(bytes, value);
    default:
      return 'other';
  }
}

function turnHead(bytes: Buffer, value: number): CodexHead {
  if (isAt(bytes, value, 'token_count"')) return 'token_count';
  if (isAt(bytes, value, 'task_started"') || isAt(bytes, value, 'turn_started"')) return 'task_started';
  return isAt(bytes, value, 'thread_settings_applied"') ? 'thread_settings_applied' : 'other';
}

/** Where the text after the next `"type":"` begins; -1 where there is none nearby. */
function typeValue(bytes: Buffer, from: number, end: number): number {
  const last = Math.min(end - 8, from + REACH);
  for (let at = from; at < last; at += 1) {
    // `"t` and `e"` are enough to look closer: few names begin and end so.
    if (bytes[at] !== QUOTE || bytes[at + 1] !== 116 || bytes[at + 5] !== QUOTE || bytes[at + 2] !== 121) continue;
    let value = at + 6;
    while (bytes[value] === SPACE || bytes[value] === COLON) value += 1;
    return bytes[value] === QUOTE ? value + 1 : -1;
  }
  return -1;
}

function isAt(bytes: Buffer, start: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** The same for a decoded record. */
export function codexHeadOf(type: unknown, payloadType: unknown): CodexHead {
  const name = type === 'event_msg' ? payloadType : type;
  if (name === 'turn_started') return 'task_started';
  return typeof name === 'string' && KINDS.has(name) && EVENTS.has(name) === (type === 'event_msg')
    ? (name as CodexHead)
    : 'other';
}

const EVENTS: ReadonlySet<string> = new Set<CodexHead>([
  'token_count',
  'task_started',
  'entered_review_mode',
  'exited_review_mode',
  'thread_settings_applied',
]);
const KINDS: ReadonlySet<string> = new Set<string>([
  ...EVENTS,
  ...(['session_meta', 'turn_context', 'token_usage_record'] satisfies CodexHead[]),
]);
