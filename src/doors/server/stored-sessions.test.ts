import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codexFile,
  codexSession,
  sampleFolder,
  sampleHomes,
  sampleViewer,
} from '../../../test/server/sample-viewer.ts';
import { type Archive, openArchive } from '../../archive/index.ts';
import { storedInsights } from '../../archive/model/stored-insights.ts';
import { readOutcome } from '../../machine/outcome/read-outcome.ts';
import type {
  ApiChanges,
  ApiExportPreview,
  ApiFind,
  ApiInsights,
  ApiLines,
  ApiProblems,
  ApiRows,
  ApiSearch,
  ApiSession,
  ApiSessions,
  ApiUsageReport,
} from './api-types.ts';
import { hideSecrets } from './hide-secrets.ts';
import type { Viewer, ViewerOptions } from './viewer.ts';

let folder: string;
let archive: Archive;
/** As another process reads it. */
let store: Archive;
const viewers: Viewer[] = [];
const faults: unknown[] = [];

async function start(local: boolean, more: Partial<ViewerOptions> = {}): Promise<Viewer> {
  const viewer = await sampleViewer(folder, faults, { ...(local ? {} : { homes: [] }), local, ...more });
  viewers.push(viewer);
  return viewer;
}

beforeAll(async () => {
  folder = sampleFolder();
  writeFileSync(join(folder, 'web/index.html'), '<!doctype html><title>page</title>');
  archive = await openArchive({ folder: join(folder, 'data'), homes: sampleHomes(folder), sameThread: true });
  await archive.refresh();
  store = await openArchive({ folder: join(folder, 'data'), homes: [], readOnly: true });
});

afterAll(async () => {
  for (const viewer of viewers) await viewer.close();
  await store.close();
  await archive.close();
  rmSync(folder, { recursive: true, force: true });
  expect(faults).toEqual([]);
});

function ask(viewer: Viewer, path: string): Promise<Response> {
  const token = new URL(viewer.addressWithToken).searchParams.get('token');
  return fetch(new URL(path, viewer.address), { headers: { authorization: `Bearer ${token}` } });
}

