/** Cuts zstd data into frames by the lengths in it, without unpacking. */
export interface ZstdFrames {
  /** The parts of the next chunk to unpack. None crosses the end of a frame; empty frames are omitted. */
  push(chunk: Uint8Array): Uint8Array[];
  /** True if no frame is open, so that the data may end here. */
  isBetween(): boolean;
  /** True if something else is where a frame should begin. Nothing after it is read. */
  isBroken(): boolean;
}

const FRAME = 0xfd2fb528;
/** The first of sixteen signatures that begin frames without data. */
const SKIPPABLE = 0x184d2a50;
const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
/** An empty frame is mostly shorter than this. */
const MOST_HELD_BYTES = 64;

/** The position of the scan in a frame (RFC 8878, 3.1). */
type FramePart = 'signature' | 'descriptor' | 'header' | 'block' | 'content' | 'checksum' | 'skipLength' | 'skipped';

export function createZstdFrames(): ZstdFrames {
  let place: FramePart = 'signature';
  /** Bytes left of the part. */
  let left = 4;
  /** The part's bytes so far as a number, lowest first. */
  let value = 0;
  let weight = 1;
  let hasChecksum = false;
  let isLastBlock = false;
  /** The beginning of a frame that has no content so far. */
  let held: number[] | undefined = [];
  let isHollow = true;
  let isBroken = false;

  function enter(next: FramePart, length: number): void {
    place = next;
    left = length;
    value = 0;
    weight = 1;
  }

  /** Moves on after the last byte of a part was read. */
  function leave(): void {
    if (place === 'signature') beginFrame();
    else if (place === 'descriptor') readDescriptor();
    else if (place === 'header') enter('block', 3);
    else if (place === 'block') readBlock();
    else if (place === 'content' && !isLastBlock) enter('block', 3);
    else if (place === 'content' && hasChecksum) enter('checksum', 4);
    else if (place === 'skipLength') enter('skipped', value);
    else endFrame();
  }

  function beginFrame(): void {
    if (value === FRAME) enter('descriptor', 1);
    else if (value - (value % 16) === SKIPPABLE) enter('skipLength', 4);
    else isBroken = true;
  }

  function readDescriptor(): void {
    const isSingle = (value & 0b100000) !== 0;
    const sizeFlag = value >> 6;
    hasChecksum = (value & 0b100) !== 0;
    const size = sizeFlag === 0 && isSingle ? 1 : (CONTENT_SIZE_BYTES[sizeFlag] ?? 0);
    enter('header', (isSingle ? 0 : 1) + (DICTIONARY_BYTES[value & 0b11] ?? 0) + size);
  }

  function readBlock(): void {
    const type = (value >> 1) & 0b11;
    const size = value >> 3;
    isLastBlock = (value & 1) === 1;
    if (type !== 0 || size > 0) isHollow = false;
    // A block of one repeated byte holds that byte alone.
    enter('content', type === 1 ? 1 : size);
  }

  /** True if the part was the frame's last. */
  function isAtEnd(): boolean {
    if (place === 'content') return isLastBlock && !hasChecksum;
    return place === 'checksum' || place === 'skipped';
  }

  function endFrame(): void {
    held = [];
    isHollow = true;
    enter('signature', 4);
  }

  function readNumber(bytes: Uint8Array): void {
    for (const byte of bytes) {
      value += byte * weight;
      weight *= 256;
      held?.push(byte);
    }
  }

  function push(chunk: Uint8Array): Uint8Array[] {
    const parts: Uint8Array[] = [];
    let at = 0;
    /** The start of the part being gathered: the frame's first byte, or the chunk's. */
    let start = 0;
    const close = () => {
      if (!held && at > start) parts.push(chunk.subarray(start, at));
      start = at;
    };
    while (at < chunk.length && !isBroken) {
      const length = Math.min(left, chunk.length - at);
      if (place !== 'content' && place !== 'skipped') readNumber(chunk.subarray(at, at + length));
      at += length;
      left -= length;
      while (left === 0 && !isBroken) {
        if (isAtEnd()) close();
        leave();
      }
      if (held && (!isHollow || held.length > MOST_HELD_BYTES)) {
        // Bytes of earlier chunks are gone; those in this one need not be copied.
        if (held.length > at - start) {
          parts.push(Uint8Array.from(held));
          start = at;
        }
        held = undefined;
      }
    }
    close();
    return parts;
  }

  return { push, isBetween: () => place === 'signature' && left === 4, isBroken: () => isBroken };
}
