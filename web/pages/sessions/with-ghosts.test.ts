import { describe, expect, it } from 'vitest';
import type { SessionHead } from '../../../src/doors/server/api-types.ts';
import { listQuery, readFilters } from './filters.ts';
import { listEntries } from './list-entries.ts';
import { withGhosts } from './with-ghosts.ts';

const HOUR = 3_600_000;
const noon = new Date(2026, 10, 15, 12).getTime();

function head(id: string, hoursAgo: number, more: Partial<SessionHead> = {}): SessionHead {
  const counts = { turns: 1, messages: 1, errors: 0, problems: 0 };
  const lastAt = noon - hoursAgo * HOUR;
  return { key: `a/${id}`, agent: 'a', id, title: id, status: 'done', lastAt, ...counts, shape: [], ...more };
}

const ghost = (id: string, hoursAgo: number, more: Partial<SessionHead> = {}) =>
  head(id, hoursAgo, { ghost: { prompts: 1, assumed: false }, gone: true, ...more });

function merged(items: SessionHead[], ghosts: SessionHead[], search = '', isWhole = true): string[] {
  const wanted = listQuery(readFilters(new URLSearchParams(search)), noon);
  return withGhosts(items, ghosts, { wanted, isWhole }).map(({ id }) => id);
}

describe('sessions of which only prompts are left, in the list', () => {
  it('stand by their time, and never between a session and its sub-agents', () => {
    const items = [head('one', 1), head('child', 9, { parent: 'a/one' }), head('two', 10)];
    expect(merged(items, [ghost('old', 20), ghost('new', 0), ghost('middle', 5)])).toEqual([
      'new',
      'one',
      'child',
      'middle',
      'two',
      'old',
    ]);
  });

  it('wait for the page of the list that they belong to', () => {
    expect(merged([head('one', 1)], [ghost('old', 20)], '', false)).toEqual(['one']);
  });

  it('are taken by the filters that can be told of them, and by none of a state', () => {
    const ghosts = [ghost('boat', 1), ghost('plane', 2, { agent: 'b' }), ghost('train', 100)];
    expect(merged([], ghosts, 'agent=a')).toEqual(['boat', 'train']);
    expect(merged([], ghosts, 'since=1d')).toEqual(['boat', 'plane']);
    expect(merged([], ghosts, 'q=pla')).toEqual(['plane']);
    for (const filter of ['status=done', 'errors=1', 'problems=1', 'model=m'])
      expect(merged([], ghosts, filter)).toEqual([]);
  });

  it('yield to a session that is there', () => {
    expect(merged([head('one', 1)], [ghost('one', 2)])).toEqual(['one']);
  });

  it('are in no sum of a day', () => {
    const groups = [{ key: '2026-11-15', sessions: 1, tokens: 5, costUsd: null }];
    const options = { tree: true, byDay: true, groups, foldsAutomated: false, unfolded: new Set<string>() };
    const usage = { input: 7, cached: 0, cacheWrite: 0, output: 0, reasoning: 0, total: 7, costUsd: null };
    const days = listEntries([ghost('g', 0), head('one', 1, { usage }), ghost('old', 48)], options).filter(
      (entry) => entry.type === 'day',
    );
    expect(days.map(({ sums }) => [sums?.sessions, sums?.tokens])).toEqual([
      [1, 7],
      [undefined, undefined],
    ]);
  });
});
