import { describe, expect, it } from 'vitest';
import { align } from './align.ts';
import { compareSessions } from './compare-sessions.ts';
import type { ComparedSession, KeyedStep } from './compared-session.ts';

const noFigures = {
  ms: 0,
  costUsd: null,
  tokens: 0,
  requests: 0,
  calls: 0,
  failed: 0,
  files: 0,
  added: 0,
  removed: 0,
  prompts: 0,
};

/** `npm test!1`: the call `npm test` with the result 1, which failed. */
function step(text: string, line: number): KeyedStep {
  const [, what = '', mark = '', result = ''] = /^([^=!]*)([=!]?)(.*)$/.exec(text) ?? [];
  const [alike = ''] = what.split(' ');
  return { line, tool: 'Bash', what, failed: mark === '!', count: 1, key: what, alike, result };
}

function session(texts: readonly string[], more: Partial<ComparedSession> = {}): ComparedSession {
  const head = { agent: 'x', id: 'y', title: '', project: '/p' };
  const steps = texts.map((text, index) => step(text, index + 1));
  return { head, firstPrompt: 'p', figures: noFigures, tests: null, steps, isCut: false, files: new Map(), ...more };
}

const told = (sessions: readonly ComparedSession[]) =>
  compareSessions(sessions).steps.map(({ kind, a, b, c, why }) => [kind, a?.what, b?.what, c?.what, why]);

describe('steps of sessions', () => {
  it('are aligned by call and result; what one did alone stands where it did it', () => {
    const rows = told([
      session(['rg x', 'npm test!1', 'npm test=2']),
      session(['rg x', 'ls', 'npm test=1', 'npm test=2']),
    ]);
    expect(rows).toEqual([
      ['same', 'rg x', 'rg x', undefined, 'same result'],
      ['b', undefined, 'ls', undefined, undefined],
      ['differs', 'npm test', 'npm test', undefined, 'one failed'],
      ['same', 'npm test', 'npm test', undefined, 'same result'],
    ]);
  });

  it('of the same program or file belong together where nothing is equal', () => {
    expect(told([session(['npm test a=1']), session(['ls', 'npm test b=2'])])).toEqual([
      ['b', undefined, 'ls', undefined, undefined],
      ['differs', 'npm test a', 'npm test b', undefined, 'other input'],
    ]);
  });

  it('of three sessions stand in one line where any two belong together', () => {
    expect(told([session(['a', 'b']), session(['a']), session(['a', 'b', 'd'])])).toEqual([
      ['same', 'a', 'a', 'a', 'same result'],
      ['differs', 'b', undefined, 'b', 'not in all'],
      ['c', undefined, undefined, 'd', undefined],
    ]);
  });

  it('are each told once, in the order of their session, whatever they are', () => {
    let seed = 5;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 200; round += 1) {
      const texts = () => Array.from({ length: random(30) }, () => `${'abcde'[random(5)]} ${random(3)}=${random(3)}`);
      const sessions = [session(texts()), session(texts()), session(texts())].slice(0, 2 + random(2));
      const { steps, counts } = compareSessions(sessions);
      for (const [index, side] of (['a', 'b', 'c'] as const).slice(0, sessions.length).entries()) {
        const lines = steps.flatMap((row) => row[side]?.line ?? []);
        expect(lines).toEqual(sessions[index]?.steps.map(({ line }) => line));
      }
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(steps.length);
    }
  });

  it('of five thousand a side are aligned', () => {
    const one = Array.from({ length: 5000 }, (_, index) => `k${index % 7}`);
    const other = Array.from({ length: 5000 }, (_, index) => `k${(index * 3) % 7}`);
    expect(align(one, other).length).toBeGreaterThan(0);
    expect(align(one, one).length).toBe(5000);
  });
});

describe('sessions side by side', () => {
  it('name who has less, where less is better and all are known', () => {
    const figures = (tokens: number, costUsd: number | null) => ({ figures: { ...noFigures, tokens, costUsd } });
    const { figures: found } = compareSessions([session([], figures(5, 1)), session([], figures(9, null))]);
    expect(found.find(({ name }) => name === 'tokens')).toEqual({ name: 'tokens', a: 5, b: 9, better: 'a' });
    expect(found.find(({ name }) => name === 'costUsd')).toEqual({ name: 'costUsd', a: 1, b: null });
  });

  it('tell how the tests of each ended, and of which there were none', () => {
    const tests = { result: 'passed', passed: 413, failed: 0, runs: 4, line: 9, what: 'npm test' } as const;
    expect(compareSessions([session([], { tests }), session([])]).tests).toEqual({ a: tests, b: null });
  });

  it('have the lines of a file in common that both added', () => {
    const files = (lines: string[]) => ({ files: new Map([['x', { added: lines.length, removed: 1, lines }]]) });
    const { files: found } = compareSessions([
      session([], files(['a', '', 'b', 'b'])),
      session([], files(['b', '', 'c'])),
    ]);
    expect(found).toEqual([{ path: 'x', common: 1, a: { added: 4, removed: 1 }, b: { added: 3, removed: 1 } }]);
  });

  it('are two or three', () => {
    expect(() => compareSessions([session([])])).toThrow(RangeError);
    expect(() => compareSessions([1, 2, 3, 4].map(() => session([])))).toThrow(RangeError);
  });
});
