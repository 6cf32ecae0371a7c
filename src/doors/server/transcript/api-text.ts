import type { ApiText, ApiTextRange } from '../api-types.ts';

/** A text for the page: whole, or its beginning, cut between characters. */
export function apiText(text: string, maxBytes: number): ApiText {
  // No character of a string takes more than three bytes.
  if (text.length * 3 <= maxBytes) return { text };
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return { text };
  const { text: beginning, to } = textRange(text, 0, maxBytes);
  return { text: beginning, bytes, lines: countLines(text), sent: to, more: true };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}

/** A part of a text, by bytes of UTF-8. It begins and ends between characters. */
export function textRange(text: string, from: number, count: number): Omit<ApiTextRange, 'schema'> {
  const whole = Buffer.from(text);
  const start = characterStart(whole, Math.min(Math.max(from, 0), whole.length));
  const end = characterStart(whole, Math.min(start + Math.max(count, 0), whole.length));
  return { text: whole.toString('utf8', start, end), from: start, to: end, bytes: whole.length };
}

function characterStart(bytes: Buffer, place: number): number {
  let start = place;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
