/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. It is here because the core has no Node and cannot await. */
export function sha256(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  fractions ??= primeFractions();
  const { square, cube } = fractions;
  const state = Uint32Array.from(square.slice(0, 8));
  const schedule = new Uint32Array(64);
  for (let start = 0; start < words.length; start += 16) mix(state, words.subarray(start, start + 16), schedule, cube);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** Found when they are first needed: most programs that load this file end without a sum. */
let fractions: ReturnType<typeof primeFractions> | undefined;

/** The first bits of the fractions of the square and cube roots of the first primes: the standard's constants. */
function primeFractions(): { square: number[]; cube: number[] } {
  const square: number[] = [];
  const cube: number[] = [];
  for (let candidate = 2; cube.length < 64; candidate += 1) {
    let isPrime = true;
    for (let factor = 2; factor * factor <= candidate; factor += 1) if (candidate % factor === 0) isPrime = false;
    if (!isPrime) continue;
    square.push(Math.floor((Math.sqrt(candidate) % 1) * 2 ** 32));
    cube.push(Math.floor((Math.cbrt(candidate) % 1) * 2 ** 32));
  }
  return { square, cube };
}

/** The text, a bit, zeros and its length, in whole blocks of 16 words. */
function paddedWords(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  return Uint32Array.from({ length: blocks * 16 }, (_, index) => view.getUint32(index * 4));
}

function mix(state: Uint32Array, block: Uint32Array, schedule: Uint32Array, round: readonly number[]): void {
  schedule.set(block);
  for (let index = 16; index < 64; index += 1) {
    const older = at(schedule, index - 15);
    const newer = at(schedule, index - 2);
    const left = rotate(older, 7) ^ rotate(older, 18) ^ (older >>> 3);
    const right = rotate(newer, 17) ^ rotate(newer, 19) ^ (newer >>> 10);
    schedule[index] = at(schedule, index - 16) + left + at(schedule, index - 7) + right;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice) | 0;
    const sum = (first + (round[index] ?? 0) + at(schedule, index)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + sum) | 0, c, b, a, (sum + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = at(state, index) + word;
  });
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function rotate(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}
