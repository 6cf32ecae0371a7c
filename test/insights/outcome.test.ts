import { describe, expect, it } from 'vitest';
import type { OutcomeInsights } from '../../src/machine/outcome/outcome.ts';
import { madeRepository } from '../provenance/made-repository.ts';

const lines = (...names: string[]) => names.map((name) => `export const ${name} = settle("${name}");\n`).join('');

const done = { say: 'Done.' };

describe('what became of the money', () => {
  it('is told by lines in commits, never by time and file', async () => {
    const repo = madeRepository();
    const here = (name: string, path: string, write: string) =>
      repo.session(name, [{ path, write }, done], name, repo.folder);
    repo.commit({ 'README.md': 'A readme that was there before anybody came.\n' }, 'Begin');
    const whole = here('whole', 'a.ts', lines('harbour', 'lighthouse'));
    const first = repo.commit({ 'a.ts': lines('harbour', 'lighthouse') }, 'Add the harbour');
    const part = here('part', 'b.ts', lines('anchor', 'buoy', 'current'));
    const second = repo.commit({ 'b.ts': lines('anchor', 'byHand') }, 'Add an anchor <b>');
    // The same file at the same time, and not one line of it.
    const dropped = here('dropped', 'c.ts', lines('dune', 'ebb'));
    repo.commit({ 'c.ts': lines('flood', 'gale') });
    const asked = repo.session('asked', [{ run: 'ls' }, done], 'asked', repo.folder);
    const gone = repo.session(
      'gone',
      [{ path: 'a.ts', write: lines('harbour', 'lighthouse') }, done],
      'gone',
      '/no/such',
    );
    const failed = repo.session('failed', [{ path: 'd.ts', write: lines('hail') }], 'failed', repo.folder);
    const { stdout } = await repo.run(['insights', '--since', '2026-01-01', '--json']);
    const found: OutcomeInsights & { of: { costUsd: number } } = JSON.parse(stdout);
    const ids = Object.entries(found.outcomeSessions).map(([kind, { rows }]) => [kind, rows.map(({ id }) => id)]);
    expect(Object.fromEntries(ids)).toEqual({
      committed: [whole],
      edited: [part],
      dropped: [dropped],
      failed: [failed],
      asked: [asked],
      unknown: [gone],
    });
    const sum = Object.values(found.outcome).reduce((one, other) => one + other, 0);
    expect(sum).toBeCloseTo(found.of.costUsd, 6);
    expect(found.commits.map(({ hash, title, lines: own, added }) => [hash, title, own, added])).toEqual([
      [second, 'Add an anchor <b>', 1, 2],
      [first, 'Add the harbour', 2, 2],
    ]);
    expect(found.commits.map(({ sessions }) => sessions.map(({ id }) => id))).toEqual([[part], [whole]]);
    expect(found.commitsTotal).toBe(2);
    const told = await repo.run(['insights', '--since', '2026-01-01']);
    expect(told.stdout).toMatch(/committed as written +1 /);
    expect(told.stdout).toMatch(/Add the harbour +2 of 2/);
  });
});
