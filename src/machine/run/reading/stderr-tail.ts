import * as coreLimits from '../../../limits/core.ts';

/** Keeps the end of its input, of any length. */
export interface StderrTail {
  add(chunk: Uint8Array): void;
  text(): string;
}

export function createStderrTail(maxBytes: number = coreLimits.stderrTailBytes): StderrTail {
  let chunks: Uint8Array[] = [];
  let length = 0;

  /** Cuts the front off, only at twice the limit, so that the cost stays linear. */
  function trim(): void {
    const all = Buffer.concat(chunks, length);
    const tail = new Uint8Array(all.subarray(Math.max(0, length - maxBytes)));
    chunks = [tail];
    length = tail.length;
  }

  return {
    add(chunk) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > 2 * maxBytes) trim();
    },
    text() {
      const isCut = length > maxBytes;
      trim();
      const tail = chunks[0] ?? new Uint8Array();
      return new TextDecoder().decode(isCut ? tail.subarray(characterStart(tail)) : tail);
    },
  };
}

/** The start of the first whole UTF-8 character. */
function characterStart(bytes: Uint8Array): number {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}
