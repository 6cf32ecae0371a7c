import { expect, it } from 'vitest';
import type { SessionRow, ThreadStore } from '../../../archive/index.ts';
import type { SessionFilter } from '../../../archive/model/session-row.ts';
import { searchTitles } from './search-notes.ts';

const row = (threadId: string, more: object = {}) =>
  ({ key: { agent: 'codex', threadId, home: '/h' }, endedAt: 1, ...more }) as SessionRow;

/** A store of these sessions, and what was asked of it. */
function storeOf(rows: readonly SessionRow[]) {
  const asked: SessionFilter[] = [];
  const listSessions: ThreadStore['listSessions'] = async (filter) => {
    asked.push(filter);
    return { rows: rows.filter(({ title }) => !filter.titled || title !== undefined) };
  };
  return { store: { listSessions } as ThreadStore, asked };
}

const found = async (store: ThreadStore) =>
  (await searchTitles(store, { text: 'zebra', mode: 'words' }, 9, [])).map(({ session }) => session.threadId);

it('a search for titles asks for sessions that have one alone', async () => {
  const { store, asked } = storeOf([row('one', { title: 'A zebra' }), row('two'), row('three', { title: 'A horse' })]);
  expect(await found(store)).toEqual(['one']);
  expect(asked.map(({ titled }) => titled)).toEqual([true]);
});

it('a copy does not repeat the title of its origin, though the origin has none of its own', async () => {
  const copyOf = (thread_id: string) => ({ title: 'A zebra', origin: { agent: 'codex', thread_id } });
  const { store } = storeOf([row('one', copyOf('two')), row('two'), row('three', copyOf('elsewhere'))]);
  expect(await found(store)).toEqual(['three']);
});
