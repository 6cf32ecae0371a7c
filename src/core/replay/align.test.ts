import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../test/property/random.ts';
import { alignLines } from './align.ts';

const ids = (text: string) => Int32Array.from(text, (letter) => (letter === ' ' ? 0 : letter.charCodeAt(0)));
const kept = (alignment: Int32Array) => alignment.filter((old) => old >= 0).length;

/** The length of the longest part that both have in the same order: the textbook's table. */
function longestCommon(one: Int32Array, other: Int32Array): number {
  let row = new Int32Array(other.length + 1);
  for (const left of one) {
    const next = new Int32Array(other.length + 1);
    for (let at = 1; at <= other.length; at += 1)
      next[at] = left === other[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return row[other.length] ?? 0;
}

/** True if a line stands once in both, not counting what both begin and end with. */
function hasAnchor(before: Int32Array, after: Int32Array): boolean {
  let [one, other] = [[...before], [...after]];
  while (one.length > 0 && one[0] === other[0]) [one, other] = [one.slice(1), other.slice(1)];
  while (one.length > 0 && one.at(-1) === other.at(-1)) [one, other] = [one.slice(0, -1), other.slice(0, -1)];
  const count = (list: number[], wanted: number) => list.filter((each) => each === wanted).length;
  return one.some((line) => line !== 0 && count(one, line) === 1 && count(other, line) === 1);
}

/** Each line goes on from an equal one, and no two lines cross. */
function expectSound(before: Int32Array, after: Int32Array, alignment: Int32Array): void {
  let last = -1;
  expect(alignment).toHaveLength(after.length);
  for (const [at, old] of alignment.entries()) {
    if (old === -1) continue;
    expect(before[old]).toBe(after[at]);
    expect(old).toBeGreaterThan(last);
    last = old;
  }
}

describe('alignLines', () => {
  it('keeps every line of an equal text', () => {
    expect([...alignLines(ids('abcd'), ids('abcd'))]).toEqual([0, 1, 2, 3]);
  });

  it('knows new lines, lines taken out, and lines changed', () => {
    expect([...alignLines(ids('abc'), ids('aXbc'))]).toEqual([0, -1, 1, 2]);
    expect([...alignLines(ids('abc'), ids('ac'))]).toEqual([0, 2]);
    expect([...alignLines(ids('abc'), ids('aXc'))]).toEqual([0, -1, 2]);
  });

  it('an empty text shares nothing', () => {
    expect([...alignLines(ids(''), ids('ab'))]).toEqual([-1, -1]);
    expect([...alignLines(ids('ab'), ids(''))]).toEqual([]);
  });

  it('a line that stands once in both holds its place against many that repeat', () => {
    expect([...alignLines(ids('}}}k}}'), ids('}k}}}'))][1]).toBe(3);
  });

  it('random texts: sound always, and the most that can be kept where no line stands once', () => {
    const random = createRandom(26);
    for (let round = 0; round < 3000; round += 1) {
      const letters = random.pick(['ab', 'abc', 'abcdefgh', 'ab cdefghijklmnopqrstuvwxyz']);
      const make = () => ids(Array.from({ length: random.below(14) }, () => random.pick([...letters])).join(''));
      const [before, after] = [make(), make()];
      const alignment = alignLines(before, after);
      expectSound(before, after, alignment);
      const most = longestCommon(before, after);
      expect(kept(alignment)).toBeLessThanOrEqual(most);
      if (!hasAnchor(before, after)) expect(kept(alignment)).toBe(most);
    }
  });

  it('a few edits of a long text are all that is new', () => {
    const before = Int32Array.from({ length: 100_000 }, (_, at) => at + 1);
    const after = before.slice();
    for (const at of [0, 500, 99_999]) after[at] = -5 - at;
    const alignment = alignLines(before, after);
    expect(alignment.length - kept(alignment)).toBe(3);
  });

  it('ends soon on texts that share only lines that repeat: what it does not look into is new', () => {
    const random = createRandom(7);
    const make = () => Int32Array.from({ length: 30_000 }, () => 1 + random.below(50));
    const [before, after] = [make(), make()];
    expectSound(before, after, alignLines(before, after));
  });
});
