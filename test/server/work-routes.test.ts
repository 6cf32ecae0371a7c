import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ApiChangedFile,
  ApiChanges,
  ApiCompare,
  ApiInsights,
  ApiSessions,
  ApiTime,
} from '../../src/doors/server/api-types.ts';
import type { Viewer } from '../../src/doors/server/viewer.ts';
import type { CommittedLines } from '../../src/machine/provenance/committed-lines.ts';
import { runCli } from '../cli/run-cli.ts';
import { sampleFolder, sampleViewer } from './sample-viewer.ts';

const own = mkdtempSync(join(tmpdir(), 'threadline-work-'));
const faults: unknown[] = [];
let folder: string;
let viewer: Viewer;

beforeAll(async () => {
  folder = sampleFolder();
  viewer = await sampleViewer(folder, faults);
  while ((await get<ApiSessions>('/api/sessions')).items.length < 9)
    await new Promise((resolve) => setTimeout(resolve, 20));
});

afterAll(async () => {
  await viewer.close();
  for (const path of [folder, own]) rmSync(path, { recursive: true, force: true });
  expect(faults).toEqual([]);
});

function ask(path: string): Promise<Response> {
  const token = new URL(viewer.addressWithToken).searchParams.get('token');
  return fetch(new URL(path, viewer.address), { headers: { authorization: `Bearer ${token}` } });
}

async function get<Body>(path: string): Promise<Body> {
  return (await (await ask(path)).json()) as Body;
}

/** What the command says of the same homes. */
async function command<Body>(...args: string[]): Promise<Body> {
  const homes = readdirSync(join(folder, 'homes')).flatMap((name) => ['--home', join(folder, 'homes', name)]);
  const { stdout } = await runCli([...args, ...homes, '--json'], { env: { THREADLINE_HOME: own, TZ: 'UTC' } });
  return JSON.parse(stdout) as Body;
}

/** A request as `usage --explain --json` tells it. */
interface Explained {
  input: number;
  output: number;
  cached: number;
  cost_usd: number | null;
}

type Counted = Pick<ApiChangedFile, 'path' | 'added' | 'removed'>;

const countsOf = ({ path, added, removed }: Counted) => `${path} ${added} ${removed}`;
const byPath = (one: Counted, other: Counted) => (one.path < other.path ? -1 : 1);

/** What both tell of a file. */
function factsOf({
  path,
  kind,
  added,
  removed,
  level,
  base,
  turns,
  patch,
}: Omit<ApiChangedFile, 'edits' | 'status' | 'add' | 'del'>) {
  return { path, kind, added, removed, level, base, turns, patch };
}

const pathOf = (key: string) => key.split('/').map(encodeURIComponent).join('/');

