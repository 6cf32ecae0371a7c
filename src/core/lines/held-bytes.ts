/** Bytes gathered over several chunks. The buffer doubles as they grow, so a long line takes linear time. */
export interface HeldBytes {
  size(): number;
  /** Copies the bytes, because the caller may reuse its buffer for the next chunk. */
  append(part: Uint8Array): void;
  /** Keeps only the first bytes. */
  truncate(length: number): void;
  /** Returns the gathered bytes, valid until the next call, and starts anew. */
  take(): Uint8Array;
}

const FIRST_ROOM = 4096;
/** A larger buffer is freed after each line, so that one long line does not hold memory for ever. */
const ROOM_TO_KEEP = 1024 * 1024;

export function createHeldBytes(): HeldBytes {
  let room = new Uint8Array(0);
  let length = 0;

  function append(part: Uint8Array): void {
    const needed = length + part.length;
    if (needed > room.length) {
      const grown = new Uint8Array(Math.max(FIRST_ROOM, room.length * 2, needed));
      grown.set(room.subarray(0, length));
      room = grown;
    }
    room.set(part, length);
    length = needed;
  }

  function truncate(to: number): void {
    length = Math.min(length, to);
    giveBack();
  }

  function take(): Uint8Array {
    const taken = room.subarray(0, length);
    length = 0;
    giveBack();
    return taken;
  }

  function giveBack(): void {
    if (room.length > ROOM_TO_KEEP) room = room.slice(0, length);
  }

  return {
    size: () => length,
    append,
    truncate,
    take,
  };
}
