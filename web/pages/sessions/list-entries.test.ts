import { describe, expect, it } from 'vitest';
import type { SessionHead } from '../../../src/doors/server/api-types.ts';
import { listEntries } from './list-entries.ts';

const noon = new Date(2026, 10, 15, 12).getTime();

function head(id: string, more: Partial<SessionHead> = {}): SessionHead {
  return {
    key: `codex/${id}`,
    agent: 'codex',
    id,
    title: id,
    status: 'done',
    lastAt: noon,
    turns: 1,
    messages: 1,
    errors: 0,
    problems: 0,
    shape: [],
    ...more,
  };
}

const options = { tree: true, byDay: false, groups: [], foldsAutomated: false, unfolded: new Set<string>() };
const names = (heads: SessionHead[], more = {}) =>
  listEntries(heads, { ...options, ...more }).map((entry) =>
    entry.type === 'session' ? `${entry.isChild ? '> ' : ''}${entry.head.id}` : entry.key,
  );

describe('the lines of the list', () => {
  it('puts children under their parent and folds all but three of them', () => {
    const kids = ['b', 'c', 'd', 'e', 'f'].map((id) => head(id, { parent: 'codex/a' }));
    expect(names([...kids, head('a')])).toEqual(['a', '> b', '> c', '> d', 'children codex/a']);
    expect(names([...kids, head('a')], { unfolded: new Set(['children codex/a']) })).toHaveLength(6);
  });

  it('shows a child whose parent is not in the list as a session of its own', () => {
    expect(names([head('b', { parent: 'codex/a' })])).toEqual(['b']);
  });

  it('ends on a ring of parents and shows each of them once', () => {
    const ring = [head('a', { parent: 'codex/b' }), head('b', { parent: 'codex/a' }), head('c', { parent: 'codex/c' })];
    expect(
      names(ring)
        .map((name) => name.replace('> ', ''))
        .toSorted(),
    ).toEqual(['a', 'b', 'c']);
  });

  it('groups by the days of the reader, with automated runs among them or behind one line', () => {
    const yesterday = noon - 86_400_000;
    const heads = [
      head('a'),
      head('b', { automated: true }),
      head('c', { automated: true }),
      head('d', { lastAt: yesterday }),
    ];
    expect(names(heads, { byDay: true })).toEqual(['2026-11-15', 'a', 'b', 'c', '2026-11-14', 'd']);
    const folded = { byDay: true, foldsAutomated: true };
    expect(names(heads, folded)).toEqual(['2026-11-15', 'a', 'automated 2026-11-15', '2026-11-14', 'd']);
    expect(names(heads.slice(1, 3), folded)).toEqual(['2026-11-15', 'b', 'c']);
  });

  it('adds a day up from its sessions once all of them are there, for their tokens come later than they do', () => {
    const usage = { input: 90, cached: 0, cacheWrite: 0, output: 10, reasoning: 0, total: 100, costUsd: 0.5 };
    const told = { key: '2026-11-15', sessions: 2, tokens: 0, costUsd: null };
    const sumsOf = (heads: SessionHead[]) => {
      const [day] = listEntries(heads, { ...options, byDay: true, groups: [told] });
      return day?.type === 'day' ? day.sums : undefined;
    };
    expect(sumsOf([head('a', { usage }), head('b', { usage })])).toEqual({ ...told, tokens: 200, costUsd: 1 });
    expect(sumsOf([head('a', { usage })])).toEqual(told);
    const child = head('c', { usage, parent: 'codex/a' });
    expect(sumsOf([head('a', { usage }), head('b'), child])).toEqual({ ...told, tokens: 200, costUsd: 1 });
  });
});