describe('the changes of a session on its page', () => {
  it('are those of `threadline changes`, file by file, for every session and each of its turns', async () => {
    const { items } = await get<ApiSessions>('/api/sessions');
    let files = 0;
    for (const { key, agent, id } of items) {
      const page = await get<ApiChanges>(`/api/sessions/${pathOf(key)}/changes`);
      const said = await command<{ files: (ApiChangedFile & Partial<CommittedLines>)[]; commands: number }>(
        'changes',
        `${agent}:${id}`,
      );
      const plain = [...page.files, ...page.undone].map(factsOf);
      // Commits, by hunk too, are the command's: it stands in a repository.
      const told = said.files.map((file) => factsOf({ ...file, base: file.base === 'unknown' ? 'unknown' : 'known' }));
      expect([key, page.commands, plain.toSorted(byPath)]).toEqual([key, said.commands, told.toSorted(byPath)]);
      for (const { status, kind, add, added, del, removed, edits, turns } of page.files) {
        expect([status, add, del]).toEqual([kind, added, removed]);
        expect(new Set(edits.map(({ turn }) => turn))).toEqual(new Set(turns));
      }
      for (const turn of page.turns) {
        const one = await get<ApiChanges>(`/api/sessions/${pathOf(key)}/changes?of=turn:${turn}`);
        const saidOne = await command<ApiChanges>('changes', `${agent}:${id}`, '--turn', String(turn));
        expect([...one.files, ...one.undone].map(countsOf).sort()).toEqual(saidOne.files.map(countsOf).sort());
      }
      files += page.files.length;
    }
    expect(files).toBeGreaterThan(0);
  }, 120_000);

  it('are asked for by every word of the address of their page', async () => {
    const { items } = await get<ApiSessions>('/api/sessions');
    const path = `/api/sessions/${pathOf(items[0]?.key ?? '')}/changes`;
    const plain = await get<ApiChanges>(path);
    expect(await get<ApiChanges>(`${path}?of=net`)).toEqual(plain);
    expect(await get<ApiChanges>(`${path}?of=steps`)).toEqual(plain);
  });

  it('name for each run of added lines a turn and a row, and no line twice', async () => {
    const { items } = await get<ApiSessions>('/api/sessions');
    let runs = 0;
    for (const { key } of items) {
      const { files } = await get<ApiChanges>(`/api/sessions/${pathOf(key)}/changes`);
      for (const { hunks = [], turns, added } of files) {
        const told = hunks.flatMap(({ origin }) => origin);
        const lines = told.flatMap(({ line, count }) => Array.from({ length: count }, (_, index) => line + index));
        expect(new Set(lines).size).toBe(lines.length);
        expect(lines.length).toBeLessThanOrEqual(added);
        for (const { turn } of told) expect(turns).toContain(turn);
        runs += told.length;
      }
    }
    expect(runs).toBeGreaterThan(0);
  });

  it('refuse what is no session and no turn', async () => {
    const { items } = await get<ApiSessions>('/api/sessions');
    const [{ key } = { key: '' }] = items;
    const statuses = ['turn:0', 'turn:-1', 'turn:1e9', 'every', 'toString', 'turn:99999999999'].map(
      async (of) => (await ask(`/api/sessions/${pathOf(key)}/changes?of=${encodeURIComponent(of)}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 400, 400, 400, 400, 400]);
    expect((await ask('/api/sessions/codex/none/changes')).status).toBe(404);
  });
});

describe('the time of a session on its page', () => {
  it('has the requests of `threadline usage --explain`, one by one, and parts that add up', async () => {
    const { items } = await get<ApiSessions>('/api/sessions');
    let calls = 0;
    for (const { key, agent, id } of items) {
      const page = await get<ApiTime>(`/api/sessions/${pathOf(key)}/time`);
      const said = await command<{ rows: Explained[]; total: Explained }>('usage', '--explain', `${agent}:${id}`);
      const requests = page.nodes.filter(({ id: node }) => node.startsWith('r'));
      const told = said.rows.map((row) => [row.input + row.output, row.cached, row.cost_usd ?? undefined]);
      expect([key, requests.map(({ usage, costUsd }) => [usage?.total, usage?.cached, costUsd])]).toEqual([key, told]);
      const { total, costUsd } = page.usage;
      expect([page.requests, total, costUsd]).toEqual([
        said.rows.length,
        said.total.input + said.total.output,
        said.total.cost_usd,
      ]);
      const ofTurns = page.nodes.filter(({ kind }) => kind === 'turn').map(({ usage }) => usage?.total ?? 0);
      expect(ofTurns.reduce((sum, one) => sum + one, 0)).toBe(total);
      const { model, commands, agents, you, other } = page.parts;
      expect(model + commands + agents + you + other).toBe(page.end);
      expect(page.findings.length).toBeLessThanOrEqual(3);
      calls += page.nodes.filter(({ id: node }) => node.startsWith('c')).length;
    }
    expect(calls).toBeGreaterThan(0);
    expect((await ask('/api/sessions/codex/none/time')).status).toBe(404);
  }, 120_000);
});

describe('two sessions on one page', () => {
  it('are compared as by `threadline compare`', async () => {
    const { items } = await get<ApiSessions>('/api/sessions');
    const [one, two, three] = items.filter(({ parent }) => parent === undefined);
    if (!one || !two || !three) throw new Error('the sample has three sessions');
    for (const some of [
      [one, two],
      [two, two],
      [one, two, three],
    ]) {
      const query = some.map(({ key }, index) => `${'abc'[index]}=${encodeURIComponent(key)}`).join('&');
      const { schema: _, keys, ...page } = await get<ApiCompare>(`/api/compare?${query}`);
      expect(keys).toEqual(some.map(({ key }) => key));
      expect(page).toEqual(await command('compare', ...some.map(({ agent, id }) => `${agent}:${id}`)));
    }
    const itself = await get<ApiCompare>(`/api/compare?a=${one.key}&b=${one.key}`);
    expect(itself.same).toMatchObject({ prompt: true, cwd: true });
    expect(itself.counts).toEqual({ same: itself.steps.length, differs: 0, a: 0, b: 0, c: 0 });
    const usage = itself.figures.find(({ name }) => name === 'tokens');
    expect(usage?.a).toBe(one.usage?.total ?? usage?.a);
  }, 120_000);

  it('are refused where one is missing', async () => {
    const { items } = await get<ApiSessions>('/api/sessions');
    const key = encodeURIComponent(items[0]?.key ?? '');
    const paths = ['', `?a=${key}`, `?a=${key}&b=codex/none`, `/x?a=${key}&b=${key}`];
    const statuses = await Promise.all(paths.map(async (path) => (await ask(`/api/compare${path}`)).status));
    expect(statuses).toEqual([400, 400, 404, 404]);
  });
});

describe('insights on their page', () => {
  it('are those of `threadline insights`', async () => {
    const { schema: _, ...page } = await get<ApiInsights>('/api/insights?since=365d&zone=UTC');
    expect(page).toEqual(await command<ApiInsights>('insights', '--since', '365d'));
    expect(page.of.sessions).toBeGreaterThan(0);
    expect(page.tools.length).toBeGreaterThan(0);
  }, 60_000);

  it('refuse an odd time and an odd zone', async () => {
    const paths = ['since=yesterday', 'since=1e3d', 'since=-5d', 'zone=toString', 'zone=Mars/Olympus'];
    const statuses = paths.map(async (query) => (await ask(`/api/insights?${query}`)).status);
    expect(await Promise.all(statuses)).toEqual([400, 400, 400, 400, 400]);
    expect((await ask('/api/insights/other')).status).toBe(404);
  });
});
