import { sha256 } from '../lines/sha256.ts';

/**
 * An id of UUID version 8 (the version that leaves its construction free) derived from the parts alone: the same parts
 * give the same id, so a thread that is handed over twice gives the same file. For a hand-over the parts are the agent,
 * the id of its session and the turns taken.
 */
export function derivedId(...parts: readonly string[]): string {
  // As JSON, so that no two lists of parts join to the same text.
  const hash = sha256(JSON.stringify(['threadline', ...parts]));
  const variant = (8 + (Number.parseInt(hash[16] ?? '0', 16) % 4)).toString(16);
  const [first, second] = [hash.slice(0, 8), hash.slice(8, 12)];
  return `${first}-${second}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** The same id as version 5, the last one that was made from a name: for programs that know no later version. */
export function asVersion5(id: string): string {
  return id.replace(/^([0-9a-f]{8}-[0-9a-f]{4}-)8/, '$15');
}

/** Any number of such ids from one hash. The last 12 digits are their number. */
export function derivedIds(...parts: readonly string[]): (number: number) => string {
  const stem = derivedId(...parts).slice(0, -12);
  return (number) => stem + number.toString(16).padStart(12, '0');
}
