import { API_SCHEMA, type ApiLines } from '../api-types.ts';

export interface RawLinesRange {
  /** From 1, both included. */
  from: number;
  to: number;
  /** The longest text of a line, in bytes. */
  maxTextBytes: number;
}

const LINE_FEED = 10;

/** Some lines of a file, unchanged. A line that is longer than the limit is cut there. */
export async function rawLines(chunks: AsyncIterable<Uint8Array>, range: RawLinesRange): Promise<ApiLines> {
  const { from, to, maxTextBytes } = range;
  const lines: ApiLines['lines'] = [];
  let line = 1;
  let lineStart = 0;
  let offset = 0;
  let held: Buffer[] = [];
  let heldBytes = 0;

  function finish(end: number): void {
    if (line >= from && line <= to) {
      const bytes = end - lineStart;
      const text = Buffer.concat(held).toString('utf8');
      lines.push({ line, offset: lineStart, bytes, text, ...(bytes > heldBytes && { more: true as const }) });
    }
    held = [];
    heldBytes = 0;
  }

  function keep(piece: Uint8Array): void {
    if (line < from || line > to || heldBytes >= maxTextBytes) return;
    const part = Buffer.from(piece.subarray(0, maxTextBytes - heldBytes));
    held.push(part);
    heldBytes += part.length;
  }

  for await (const chunk of chunks) {
    let start = 0;
    while (line <= to) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) break;
      keep(chunk.subarray(start, end));
      finish(offset + end);
      line += 1;
      lineStart = offset + end + 1;
      start = end + 1;
    }
    if (line > to) break;
    keep(chunk.subarray(start));
    offset += chunk.length;
  }
  if (offset > lineStart && line <= to) finish(offset);
  return { schema: API_SCHEMA, lines };
}
