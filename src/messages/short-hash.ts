const DIGITS = '0123456789abcdefghijklmnopqrstuv';

/**
 * A short hash of a text: 55 bits in 11 characters. Names things, protects nothing. Two chains of 32 bits (the cyrb53
 * scheme) because the numbers of JavaScript multiply no further than that.
 */
export function shortHash(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return digits(high, 6) + digits(low, 5);
}

function digits(value: number, count: number): string {
  let text = '';
  for (let shift = 0; shift < count * 5; shift += 5) text += DIGITS[(value >>> shift) & 31];
  return text;
}
