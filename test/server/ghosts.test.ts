import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readGhosts } from '../../src/doors/cli/ghosts.ts';
import type { ApiGhosts, ApiHello, ApiPrompts, ApiSessions, ApiUsageReport } from '../../src/doors/server/api-types.ts';
import { openArchive } from '../../src/fleet/index.ts';
import { makeSecret } from '../made-secrets.ts';
import { claudeHome, sessionId, testFolder } from './claude-home.ts';
import { testViewer } from './test-viewer.ts';

const here = sessionId(1);
const gone = sessionId(2);
const PROJECT = '/home/me/project';
const TOKEN = makeSecret('github-token').secret;

interface Typed {
  sessionId?: string;
  display: unknown;
  timestamp?: number;
}

/** A home with one session, and a log that also tells of one that is deleted. */
function homeWithLog(typed: readonly Typed[] = usual) {
  const folder = testFolder();
  const home = claudeHome(join(folder, '.claude'));
  home.write(here, [{ text: 'still here' }]);
  const lines = typed.map((line) => JSON.stringify({ project: PROJECT, pastedContents: {}, ...line }));
  writeFileSync(join(home.path, 'history.jsonl'), `${lines.join('\n')}\n`);
  vi.stubEnv('THREADLINE_HOME', join(folder, 'data'));
  const homes = [home.path];
  const reads: number[] = [];
  const options = {
    homes,
    ghosts: async (found: Parameters<typeof readGhosts>[0]['found']) => {
      reads.push(found.length);
      return readGhosts({ homes, found });
    },
  };
  return { folder, home, homes, options, reads };
}

const at = Date.UTC(2026, 8, 1, 10);
const usual: Typed[] = [
  { sessionId: here, display: 'still here', timestamp: at },
  { sessionId: gone, display: `make a boat with ${TOKEN}`, timestamp: at },
  { sessionId: gone, display: 'now sail', timestamp: at + 60_000 },
];

describe('sessions of which only prompts are left', () => {
  it('are told when they are asked for, and their logs are read by no other question', async () => {
    const { options, reads } = homeWithLog();
    const { get } = await testViewer(options);
    await vi.waitFor(async () => expect((await get<ApiSessions>('/api/sessions')).total).toBe(1));
    await get('/api/usage');
    await get('/api/problems');
    await get('/api/sessions?q=boat&ghosts=1');
    expect(reads).toEqual([]);
    const { items, total } = await get<ApiGhosts>('/api/ghosts');
    expect(total).toBe(1);
    expect(items).toMatchObject([
      { key: `claude/${gone}`, projectName: '~/project', ghost: { prompts: 2, assumed: false } },
    ]);
    expect(items[0]?.usage).toBeUndefined();
    expect((await get<ApiHello>('/api/hello')).features.ghosts).toBe(true);
  });

  it('count nowhere, and no session has their key', async () => {
    const { options } = homeWithLog();
    const { get, ask } = await testViewer(options);
    await get('/api/ghosts');
    const { total, items, facets } = await get<ApiSessions>('/api/sessions');
    expect([total, items.length, facets.agents[0]?.count]).toEqual([1, 1, 1]);
    expect(JSON.stringify(await get<ApiUsageReport>('/api/usage?by=session'))).not.toContain(gone);
    expect((await ask(`/api/sessions/claude/${gone}`)).status).toBe(404);
  });

  it('show their prompts in order, with times and without secrets', async () => {
    const { options, reads } = homeWithLog();
    const { get, ask } = await testViewer(options);
    const { prompts, total } = await get<ApiPrompts>(`/api/ghosts/claude/${gone}`);
    expect(total).toBe(2);
    expect(prompts[1]).toEqual({ text: 'now sail', at: at + 60_000 });
    expect(prompts[0]?.text).toMatch(/^make a boat with \[redacted:/);
    expect(JSON.stringify(await get('/api/ghosts'))).not.toContain(TOKEN);
    for (const place of [`claude/${here}`, 'claude/none', 'claude', `claude/${gone}/rows`, '../x/y'])
      expect([place, (await ask(`/api/ghosts/${place}`)).status]).toEqual([place, 404]);
    // Questions that follow each other closely read the logs once.
    expect(reads).toEqual([1]);
  });

  it('are cut where there are many of them or a prompt is very long', async () => {
    const word = 'x'.repeat(100_000);
    const many = Array.from({ length: 1500 }, (_, index) => ({
      sessionId: sessionId(10 + index),
      display: 'hi',
      timestamp: at + index * 1000,
    }));
    const long = Array.from({ length: 1200 }, (_, index) => ({
      sessionId: gone,
      display: index === 0 ? word : `p${index}`,
      timestamp: at - 9e6 + index * 10,
    }));
    const { options } = homeWithLog([...many, ...long]);
    const { get } = await testViewer(options);
    const ghosts = await get<ApiGhosts>('/api/ghosts');
    expect([ghosts.items.length, ghosts.total]).toEqual([1000, 1501]);
    const { prompts, total } = await get<ApiPrompts>(`/api/ghosts/claude/${gone}`);
    expect([prompts.length, total, prompts[0]?.text.length, prompts[0]?.cut]).toEqual([1000, 1200, 20_000, true]);
    expect(prompts[1]?.cut).toBeUndefined();
  });

  it('stay away where they were forgotten', async () => {
    const { options, home, homes, folder } = homeWithLog();
    home.write(gone, [{ text: 'make a boat' }]);
    const archive = await openArchive({ homes, folder: join(folder, 'data'), sameThread: true });
    await archive.refresh();
    await archive.forget({ sessions: [{ agent: 'claude', threadId: gone }] });
    await archive.close();
    rmSync(home.file(gone));
    const { get } = await testViewer(options);
    expect((await get<ApiGhosts>('/api/ghosts')).total).toBe(0);
  });

  it('live with a log of odd lines, and one that is a folder', async () => {
    const { options } = homeWithLog([{ display: { toString: 0 } }, { display: null, timestamp: -1 }]);
    const { get } = await testViewer(options);
    expect((await get<ApiGhosts>('/api/ghosts')).total).toBe(0);
    const other = homeWithLog([]);
    mkdirSync(join(other.home.path, 'x'));
    const second = await testViewer({ ...other.options, homes: [join(other.home.path, 'x')] });
    expect((await second.get<ApiGhosts>('/api/ghosts')).items).toEqual([]);
  });

  it('are not there without a reader of logs, nor where the sessions are those of a server', async () => {
    const { options, reads } = homeWithLog();
    for (const asked of [{ homes: options.homes }, { ...options, local: false }]) {
      const { get, ask } = await testViewer(asked);
      expect((await get<ApiHello>('/api/hello')).features.ghosts).toBe(false);
      expect((await ask('/api/ghosts')).status).toBe(404);
    }
    expect(reads).toEqual([]);
  });
});
