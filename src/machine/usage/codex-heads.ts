/** The events and other records of a Codex session file that matter for usage. */
const EVENTS = [
  'token_count',
  'task_started',
  'entered_review_mode',
  'exited_review_mode',
  'thread_settings_applied',
] as const;
const RECORDS = ['session_meta', 'turn_context', 'token_usage_record'] as const;

/** The kind of a line. `odd`: not in Codex's form, so that the record must be decoded. */
export type CodexHead = 'other' | 'odd' | (typeof EVENTS)[number] | (typeof RECORDS)[number];

const QUOTE = 34;
const COLON = 58;
const SPACE = 32;
const OPEN_OBJECT = 123;
/** The maximum distance of `"type"` from the start of the search: after the time, an ordinal, `payload`. */
const REACH = 64;
/** The length of `{"timestamp":"` and a time. The type cannot begin earlier. */
const AFTER_TIME = 36;

/** Recognises a line by its first bytes. It runs for every line of every file, so it allocates nothing. */
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

/** The start of the text after the next `"type":"`; -1 if there is none nearby. */
function typeValue(bytes: Buffer, from: number, end: number): number {
  const last = Math.min(end - 8, from + REACH);
  for (let at = from; at < last; at += 1) {
    // `"t` and `e"` suffice for a closer look: few names begin and end so.
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
  const isEvent = type === 'event_msg';
  const name = isEvent ? payloadType : type;
  if (name === 'turn_started') return 'task_started';
  const known: readonly CodexHead[] = isEvent ? EVENTS : RECORDS;
  return known.find((head) => head === name) ?? 'other';
}
