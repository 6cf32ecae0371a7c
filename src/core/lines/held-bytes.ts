/** Bytes gathered over several chunks. The room doubles as they grow, so a long line costs linear time. */
export interface HeldBytes {
  size(): number;
  /** Copies: the caller may use its buffer again for the next chunk. */
  append(part: Uint8Array): void;
  /** Keeps the first bytes only. */
  truncate(length: number): void;
  /** Hands out what was gathered, valid until the next call, and begins anew. */
  take(): Uint8Array;
}

const FIRST_ROOM = 4096;
/** Room beyond this is given back after each line, or one long line would be paid for ever after. */
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
