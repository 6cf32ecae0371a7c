import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiListNews, ApiSessions, SessionHead } from '../../src/doors/server/api-types.ts';
import { startLive } from '../api/live.ts';
import { filterQuery, listQuery, readFilters } from '../pages/sessions/filters.ts';
import { openList } from './list-store.ts';

const head = (id: string, more: Partial<SessionHead> = {}): SessionHead => ({
  key: `codex/${id}`,
  agent: 'codex',
  id,
  title: id,
  status: 'done',
  lastAt: 1000,
  turns: 1,
  messages: 1,
  errors: 0,
  problems: 0,
  shape: [],
  ...more,
});

/** The stream of the page: it says what a test wants it to say. */
class FakeStream extends EventTarget {
  static last: FakeStream | undefined;
  onopen?: () => void;
  onerror?: () => void;
  constructor() {
    super();
    FakeStream.last = this;
  }
  close(): void {}
}

let asked: string[];
let listed: SessionHead[];
let next: string | undefined;

beforeEach(() => {
  asked = [];
  listed = [head('a', { lastAt: 3000 }), head('b', { lastAt: 2000 })];
  next = undefined;
  vi.stubGlobal('EventSource', FakeStream);
  vi.stubGlobal('document', { hidden: false, addEventListener() {} });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer: Partial<ApiSessions> = { items: listed, total: listed.length, ...(next && { next }) };
    return Response.json(answer);
  });
  startLive();
});
afterEach(() => vi.unstubAllGlobals());

function tell(...upserts: SessionHead[]): void {
  const news: Partial<ApiListNews> = { upserts, gone: [] };
  FakeStream.last?.dispatchEvent(new MessageEvent('list', { data: JSON.stringify(news) }));
}

async function open(words: string) {
  const filters = readFilters(new URLSearchParams(words));
  const list = openList(filterQuery(filters), listQuery(filters, 10_000));
  await vi.waitFor(() => expect(list.state.get().loading).toBe(false));
  return list;
}

describe('the list under a filter', () => {
  it.each([
    ['agent=codex', head('c', { key: 'claude/c', agent: 'claude', lastAt: 9000 })],
    ['project=/home/me/one', head('c', { project: '/home/me/two', lastAt: 9000 })],
    ['model=gpt-5.5', head('c', { lastAt: 9000 })],
    ['status=working', head('c', { status: 'waiting', lastAt: 9000 })],
    ['errors=1', head('c', { lastAt: 9000 })],
    ['problems=1', head('c', { errors: 1, lastAt: 9000 })],
    ['q=deadlock', head('c', { firstPrompt: 'find the leak', lastAt: 9000 })],
    ['since=1d', head('c', { lastAt: -90_000_000 })],
  ])('is not asked for again by news of a session that does not match: %s', async (words, other) => {
    const list = await open(words);
    tell(other);
    tell({ ...other, turns: 2 });
    expect([asked.length, list.state.get().newer]).toEqual([1, 0]);
    list.close();
  });

  it('is asked for again by one that matches, and by one that does no longer', async () => {
    listed = [head('a', { status: 'working' })];
    const list = await open('status=working&q=A');
    tell(head('aa', { status: 'working', lastAt: 9000 }));
    expect(asked).toHaveLength(2);
    await vi.waitFor(() => expect(list.state.get().loading).toBe(false));
    tell(head('a', { status: 'done' }));
    expect(asked).toHaveLength(3);
    list.close();
  });
});

describe('the list', () => {
  it('changes what it shows in place, and takes agents in that sessions on it started', async () => {
    const list = await open('');
    tell(head('a', { lastAt: 3000, turns: 7, children: 2 }));
    expect(list.state.get().items[0]).toMatchObject({ turns: 7, children: 2 });
    expect(asked).toHaveLength(1);
    tell(head('helper', { parent: 'codex/a', lastAt: 1 }));
    expect(asked).toHaveLength(2);
    list.close();
  });

  it('is asked for again when its stream is there again: what came meanwhile was not told', async () => {
    const list = await open('');
    FakeStream.last?.onopen?.();
    expect(asked).toHaveLength(1);
    FakeStream.last?.onerror?.();
    FakeStream.last?.onopen?.();
    expect(asked).toHaveLength(2);
    list.close();
    FakeStream.last?.onerror?.();
    FakeStream.last?.onopen?.();
    expect(asked).toHaveLength(2);
  });

  it('leaves what would stand on a page that was not asked for yet alone, and waits while it is held', async () => {
    next = 'more';
    const list = await open('');
    tell(head('old', { lastAt: 10 }));
    expect(asked).toHaveLength(1);
    list.hold(true);
    tell(head('new', { lastAt: 9000 }));
    expect([asked.length, list.state.get().newer]).toEqual([1, 1]);
    list.hold(false);
    expect(asked).toHaveLength(2);
    list.close();
  });
});
