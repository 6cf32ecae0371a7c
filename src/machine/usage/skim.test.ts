import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import { createSkimmer } from './skim.ts';

const skimmer = createSkimmer({ listDepth: 1, objectDepth: 2 });

/** Skims a text that comes in pieces of some size. */
function skim(text: string, pieceBytes = Number.POSITIVE_INFINITY): unknown {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    skimmer.push(bytes, start, Math.min(bytes.length, start + pieceBytes));
  }
  const short = skimmer.take();
  return short === undefined ? undefined : JSON.parse(short);
}

describe('a long line, skimmed', () => {
  it('keeps what is short and leaves deep lists and objects empty', () => {
    const value = { id: 'x', list: [1, { a: 2 }], one: { two: { three: 3, deep: [4] } }, 'odd "key"\\': '\\"' };
    expect(skim(JSON.stringify(value))).toEqual({ ...value, list: [], one: { two: {} } });
  });

  it('is not misled by brackets and quotes in strings', () => {
    const value = { a: ['[{"', '\\', '"]}'], b: '}]"{[', c: 1 };
    expect(skim(JSON.stringify(value))).toEqual({ a: [], b: '}]"{[', c: 1 });
  });

  it.each([
    ['escapes', '\n"\\'.repeat(5000)],
    ['long escapes', '\u0001'.repeat(5000)],
    ['characters of four bytes', '👋'.repeat(5000)],
    ['characters of three bytes', '世'.repeat(5000)],
  ])('cuts a string of %s between two characters', (_what, text) => {
    for (const shift of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
      const short = skim(JSON.stringify({ text: shift + text, after: 1 })) as { text: string; after: number };
      expect((shift + text).startsWith(short.text)).toBe(true);
      expect(short.text.length).toBeLessThan(limits.skimmedStringBytes + 1);
      expect(short.after).toBe(1);
    }
  });

  it('does not depend on where the pieces were cut', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 9 }), (value, pieceBytes) => {
        const text = JSON.stringify({ value });
        expect(skim(text, pieceBytes)).toEqual(skim(text));
      }),
    );
  });

  it('is given up where even the short facts are too many', () => {
    const piece = Buffer.from(`"${'k'.repeat(1000)}":1,`);
    skimmer.push(Buffer.from('{'), 0, 1);
    for (let size = 0; size < limits.maxSkimmedBytes; size += piece.length) skimmer.push(piece, 0, piece.length);
    expect(skimmer.take()).toBeUndefined();
    expect(skim('{"a":1}')).toEqual({ a: 1 });
  });
});
