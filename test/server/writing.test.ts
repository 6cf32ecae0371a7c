import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiChanges, ApiHello, ApiSessions } from '../../src/doors/server/api-types.ts';
import type { Viewer } from '../../src/doors/server/viewer.ts';
import { annotationsPath } from '../../src/machine/sessions/annotations/annotations-file.ts';
import { createFileKeeper } from '../../src/machine/sessions/annotations/file-keeper.ts';
import { runCli } from '../cli/run-cli.ts';
import { codexSession, sampleFolder, sampleHomes, sampleViewer } from './sample-viewer.ts';

let folder: string;
let notes: string;
let viewer: Viewer;
let faults: unknown[];

beforeEach(async () => {
  faults = [];
  folder = sampleFolder();
  notes = mkdtempSync(join(tmpdir(), 'threadline-writing-'));
  viewer = await sampleViewer(folder, faults, { notes: createFileKeeper(notes) });
});

afterEach(async () => {
  await viewer.close();
  for (const path of [folder, notes]) rmSync(path, { recursive: true, force: true });
});

const tokenOf = (one: Viewer) => new URL(one.addressWithToken).searchParams.get('token') ?? '';
const NOTED = `/api/sessions/${codexSession}/noted`;

async function get<Body>(path: string, one = viewer): Promise<Body> {
  const response = await fetch(new URL(path, one.address), { headers: { authorization: `Bearer ${tokenOf(one)}` } });
  return (await response.json()) as Body;
}

interface Sent {
  path?: string;
  body?: unknown;
  headers?: Record<string, string | undefined>;
}

