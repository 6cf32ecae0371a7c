import { hash } from 'node:crypto';

/** How far a file was read, and what tells that it is still the same file. */
export interface FilePosition {
  /** sha-256 of the first complete line, at most 1 KiB of it; null where there is none. */
  head: Uint8Array | null;
  /** The end of the last complete line, in plain bytes. */
  offset: number;
  /** sha-256 of the 64 bytes before it; null where there is no complete line. */
  marker: Uint8Array | null;
}

const LINE_FEED = 10;
const HEAD_BYTES = 1024;
const MARKER_BYTES = 64;

/** Watches the plain bytes of a file go by. */
export function createFilePosition(): { push(chunk: Uint8Array): void; position(): FilePosition } {
  let head: Buffer = Buffer.alloc(0);
  let hasHead = false;
  let total = 0;
  let offset = 0;
  let beforeOffset: Buffer | undefined;
  /** The last bytes of what came before. */
  let tail: Buffer = Buffer.alloc(0);

  function pushHead(chunk: Uint8Array): void {
    const newline = chunk.indexOf(LINE_FEED);
    const end = newline === -1 ? chunk.length : newline;
    if (head.length < HEAD_BYTES)
      head = Buffer.concat([head, chunk.subarray(0, Math.min(end, HEAD_BYTES - head.length))]);
    hasHead = newline !== -1;
  }

  return {
    push(chunk) {
      if (!hasHead) pushHead(chunk);
      const newline = chunk.lastIndexOf(LINE_FEED);
      if (newline !== -1) {
        offset = total + newline + 1;
        const known = chunk.subarray(Math.max(0, newline + 1 - MARKER_BYTES), newline + 1);
        beforeOffset = Buffer.concat([tail, known]).subarray(-MARKER_BYTES);
      }
      tail = Buffer.concat([tail, chunk.subarray(-MARKER_BYTES)]).subarray(-MARKER_BYTES);
      total += chunk.length;
    },
    position: () => ({
      head: hasHead ? hash('sha256', head, 'buffer') : null,
      offset,
      marker: beforeOffset ? hash('sha256', beforeOffset, 'buffer') : null,
    }),
  };
}
