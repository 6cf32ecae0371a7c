import { isHandedOverId, isImportedTurn } from '../../../../core/thread/hand-over.ts';
import type { TurnScanner } from '../../store.ts';

const LINE_FEED = 10;
const QUOTE = 0x22;
/** The length of `{"timestamp":"`, a time such as `2026-11-15T07:08:38.369Z` and `",`. The next field follows. */
export const AFTER_TIME = 40;
/** The rest of a line that begins a turn, apart from `"ordinal":N,`. */
const MARK = '"type":"event_msg","payload":{"type":"task_started"';
/** The offsets of the two types in it. Most other lines differ in a letter there. */
const EVENT_AT = '"type":"'.length;
const STARTED_AT = MARK.indexOf('task_started');
const [LETTER_E, LETTER_A, LETTER_N] = [0x65, 0x61, 0x6e];
/** The second character tells `"ordinal":` from `"type":`. No number is longer than this. */
const [LETTER_O, ORDINAL_BYTES, MOST_DIGITS] = [0x6f, '"ordinal":'.length, 16];
/** Content of a turn. Before the first mark, it shows that the file's older turns have none. */
const CONTENT = /^"type":"(?:response_item|turn_context|event_msg","payload":\{"type":"user_message)"/;
/** A line with a mark has about 200 bytes. */
const MARKED_LINE_BYTES = 4096;
const TURN_ID = /"turn_id":"([^"\\]{1,200})"/;

/** Counts the marks of turns (about 0.100 and later). No count without marks, or where turns come before the first. */
export function createTurnScanner(): TurnScanner {
  let turns = new Set<string>();
  let nameless = 0;
  /** Turns that Codex imported from another agent's thread, which are not this thread's. */
  let imported = 0;
  let isUnsure = false;
  let lines = 0;
  /** The beginning of an unfinished line. */
  let held: Buffer | undefined;

  function addLine(bytes: Buffer, start: number, end: number): void {
    lines += 1;
    if (end - start < AFTER_TIME + MARK.length) return;
    if (bytes[start + AFTER_TIME - 2] !== QUOTE) {
      isUnsure = true;
      return;
    }
    const at = afterOrdinal(bytes, start + AFTER_TIME);
    // The second letter tells it from `token_count`, which is on every fifth line.
    const isEvent = bytes[at + EVENT_AT] === LETTER_E;
    const second = bytes[at + STARTED_AT + 1];
    // `entered_review_mode` after the end of a turn begins one without a mark.
    if (isEvent && second === LETTER_N && bytes[at + STARTED_AT] === LETTER_E) isUnsure = true;
    else if (isEvent && second === LETTER_A && bytes.toString('latin1', at, at + MARK.length) === MARK)
      addMark(bytes, start, end);
    else if (lines > 1 && turns.size + nameless + imported === 0 && CONTENT.test(bytes.toString('latin1', at, at + 60)))
      isUnsure = true;
  }

  function addMark(bytes: Buffer, start: number, end: number): void {
    const [, id] = TURN_ID.exec(bytes.toString('latin1', start, Math.min(end, start + MARKED_LINE_BYTES))) ?? [];
    if (id === undefined) nameless += 1;
    else if (isImportedTurn(id)) imported += 1;
    // Only its events tell a turn that was handed over from a note to the model.
    else if (isHandedOverId(id)) isUnsure = true;
    else turns.add(id);
  }

  function push(chunk: Uint8Array): void {
    const bytes = chunk instanceof Buffer ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1 && !isUnsure; end = bytes.indexOf(LINE_FEED, start)) {
      if (held) {
        const line = Buffer.concat([held, bytes.subarray(0, Math.min(end, MARKED_LINE_BYTES))]);
        held = undefined;
        addLine(line, 0, line.length);
      } else addLine(bytes, start, end);
      start = end + 1;
    }
    if (isUnsure || start === bytes.length) return;
    // Copied, because the chunk is only valid now. Of a long line the beginning suffices.
    const rest = bytes.subarray(start, start + MARKED_LINE_BYTES);
    if (!held) held = Buffer.from(rest);
    else if (held.length < MARKED_LINE_BYTES) held = Buffer.concat([held, rest]);
  }

  function end(): number | undefined {
    if (held && !isUnsure) addLine(held, 0, held.length);
    const count = turns.size + nameless;
    const result = isUnsure || count + imported === 0 ? undefined : count;
    turns = new Set();
    nameless = 0;
    imported = 0;
    isUnsure = false;
    lines = 0;
    held = undefined;
    return result;
  }

  return { push, end };
}

/** The offset after `"ordinal":N,`, which some versions write first. */
export function afterOrdinal(bytes: Buffer, at: number): number {
  if (bytes[at + 1] !== LETTER_O) return at;
  const digits = at + ORDINAL_BYTES;
  for (let comma = digits; comma < digits + MOST_DIGITS; comma += 1) if (bytes[comma] === 0x2c) return comma + 1;
  return at;
}
