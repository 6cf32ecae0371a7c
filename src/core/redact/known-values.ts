import { isObject } from '../lines/json.ts';
import { sha256 } from '../lines/sha256.ts';
import { checkName } from './own-rule.ts';
import type { HashedValue } from './redactor-options.ts';
import { isLetterOrDigit } from './scan/borders.ts';
import { contextHit, type Hit } from './scan/hit.ts';

/** Finds exact values that are known by their hashes alone. */
export interface KnownValues {
  find(text: string): Hit[];
}

const LEAST = 6;
const LONGEST = 4096;
const MAX_REMEMBERED = 20_000;

/** A value begins and ends where a word could. Only runs of a known length are hashed, each different one once. */
export function createKnownValues(values: readonly HashedValue[]): KnownValues | undefined {
  if (values.length === 0) return undefined;
  const byLength = new Map<number, HashedValue[]>();
  for (const value of values) {
    checkValue(value);
    byLength.set(value.length, [...(byLength.get(value.length) ?? []), value]);
  }
  const lengths = [...byLength.keys()].sort((a, b) => b - a);
  const judged = new Map<string, string>();

  /** The name of the value, or an empty text. */
  function nameOf(text: string): string {
    const known = judged.get(text);
    if (known !== undefined) return known;
    const found = byLength
      .get(text.length)
      ?.find(({ sha256: hash, salt = '' }) => sha256(salt + text) === hash.toLowerCase());
    if (judged.size >= MAX_REMEMBERED) judged.clear();
    judged.set(text, found?.name ?? '');
    return found?.name ?? '';
  }

  function at(text: string, start: number): Hit | undefined {
    for (const length of lengths) {
      const end = start + length;
      if (end > text.length || !isEdge(text, end)) continue;
      const name = nameOf(text.slice(start, end));
      if (name !== '') return contextHit(start, start, end, name);
    }
    return undefined;
  }

  return {
    find(text) {
      const hits: Hit[] = [];
      for (let start = 0; start < text.length; start += 1) {
        if (text.charCodeAt(start) <= 0x20 || !isEdge(text, start)) continue;
        const hit = at(text, start);
        if (!hit) continue;
        hits.push(hit);
        start = hit.end - 1;
      }
      return hits;
    },
  };
}

/** True if not both sides of a position are letters or digits. A letter may belong to an escape. */
function isEdge(text: string, at: number): boolean {
  if (at === 0 || at === text.length) return true;
  if (!isLetterOrDigit(text.charCodeAt(at)) || !isLetterOrDigit(text.charCodeAt(at - 1))) return true;
  return text.charCodeAt(at - 2) === 0x5c;
}

function checkValue(value: HashedValue): void {
  if (!isObject(value)) throw new TypeError('a value is an object with a name, its sha256 and its length');
  const { name, sha256: hash, length, salt } = value;
  checkName(name);
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/i.test(hash))
    throw new TypeError('a value is known by the 64 digits of its SHA-256');
  if (!Number.isInteger(length) || length < LEAST || length > LONGEST)
    throw new TypeError(`the length of a value is from ${LEAST} to ${LONGEST} characters`);
  if (salt !== undefined && typeof salt !== 'string') throw new TypeError('the salt of a value is a text');
}

/** True for values that a person wants kept: by their texts, or by `sha256:` and their hash. */
export function createKeptValues(keep: readonly string[]): ((value: string) => boolean) | undefined {
  if (keep.length === 0) return undefined;
  if (keep.some((value) => typeof value !== 'string' || value === '')) throw new TypeError('what to keep is a text');
  const kept = new Set(keep);
  const hasHashes = keep.some((value) => value.startsWith('sha256:'));
  return (value) => kept.has(value) || (hasHashes && kept.has(`sha256:${sha256(value)}`));
}
