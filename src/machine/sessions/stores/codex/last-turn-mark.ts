import { AFTER_TIME, afterOrdinal } from './turn-scanner.ts';

const LINE_FEED = 10;
const QUOTE = 0x22;
const [LETTER_E, EVENT_AT] = [0x65, '"type":"'.length];
const EVENT = /^"type":"event_msg","payload":\{"type":"(\w{1,40})"(.{0,400})/;
const EVENT_BYTES = 500;
const STARTS: ReadonlySet<string> = new Set(['task_started', 'turn_started']);
const ENDS: ReadonlySet<string> = new Set(['task_complete', 'turn_complete', 'turn_aborted']);
/** A review copies the marks of its own thread into the file. Only a reader can tell whose they are. */
const REVIEWS: ReadonlySet<string> = new Set(['entered_review_mode', 'exited_review_mode']);

/** `lastTurnMark` of `SessionStore`: the end of a turn on the last line, else the line where the last turn begins. */
export function lastTurnMark(tail: Uint8Array): number | undefined {
  const bytes = tail instanceof Buffer ? tail : Buffer.from(tail.buffer, tail.byteOffset, tail.length);
  let hasEnd = false;
  for (let end = bytes.length; end > 0; ) {
    // A search that begins before the first byte would begin at the last one.
    const start = end === 1 ? 0 : bytes.lastIndexOf(LINE_FEED, end - 2) + 1;
    if (end - start > AFTER_TIME) {
      if (bytes[start + AFTER_TIME - 2] !== QUOTE) return undefined;
      const [, kind = '', fields = ''] = eventAt(bytes, afterOrdinal(bytes, start + AFTER_TIME)) ?? [];
      if (REVIEWS.has(kind)) return undefined;
      const isEnd = ENDS.has(kind);
      if (isEnd && end === bytes.length) return start;
      // A turn without a name gets one by its number, which depends on the lines before it.
      if (STARTS.has(kind)) return fields.includes('"turn_id":"') ? start : undefined;
      hasEnd ||= isEnd;
    }
    end = start;
  }
  return hasEnd ? undefined : -1;
}

function eventAt(bytes: Buffer, at: number): RegExpExecArray | null {
  if (bytes[at + EVENT_AT] !== LETTER_E) return null;
  return EVENT.exec(bytes.toString('latin1', at, at + EVENT_BYTES));
}