async function get<Body>(viewer: Viewer, path: string): Promise<Body> {
  const response = await ask(viewer, path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Body;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function all(viewer: Viewer): Promise<ApiSessions['items']> {
  await until(async () => (await get<ApiSessions>(viewer, '/api/sessions')).items.length >= 9);
  return (await get<ApiSessions>(viewer, '/api/sessions')).items;
}

describe('a viewer that is given a store and looks at no file', () => {
  it('shows the same sessions and the same rows as one that reads the files', async () => {
    const stored = await start(false, { store });
    const local = await start(true);
    const heads = await all(stored);
    expect(heads.map(({ key }) => key).sort()).toEqual((await all(local)).map(({ key }) => key).sort());
    for (const { key } of heads) {
      const place = `/api/sessions/${key}`;
      const [mine, theirs] = [
        await get<ApiRows>(stored, `${place}/rows?limit=500`),
        await get<ApiRows>(local, `${place}/rows?limit=500`),
      ];
      expect(mine.rows.length).toBeGreaterThan(0);
      expect(mine.rows, key).toEqual(theirs.rows);
      const [one, other] = [await get<ApiSession>(stored, place), await get<ApiSession>(local, place)];
      expect([one.wire, one.counts, one.files]).toEqual([other.wire, other.counts, other.files]);
    }
  });

  it('tells what the stored lines changed, without a word on commits and on today', async () => {
    const stored = await start(false, { store });
    const local = await start(true);
    await all(local);
    const textOf = ({ files, undone, commands, turns }: ApiChanges) => ({
      undone,
      commands,
      turns,
      files: files.map(({ editedSince: _, committed: __, lost: ___, ...file }) => file),
    });
    let count = 0;
    for (const { key } of await all(stored)) {
      for (const of of ['net', 'turn:1']) {
        const path = `/api/sessions/${key}/changes?of=${of}`;
        const mine = await get<ApiChanges>(stored, path);
        expect(textOf(mine), path).toEqual(textOf(await get<ApiChanges>(local, path)));
        expect(mine).toMatchObject({ stored: true, repository: 'none', commits: [] });
        expect(JSON.stringify(mine)).not.toMatch(/"(?:editedSince|committed|lost)"/);
        count += mine.files.length;
      }
    }
    expect(count).toBeGreaterThan(0);
    expect(await get<object>(local, `/api/sessions/${codexSession}/changes`)).not.toHaveProperty('stored');
  });

  it('tells the insights of `insights --archive`, and that no repository was asked', async () => {
    const viewer = await start(false, { store });
    const { schema: _, stored, ...page } = await get<ApiInsights>(viewer, '/api/insights?since=all&zone=UTC');
    const { insights } = await storedInsights(store, { zone: 'UTC' });
    expect(page).toEqual({ ...hideSecrets(insights), ...(await readOutcome([], {})) });
    expect([stored, page.of.sessions > 0, page.tools.length > 0, page.commitsTotal]).toEqual([true, true, true, 0]);
    const { of } = await get<ApiInsights>(viewer, '/api/insights?since=all&zone=UTC&agent=codex');
    expect(of.sessions).toBeLessThan(page.of.sessions);
    expect((await ask(viewer, '/api/insights?zone=Mars/Olympus')).status).toBe(400);
    const empty = await start(false);
    expect(await (await ask(empty, '/api/insights')).json()).toEqual({ error: 'not-here' });
  });

  it('answers raw lines, usage, search and exports from it, and names no folder of this machine', async () => {
    const viewer = await start(false, { store });
    await all(viewer);
    const { lines } = await get<ApiLines>(viewer, `/api/sessions/${codexSession}/lines?from=2&to=2`);
    expect(lines[0]?.text).toBe(readFileSync(join(folder, 'homes', codexFile), 'utf8').split('\n')[1]);
    const { total, rows } = await get<ApiUsageReport>(viewer, '/api/usage?by=agent');
    expect(total.requests).toBeGreaterThan(0);
    expect(rows.map(({ key }) => key).sort()).toEqual(['claude', 'codex', 'gemini']);
    expect((await get<ApiSearch>(viewer, '/api/search?q=index')).hits.length).toBeGreaterThan(0);
    const preview = await get<ApiExportPreview>(viewer, `/api/sessions/${codexSession}/export/preview?format=markdown`);
    expect(preview.bytes).toBeGreaterThan(100);
    expect(await get<object>(viewer, '/api/hello')).toMatchObject({ homes: [], index: { state: 'fresh', lagMs: 0 } });
  });

  it('counts in the list the lines that its page of problems tells of', async () => {
    const viewer = await start(false, { store });
    await all(viewer);
    const { looked, groups } = await get<ApiProblems>(viewer, '/api/problems');
    expect(looked.sessions).toBe(9);
    expect(groups).toMatchObject([{ agent: 'codex', count: 1 }]);
    expect((await get<ApiSessions>(viewer, '/api/sessions?limit=1')).problems).toBe(1);
  });

  it('tells rows that come while it is open, and forgets what was written anew', async () => {
    const viewer = await start(false, { store });
    await all(viewer);
    const rowsOf = () => get<ApiRows>(viewer, `/api/sessions/${codexSession}/rows?limit=500`);
    const before = await rowsOf();
    const file = join(folder, 'homes', codexFile);
    const whole = readFileSync(file, 'utf8');
    const item = { type: 'AgentMessage', id: 'late', content: [{ type: 'Text', text: 'said later' }] };
    const payload = { type: 'item_completed', thread_id: 'x', turn_id: 'y', item };
    const line = JSON.stringify({ timestamp: '2026-11-14T10:30:00.000Z', type: 'event_msg', payload });
    appendFileSync(file, `${line}\n`);
    await archive.refresh();
    await until(async () => (await rowsOf()).total > before.total);
    const grown = await rowsOf();
    expect(grown.reading).toBe(before.reading);
    expect(JSON.stringify(grown.rows.at(-1))).toContain('said later');
    writeFileSync(file, `${whole.split('\n').slice(0, 12).join('\n')}\n`);
    await archive.refresh();
    await until(async () => (await rowsOf()).reading > before.reading);
    expect((await rowsOf()).total).toBeLessThan(before.total);
    writeFileSync(file, whole);
    await archive.refresh();
  });
});

describe('a session whose file its agent deleted', () => {
  it('is read from the archive: what was said, found by its messages, without raw lines and what it changed', async () => {
    const viewer = await start(true, { store });
    await all(viewer);
    const place = `/api/sessions/${codexSession}`;
    const before = await get<ApiRows>(viewer, `${place}/rows?limit=500`);
    rmSync(join(folder, 'homes', codexFile));
    await archive.refresh();
    await until(async () => (await get<ApiSession>(viewer, place)).head.gone === true);
    const { rows } = await get<ApiRows>(viewer, `${place}/rows?limit=500`);
    const said = (kinds: readonly string[], all: ApiRows['rows']) =>
      all.filter(({ kind }) => kinds.includes(kind)).map(({ blocks }) => blocks[0]);
    for (const kind of ['prompt', 'answer', 'reasoning']) {
      expect(said([kind], rows), kind).toEqual(said([kind], before.rows));
    }
    const prompt = before.rows.find(({ kind }) => kind === 'prompt');
    const around = await get<ApiRows>(viewer, `${place}/rows?message=${prompt?.id}`);
    expect(around.rows.some(({ id }) => id === prompt?.id)).toBe(true);
    expect(await (await ask(viewer, `${place}/lines?from=1`)).json()).toEqual({ error: 'gone' });
    expect(await (await ask(viewer, `${place}/changes`)).json()).toEqual({ error: 'gone' });
    const { bytes } = await get<ApiExportPreview>(viewer, `${place}/export/preview?format=messages`);
    expect(bytes).toBeGreaterThan(100);
  });
});

describe('what a search and a find are asked besides', () => {
  it('counts hits for the menus, for each what the others leave', async () => {
    const viewer = await start(false, { store });
    await all(viewer);
    const whole = await get<ApiSearch>(viewer, '/api/search?q=the&facets=1&limit=100');
    expect(whole.facets?.agents.map(({ key }) => key).sort()).toEqual(['claude', 'codex', 'gemini']);
    const sum = whole.facets?.agents.reduce((total, { count }) => total + count, 0);
    expect(sum).toBe(whole.facets?.counted);
    const one = await get<ApiSearch>(viewer, '/api/search?q=the&facets=1&limit=100&agent=gemini');
    expect(one.hits.length).toBe(whole.facets?.agents.find(({ key }) => key === 'gemini')?.count);
    expect(one.facets?.fitting).toBe(one.hits.length);
    expect(new Set(whole.hits.map((hit) => `${hit.session} ${hit.message}`)).size).toBe(whole.hits.length);
    for (const mode of ['words', 'regex']) {
      expect((await ask(viewer, `/api/search?q=the&sort=best&mode=${mode}`)).status).toBe(200);
    }
    expect(one.facets?.agents).toEqual(whole.facets?.agents);
    expect(one.facets?.roles.reduce((total, { count }) => total + count, 0)).toBe(one.hits.length);
    const two = await get<ApiSearch>(viewer, '/api/search?q=the&facets=1&limit=100&agent=gemini&agent=claude');
    expect(new Set(two.hits.map(({ agent }) => agent))).toEqual(new Set(['claude', 'gemini']));
    expect(two.facets?.agents).toEqual(whole.facets?.agents);
    expect((await get<ApiSearch>(viewer, '/api/search?q=the')).facets).toBeUndefined();
  });

  it('finds by a regular expression, refuses what is none, and gives up on one that never ends', async () => {
    const viewer = await start(false, { store });
    await all(viewer);
    const [{ key } = { key: '' }] = (await all(viewer)).filter(({ agent }) => agent === 'claude');
    const place = `/api/sessions/${key}/find`;
    const plain = await get<ApiFind>(viewer, `${place}?q=index`);
    const found = await get<ApiFind>(viewer, `${place}?mode=regex&q=${encodeURIComponent('in[d]e[x]')}`);
    expect(found.total).toBeGreaterThan(0);
    expect(new Set(found.hits.map(({ row }) => row))).toEqual(new Set(plain.hits.map(({ row }) => row)));
    expect((await ask(viewer, `${place}?mode=regex&q=${encodeURIComponent('(')}`)).status).toBe(400);
    const slow = '(?:[^]?){60}[^]{60}(?:[^]+)+\\u0001';
    expect(await get<ApiFind>(viewer, `${place}?mode=regex&q=${encodeURIComponent(slow)}`)).toMatchObject({
      gaveUp: true,
    });
  });
});
