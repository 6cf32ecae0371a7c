const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONG_STRING_BYTES = 1024;

/** A line of JSON with its long strings emptied: a header's pages of instructions take most of the reading time. */
export function thinText(bytes: Buffer, begin: number, end: number): string {
  let text = '';
  let start = begin;
  for (let open = bytes.indexOf(QUOTE, begin); open !== -1 && open < end; ) {
    const close = closingQuote(bytes, open + 1);
    if (close === -1 || close >= end) break;
    if (close - open > LONG_STRING_BYTES) {
      text += bytes.toString('utf8', start, open + 1);
      start = close;
    }
    open = bytes.indexOf(QUOTE, close + 1);
  }
  return text + bytes.toString('utf8', start, end);
}

function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (at - backslashes > from && bytes[at - backslashes - 1] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}
