import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ApiRows, ApiSession, ApiSessions, LiveEvent } from '../../src/doors/server/api-types.ts';
import { createListRoute } from '../../src/doors/server/list-routes.ts';
import { createQuery } from '../../src/doors/server/query.ts';
import { createSessionIndex } from '../../src/doors/server/session-index.ts';
import type { SessionInfo } from '../../src/machine/sessions/session-info.ts';
import { claudeHome, sessionId, testFolder } from './claude-home.ts';
import { testViewer } from './test-viewer.ts';

const id = sessionId(1);
const key = `claude/${id}`;

const heads = (told: readonly LiveEvent[]) =>
  told.flatMap((event) => (event.event === 'list' ? event.data.upserts : [])).filter((head) => head.key === key);

describe('news of a session', () => {
  it('say how many agents it started, as the list does, and that it started one more', async () => {
    const home = claudeHome(join(testFolder(), '.claude'));
    const child = (agentId: string) => home.write(id, [{ text: `work of ${agentId}`, agentId }]);
    home.write(id, [{ text: 'hello' }]);
    child('abc123');
    const { get, listen } = await testViewer({ homes: [home.path] });
    const listed = async () => (await get<ApiSessions>('/api/sessions')).items.find((head) => head.key === key);
    await vi.waitFor(async () => expect(await listed()).toMatchObject({ children: 1 }), 5000);
    const told = await listen('/api/events?list=1');
    home.append(id, { text: 'more', at: 10 });
    await vi.waitFor(() => expect(heads(told)).not.toEqual([]), 20_000);
    expect(heads(told).at(-1)).toMatchObject({ children: 1 });
    expect((await get<ApiSession>(`/api/sessions/${key}`)).head).toMatchObject({ children: 1 });
    child('def456');
    await vi.waitFor(() => expect(heads(told).at(-1)).toMatchObject({ children: 2 }), 20_000);
  });
});

describe('a tab that comes again', () => {
  it('gets the rows of the line that it stands at once more: they may have changed since', async () => {
    const home = claudeHome(join(testFolder(), '.claude'));
    home.write(id, [{ text: 'one' }, { text: 'two', at: 1 }, { text: 'three', at: 2 }]);
    const { get, listen } = await testViewer({ homes: [home.path] });
    const rows = () => get<ApiRows>(`/api/sessions/${key}/rows`);
    await vi.waitFor(async () => expect((await rows()).total).toBe(3), 5000);
    const { last, reading } = await rows();
    const told = await listen(`/api/events?session=${key}&after=${last}.${reading}`);
    await vi.waitFor(() => expect(told).not.toEqual([]), 5000);
    expect(told[0]).toMatchObject({ event: 'rows', data: { last, rows: [{ row: 2, lines: [3, 3] }] } });
  });
});

describe('the list', () => {
  it('is remembered by the revision that it is of: a session that came while it was made is in the next one', async () => {
    const index = createSessionIndex({ userHome: '/home/me' });
    const info = (name: string): SessionInfo => ({
      agent: 'claude',
      id: name,
      path: `/x/${name}.jsonl`,
      updatedAt: '2026-11-14T12:00:00.000Z',
      archived: false,
      compressed: false,
      size: 1,
      problems: [],
    });
    index.addInfo(info('a'));
    const late = ['b', 'c'];
    const route = createListRoute({
      index,
      onLate() {},
      async decorate() {
        const name = late.shift();
        if (name !== undefined) index.addInfo(info(name));
      },
    });
    const ask = async () => {
      const { items, revision, total }: ApiSessions = JSON.parse(
        String((await route(createQuery('/api/sessions?limit=10'))).body),
      );
      expect([items.length, revision]).toEqual([total, index.revision]);
      return items.map((head) => head.id).sort();
    };
    expect(await ask()).toEqual(['a', 'b']);
    index.addInfo(info('d'));
    expect(await ask()).toEqual(['a', 'b', 'c', 'd']);
    expect(await ask()).toEqual(['a', 'b', 'c', 'd']);
  });
});