/** A POST as the page sends it, unless a header says otherwise. `fetch` of Node sends no Origin of its own. */
async function post({ path = NOTED, body = { kind: 'star' }, headers = {} }: Sent = {}, one = viewer) {
  const { writeToken } = await get<ApiHello>('/api/hello', one);
  const all: Record<string, string | undefined> = {
    authorization: `Bearer ${tokenOf(one)}`,
    origin: new URL(one.address).origin,
    'content-type': 'application/json',
    'x-threadline-write': writeToken,
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const call = request(new URL(path, one.address), { method: 'POST', headers: sent as Record<string, string> });
    call.on('error', reject);
    call.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    call.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

describe('a request that changes something', () => {
  it.each<[string, Sent, number, string]>([
    ['without the token of the address', { headers: { authorization: undefined } }, 401, 'unauthorised'],
    ['without a write token', { headers: { 'x-threadline-write': undefined } }, 403, 'write-token'],
    ['with another write token', { headers: { 'x-threadline-write': 'x'.repeat(43) } }, 403, 'write-token'],
    ['without an Origin', { headers: { origin: undefined } }, 403, 'forbidden'],
    ['of another origin', { headers: { origin: 'http://evil.example' } }, 403, 'forbidden'],
    ['of no origin', { headers: { origin: 'null' } }, 403, 'forbidden'],
    ['of another site', { headers: { 'sec-fetch-site': 'cross-site' } }, 403, 'forbidden'],
    ['as a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'not-json'],
    ['as plain text', { headers: { 'content-type': 'text/plain' } }, 415, 'not-json'],
    ['without a type', { headers: { 'content-type': undefined } }, 415, 'not-json'],
    ['with a body that is no JSON', { body: 'star' }, 400, 'bad-request'],
    ['with a list', { body: '[]' }, 400, 'bad-request'],
    ['with a body without end', { body: `{"kind":"${'x'.repeat(300_000)}"}` }, 413, 'too-large'],
    ['to a route that only tells', { path: '/api/usage' }, 405, 'method-not-allowed'],
    ['to a name of objects', { path: '/api/toString' }, 405, 'method-not-allowed'],
    ['to the page', { path: '/' }, 405, 'method-not-allowed'],
    ['about a session that is none', { path: '/api/sessions/codex/none/noted' }, 404, 'not-found'],
  ])('is refused %s', async (_, sent, status, error) => {
    expect(await post(sent)).toEqual({ status, body: { error } });
    expect(() => readFileSync(annotationsPath(notes))).toThrow('ENOENT');
    expect(faults).toEqual([]);
  });

  it('is refused with the token of the address, or with one of another server', async () => {
    const other = await sampleViewer(folder, faults, { notes: createFileKeeper(notes) });
    const { writeToken } = await get<ApiHello>('/api/hello', other);
    await other.close();
    for (const wrong of [tokenOf(viewer), writeToken])
      expect((await post({ headers: { 'x-threadline-write': wrong } })).status).toBe(403);
  });

  it('has a token of its own for each load of the page', async () => {
    const { writeToken: one } = await get<ApiHello>('/api/hello');
    const { writeToken: two } = await get<ApiHello>('/api/hello');
    expect(one).not.toBe(two);
    for (const token of [one, two]) expect((await post({ headers: { 'x-threadline-write': token } })).status).toBe(200);
  });

  it('is refused by a server that is read only, which gives no token', async () => {
    const other = await sampleViewer(folder, faults, { notes: createFileKeeper(notes), isReadOnly: true });
    const { writeToken, features } = await get<ApiHello>('/api/hello', other);
    expect([writeToken, features.notes]).toEqual(['', false]);
    expect(await post({}, other)).toEqual({ status: 403, body: { error: 'read-only' } });
    await other.close();
  });
});

describe('stars, tags, notes and names', () => {
  it('given on the page stand in the list at once, and the command line has them', async () => {
    await post({ body: { kind: 'star' } });
    await post({ body: { kind: 'tag', words: ['db', 'Db', ' slow  one '] } });
    await post({ body: { kind: 'note', text: 'see turn 3' } });
    const { body } = await post({ body: { kind: 'rename', text: 'Deadlock\nin checkout' } });
    const all = { starred: true, tags: ['db', 'slow one'], note: 'see turn 3', title: 'Deadlock in checkout' };
    expect(body).toEqual({ schema: 1, ...all });
    const { items } = await get<ApiSessions>('/api/sessions');
    expect(items.find(({ key }) => key === codexSession)).toMatchObject(all);
    const homes = sampleHomes(folder).flatMap((home) => ['--home', home]);
    const id = codexSession.replace('/', ':');
    const { stdout } = await runCli(['tag', id, 'third', '--json', ...homes], { env: { THREADLINE_HOME: notes } });
    expect(JSON.parse(stdout)).toMatchObject({ ...all, tags: ['db', 'slow one', 'third'] });
  });

  it('narrow the list: by star, and by any of several tags', async () => {
    await post({ body: { kind: 'star' } });
    await post({ body: { kind: 'tag', words: ['Slow'] } });
    const keysOf = async (query: string) =>
      (await get<ApiSessions>(`/api/sessions?${query}`)).items.map(({ key }) => key);
    expect(await keysOf('starred=1')).toContain(codexSession);
    expect(await keysOf('tag=slow&tag=other')).toContain(codexSession);
    expect(await keysOf('tag=other')).toEqual([]);
    const { facets } = await get<ApiSessions>('/api/sessions?tag=other');
    expect(facets.tags).toEqual([{ key: 'Slow', name: 'Slow', count: 1 }]);
  });

  it('keep which changed files were viewed', async () => {
    const viewed = async () => (await get<ApiChanges>(`/api/sessions/${codexSession}/changes`)).viewed;
    expect(await viewed()).toEqual([]);
    await post({ body: { kind: 'view', words: ['/a.ts', '/b.ts'] } });
    await post({ body: { kind: 'view', words: ['/a.ts'], undo: true } });
    expect(await viewed()).toEqual(['/b.ts']);
    expect((await post({ body: { kind: 'view', words: ['x'.repeat(5000)] } })).status).toBe(400);
    expect((await post({ body: { kind: 'view' } })).status).toBe(400);
  });

  it('are taken away again', async () => {
    await post({ body: { kind: 'tag', words: ['a', 'b'] } });
    await post({ body: { kind: 'star' } });
    await post({ body: { kind: 'star', undo: true } });
    expect((await post({ body: { kind: 'tag', words: ['A'], undo: true } })).body).toMatchObject({ tags: ['b'] });
    expect((await post({ body: { kind: 'tag', undo: true } })).body).toMatchObject({ starred: false, tags: [] });
  });

  it.each([
    {},
    { kind: 'toString' },
    { kind: 'star', undo: 'yes' },
    { kind: 'star', text: 'x' },
    { kind: 'tag' },
    { kind: 'tag', words: [] },
    { kind: 'tag', words: 'db' },
    { kind: 'tag', words: [{ toString: 0 }] },
    { kind: 'tag', words: [' '] },
    { kind: 'tag', words: Array.from({ length: 51 }, (_, index) => `t${index}`) },
    { kind: 'note', text: '' },
    { kind: 'note', text: 'x'.repeat(10_001) },
    { kind: 'rename', text: { toString: 0 } },
    { kind: 'rename', text: 'x', undo: true },
    { kind: 'rename', text: 'x', words: [] },
  ])('are none of %j', async (body) => {
    expect(await post({ body })).toEqual({ status: 400, body: { error: 'bad-request' } });
  });

  it('change nothing where the file of notes is damaged, or where there is none', async () => {
    writeFileSync(annotationsPath(notes), '{"version":2}');
    expect(await post()).toEqual({ status: 409, body: { error: 'damaged' } });
    expect(readFileSync(annotationsPath(notes), 'utf8')).toBe('{"version":2}');
    const other = await sampleViewer(folder, faults);
    expect(await post({}, other)).toEqual({ status: 409, body: { error: 'not-here' } });
    await other.close();
    expect(faults).toEqual([]);
  });
});
