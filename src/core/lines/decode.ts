/** Decodes a range of the bytes it was made for. */
export type RangeDecoder = (start: number, end: number) => string;

/** The part of Node's Buffer used here. It is looked up, not imported, because the core also runs without Node. */
interface BufferConstructorLike {
  from(
    buffer: ArrayBufferLike,
    byteOffset: number,
    length: number,
  ): { toString(encoding: 'utf8', start: number, end: number): string };
}

const nodeBuffer = (globalThis as { Buffer?: BufferConstructorLike }).Buffer;

/** Decodes whole lines, so no cut splits a character. Node's Buffer is much faster on short lines. */
export function createRangeDecoder(bytes: Uint8Array): RangeDecoder {
  if (nodeBuffer) {
    const buffer = nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return (start, end) => buffer.toString('utf8', start, end);
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return (start, end) => decoder.decode(bytes.subarray(start, end));
}

/**
 * True if decoding lost bytes. Only a text with U+FFFD can have lost any, so only then are the bytes checked again: the
 * input itself may contain U+FFFD.
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
