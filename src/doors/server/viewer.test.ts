import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codexFile, codexSession, sampleFolder, sampleViewer } from '../../../test/server/sample-viewer.ts';
import type {
  ApiExportPreview,
  ApiFind,
  ApiLines,
  ApiMessage,
  ApiOutline,
  ApiProblems,
  ApiRows,
  ApiSession,
  ApiSessions,
  ApiUsageReport,
  Row,
} from './api-types.ts';
import type { Viewer } from './viewer.ts';

const claudeSession = 'claude/7c1e6a90-3f52-4d0b-9b7d-2f1c5e8a0201';

let folder: string;
let viewer: Viewer;
const faults: unknown[] = [];

beforeAll(async () => {
  folder = sampleFolder();
  writeFileSync(join(folder, 'web/index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(folder, 'canary.jsonl'), '{"canary":true}\n');
  symlinkSync(
    join(folder, 'canary.jsonl'),
    join(
      folder,
      'homes/codex/sessions/2026/11/14/rollout-2026-11-14T09-00-00-01a1d8ee-0000-7000-8000-000000000000.jsonl',
    ),
  );
  viewer = await sampleViewer(folder, faults);
  await until(async () => (await get<ApiSessions>('/api/sessions')).items.length >= 9);
});

afterAll(async () => {
  await viewer.close();
  rmSync(folder, { recursive: true, force: true });
  expect(faults).toEqual([]);
});

function ask(path: string): Promise<Response> {
  const token = new URL(viewer.addressWithToken).searchParams.get('token');
  return fetch(new URL(path, viewer.address), { headers: { authorization: `Bearer ${token}` } });
}

async function get<Body>(path: string): Promise<Body> {
  const response = await ask(path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Body;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('the list', () => {
  it('holds the sessions of all agents, those that agents started under their parents', async () => {
    const isCounted = ({ items }: ApiSessions) => items.every(({ usage, shape }) => usage && shape.length > 0);
    await until(async () => isCounted(await get<ApiSessions>('/api/sessions')));
    const { items, total, facets } = await get<ApiSessions>('/api/sessions?group=day');
    expect(total).toBe(6);
    expect(facets.agents.map(({ key }) => key).sort()).toEqual(['claude', 'codex', 'gemini']);
    const parent = items.findIndex(({ key }) => key === claudeSession);
    expect(items.slice(parent + 1, parent + 3).map((head) => head.parent)).toEqual([claudeSession, claudeSession]);
    expect(items[parent]).toMatchObject({
      title: 'Port the usage scan to the new index',
      projectName: '~/harbour',
      children: 2,
    });
    expect(items[parent]?.usage?.costUsd).toBeGreaterThan(0);
    expect(items[parent]?.shape.length).toBeGreaterThan(3);
  });

  it('is cut into pages that miss nothing and repeat nothing', async () => {
    const keys: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: ApiSessions = await get<ApiSessions>(`/api/sessions?limit=2&cursor=${cursor}`);
      keys.push(...page.items.filter(({ parent }) => parent === undefined).map(({ key }) => key));
      cursor = page.next;
    }
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(6);
  });

  it('is filtered by agent, folder and words', async () => {
    expect((await get<ApiSessions>('/api/sessions?agent=gemini')).total).toBe(2);
    expect((await get<ApiSessions>('/api/sessions?project=/home/you/parser-lab')).total).toBe(2);
    expect((await get<ApiSessions>('/api/sessions?q=SECURITY')).total).toBe(1);
  });

  it('takes several values of a filter, and counts for its menu what the other filters leave', async () => {
    const all = await get<ApiSessions>('/api/sessions');
    const two = await get<ApiSessions>('/api/sessions?agent=gemini,codex');
    expect(new Set(two.items.map(({ agent }) => agent))).toEqual(new Set(['gemini', 'codex']));
    expect(await get<ApiSessions>('/api/sessions?agent=gemini&agent=codex')).toMatchObject({ total: two.total });
    expect(two.facets.agents).toEqual(all.facets.agents);
    const folders = all.facets.projects.slice(0, 2);
    const inBoth = folders.map(({ key }) => `project=${encodeURIComponent(key)}`).join('&');
    const counted = folders.reduce((sum, { count }) => sum + count, 0);
    expect(await get<ApiSessions>(`/api/sessions?${inBoth}`)).toMatchObject({ total: counted });
    expect((await ask('/api/sessions?status=done,asleep')).status).toBe(400);
  });

  it('does not name what a link in a home leads to', async () => {
    const { items } = await get<ApiSessions>('/api/sessions');
    expect(JSON.stringify(items)).not.toContain('canary');
  });
});

describe('a session', () => {
  it('is its rows, its outline and what it changed', async () => {
    const { counts, files, head } = await get<ApiSession>(`/api/sessions/${codexSession}`);
    expect(counts).toMatchObject({ prompt: 3, reasoning: 2, plan: 2, change: 3, mcp: 1, problem: 1 });
    expect(files.map(({ path }) => path)).toContain('/home/you/harbour/src/lines/framer.ts');
    expect(head.turns).toBeGreaterThanOrEqual(0);
    const outline = await get<ApiOutline>(`/api/sessions/${codexSession}/outline`);
    expect(outline.turns.map(({ title }) => title.slice(0, 12))).toEqual([
      'When a chunk',
      'Also check w',
      'Make the fix',
    ]);
    const { rows, total } = await get<ApiRows>(`/api/sessions/${codexSession}/rows?from=2&limit=3`);
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(total).toBe(outline.rows);
  });

  it('links the calls that started agents to what these did', async () => {
    const { rows } = await get<ApiRows>(`/api/sessions/${claudeSession}/rows`);
    const { children } = await get<ApiSession>(`/api/sessions/${claudeSession}`);
    const linked = rows.flatMap(({ child }) => (child === undefined ? [] : [child]));
    expect(linked.sort()).toEqual(children.map(({ key }) => key).sort());
  });

  it('gives the lines of its file as they stand there', async () => {
    const { lines } = await get<ApiLines>(`/api/sessions/${codexSession}/lines?from=2&to=3`);
    const text = readFileSync(join(folder, 'homes', codexFile), 'utf8').split('\n');
    expect(lines.map((line) => line.text)).toEqual(text.slice(1, 3));
  });

  it('gives the message of a row in Claude’s shape, and none for a row that is a mark', async () => {
    const { rows } = await get<ApiRows>(`/api/sessions/${codexSession}/rows`);
    const rowOf = (kind: string) => rows.findIndex((row) => row.kind === kind);
    const messageOf = (kind: string) => `/api/sessions/${codexSession}/rows/${rowOf(kind)}/message`;
    const { message } = await get<ApiMessage>(messageOf('command'));
    const content = [{ type: 'tool_use', name: 'Bash' }, { type: 'tool_result' }];
    expect(JSON.parse(message.text)).toMatchObject({ content });
    expect((await ask(messageOf('problem'))).status).toBe(404);
  });

  it('is searched as a whole', async () => {
    expect((await get<ApiFind>(`/api/sessions/${codexSession}/find?q=surrogate`)).total).toBeGreaterThan(1);
  });

  it.each([
    '/api/sessions/codex/unknown',
    '/api/sessions/codex/..%2f..',
    `/api/sessions/${codexSession}/toString`,
    '/api/nothing',
    `/api/sessions/${codexSession}/rows/1/other`,
    `/api/sessions/${codexSession}/image/abc`,
  ])('that is not there is not found: %s', async (path) => {
    expect([400, 404]).toContain((await ask(path)).status);
  });

  it.each(['from=-1', 'limit=x', 'from=1e9'])('is not asked for by %s', async (query) => {
    expect((await ask(`/api/sessions/${codexSession}/rows?${query}`)).status).toBe(400);
  });
});

describe('an export', () => {
  it.each(['html', 'replay', 'markdown', 'messages'])(
    'is a redacted file, and says before what was taken out: %s',
    async (format) => {
      const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT'.padEnd(36, 'x7Yz')}`;
      const id = '8e4a1d52-7b3f-4f06-9c21-1f5d6e7a0302';
      const line = {
        id: 'late',
        timestamp: '2026-11-13T17:00:00Z',
        type: 'user',
        content: [{ text: `use ${secret} please` }],
      };
      appendFileSync(
        join(folder, 'homes/gemini/tmp/parser-lab/chats/session-2026-11-12T14-05-8e4a1d52.jsonl'),
        `${JSON.stringify(line)}\n`,
      );
      const path = `/api/sessions/gemini/${id}/export`;
      const { redactions } = await get<ApiExportPreview>(`${path}/preview?format=${format}`);
      expect(redactions).toEqual([{ rule: 'github-token', count: 1 }]);
      const response = await ask(`${path}?format=${format}`);
      const text = await response.text();
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="8e4a1d52-[\w-]+\.(?:(?:replay\.)?html|md|jsonl)"$/,
      );
      expect(text).toContain('from Node 24 on');
      expect(text).toContain('redacted:github-token');
      expect(text).not.toContain(secret);
    },
  );
});

describe('usage', () => {
  it('is what threadline usage counts, by whatever is asked for', async () => {
    const byModel = await get<ApiUsageReport>('/api/usage?by=model');
    const byDay = await get<ApiUsageReport>('/api/usage?by=day&zone=UTC');
    expect(byModel.total).toEqual(byDay.total);
    expect(byDay.rows.map(({ key }) => key)).toEqual(['2026-11-12', '2026-11-13', '2026-11-14']);
    const explained = await get<{ rows: unknown[] }>('/api/usage/explain?by=day&key=2026-11-12&zone=UTC');
    expect(explained.rows).toHaveLength(byDay.rows[0]?.requests ?? 0);
    expect((await ask('/api/usage?zone=Nowhere/Land')).status).toBe(400);
    const [all, unbounded] = await Promise.all(
      ['?since=all', ''].map((since) => get<ApiUsageReport>(`/api/usage${since}`)),
    );
    expect(all?.total).toEqual(unbounded?.total);
    expect((await ask('/api/sessions?since=all')).status).toBe(200);
  });

  it('is that of one model where one is named, says how long agents were at work, and leads to sessions', async () => {
    const [first] = (await get<ApiUsageReport>('/api/usage?by=model')).rows;
    const one = await get<ApiUsageReport>(`/api/usage?by=session&model=${encodeURIComponent(first?.key ?? '')}`);
    expect(one.total.total).toBe(first?.total);
    expect(one.rows.every(({ session, title }) => session?.includes('/') && title)).toBe(true);
    const { work } = await get<ApiUsageReport>('/api/usage');
    expect(work.subAgents).toBe(3);
    expect(Math.min(work.ms, work.peak)).toBeGreaterThan(0);
  });
});

describe('problems', () => {
  it('are told by agent, version and code, with a place and without content', async () => {
    const { groups } = await get<ApiProblems>('/api/problems');
    expect(groups).toEqual([
      {
        agent: 'codex',
        version: '0.166.0',
        sessions: 1,
        code: 'invalid-json',
        count: 1,
        sample: { session: codexSession, line: 60 },
      },
    ]);
  });
});

describe('what is written while the page is open', () => {
  it('comes as rows, and a page that missed some gets them by the line that it knows', async () => {
    const before = await get<ApiRows>(`/api/sessions/${codexSession}/rows?limit=500`);
    const stream = await ask(`/api/events?session=${codexSession}&after=${before.last}`);
    const received = new Map<number, Row>(before.rows.map((row) => [row.row, row]));
    const line = {
      timestamp: '2026-11-14T09:30:00.000Z',
      ordinal: 99,
      type: 'event_msg',
      payload: {
        type: 'item_completed',
        thread_id: 'x',
        turn_id: 'y',
        item: { type: 'AgentMessage', id: 'late', content: [{ type: 'Text', text: 'One more thing 🙂' }] },
      },
    };
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    appendFileSync(join(folder, 'homes', codexFile), bytes.subarray(0, -10));
    appendFileSync(join(folder, 'homes', codexFile), bytes.subarray(-10));
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of stream.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (const [, data = ''] of text.matchAll(/^event: rows\ndata: (.*)\n\n/gm)) {
        for (const row of (JSON.parse(data) as { rows: Row[] }).rows) received.set(row.row, row);
      }
      if (text.includes('One more thing')) break;
    }
    const after = await get<ApiRows>(`/api/sessions/${codexSession}/rows?limit=500`);
    expect([...received.values()]).toEqual(after.rows);
    expect(after.total).toBe(before.total + 1);
  });
});
