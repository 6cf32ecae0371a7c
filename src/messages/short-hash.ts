/**
 * A short hash of a text: 53 bits in 11 characters of base 36. Names things, protects nothing. Two chains of 32 bits
 * (the cyrb53 scheme) because the numbers of JavaScript multiply no further than that.
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
  const hash = 4294967296 * (2097151 & low) + (high >>> 0);
  return hash.toString(36).padStart(11, '0');
}
