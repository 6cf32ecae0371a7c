/** Decodes a range of the bytes that it was made for. */
export type RangeDecoder = (start: number, end: number) => string;

/** The part of Node's Buffer used here. It is looked up, not imported: the core also runs where there is none. */
interface BufferConstructorLike {
  from(
    buffer: ArrayBufferLike,
    byteOffset: number,
    length: number,
  ): { toString(encoding: 'utf8', start: number, end: number): string };
}

const nodeBuffer = (globalThis as { Buffer?: BufferConstructorLike }).Buffer;

/** Whole lines are decoded at a time, so no cut tears a character. Node's Buffer is much faster on short lines. */
export function createRangeDecoder(bytes: Uint8Array): RangeDecoder {
  if (nodeBuffer) {
    const buffer = nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return (start, end) => buffer.toString('utf8', start, end);
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return (start, end) => decoder.decode(bytes.subarray(start, end));
}

/**
 * Tells whether decoding lost bytes. Only a text that holds U+FFFD can have, and only then are the bytes looked at
 * again, because U+FFFD may also be what was written.
 */
export function lostBytes(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (!text.includes('\uFFFD')) return false;
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(start, end));
    return false;
  } catch {
    return true;
  }
}
