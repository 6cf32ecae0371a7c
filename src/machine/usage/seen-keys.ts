/** A set of names that keeps only hashes: a million take 16 MB, as strings they would take a hundred. */
export interface SeenKeys {
  /** True the first time. A name may have several parts, which need not be joined. */
  add(first: string, second?: string, third?: number): boolean;
  has(first: string, second?: string, third?: number): boolean;
  readonly size: number;
}

const FIRST_SLOTS = 1024;

export function createSeenKeys(): SeenKeys {
  let slots = new Float64Array(FIRST_SLOTS);
  let size = 0;

  /** The slot of a hash, taken or free. */
  function find(hash: number): number {
    const mask = slots.length - 1;
    let at = (hash % 0x1_0000_0000) & mask;
    while (slots[at] !== hash && slots[at] !== 0) at = (at + 1) & mask;
    return at;
  }

  function place(hash: number): boolean {
    const at = find(hash);
    if (slots[at] === hash) return false;
    slots[at] = hash;
    return true;
  }

  function grow(): void {
    const before = slots;
    slots = new Float64Array(before.length * 2);
    for (const hash of before) if (hash !== 0) place(hash);
  }

  return {
    add(first, second = '', third = 0) {
      if (!place(hashOf(first, second, third))) return false;
      size += 1;
      if (size * 4 > slots.length * 3) grow();
      return true;
    },
    has: (first, second = '', third = 0) => slots[find(hashOf(first, second, third))] !== 0,
    get size() {
      return size;
    },
  };
}

/** The two halves of the hash in progress. */
let low = 0;
let high = 0;

/** 52 bits, never 0: two rounds of FNV-1a with different start values. */
function hashOf(first: string, second: string, third: number): number {
  low = 0x811c9dc5;
  high = 0x9e3779b1;
  addText(first);
  addText(second);
  addUnit(third % 0x1_0000_0000);
  addUnit(Math.floor(third / 0x1_0000_0000));
  return ((high & 0xfffff) >>> 0) * 0x1_0000_0000 + (low >>> 0) + 1;
}

function addText(text: string): void {
  for (let index = 0; index < text.length; index += 1) addUnit(text.charCodeAt(index));
  // Keeps the end of one part from mixing with the start of the next.
  addUnit(text.length + 0x10000);
}

function addUnit(unit: number): void {
  low = Math.imul(low ^ unit, 0x01000193);
  high = Math.imul(high ^ unit, 0x85ebca6b);
  high ^= high >>> 13;
}
