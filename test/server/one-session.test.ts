import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  ApiLines,
  ApiMessage,
  ApiOutline,
  ApiRow,
  ApiRows,
  ApiSession,
  ApiSessions,
  ApiSpans,
} from '../../src/doors/server/api-types.ts';
import { codexFile, codexSession, sampleFolder, sampleHomes } from './sample-viewer.ts';
import { testViewer } from './test-viewer.ts';

const TOKEN = `ghp_${'Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2'.slice(0, 36)}`;

/** Adds an answer to the Codex session of a sample. */
function addAnswer(folder: string, text: string): void {
  const item = { type: 'AgentMessage', id: 'added', content: [{ type: 'Text', text }] };
  const payload = { type: 'item_completed', thread_id: 'x', turn_id: 'y', item };
  const line = { timestamp: '2026-11-14T09:30:00.000Z', ordinal: 1000, type: 'event_msg', payload };
  appendFileSync(join(folder, 'homes', codexFile), `${JSON.stringify(line)}\n`);
}

describe('tokens of turns', () => {
  it('add up to those of the session, in every session of three agents', async () => {
    const { get, faults } = await testViewer({ homes: sampleHomes(sampleFolder()) });
    await get<ApiSessions>('/api/sessions');
    await expect
      .poll(async () => (await get<ApiSessions>('/api/sessions')).items.some(({ usage }) => usage))
      .toBe(true);
    const { items } = await get<ApiSessions>('/api/sessions');
    for (const { key, usage } of items) {
      const { turns } = await get<ApiOutline>(`/api/sessions/${key}/outline`);
      const sum = (of: 'total' | 'cached' | 'costUsd') => turns.reduce((all, turn) => all + (turn.usage?.[of] ?? 0), 0);
      expect([key, sum('total'), sum('cached')]).toEqual([key, usage?.total ?? 0, usage?.cached ?? 0]);
      expect(sum('costUsd')).toBeCloseTo(usage?.costUsd ?? 0, 5);
    }
    expect(items.filter(({ usage }) => usage).length).toBeGreaterThan(5);
    expect(faults).toEqual([]);
  });

  it('say the wait for the person beside the time of the answer before it', async () => {
    const { get } = await testViewer({ homes: sampleHomes(sampleFolder()) });
    const { spans, waits } = await get<ApiSpans>(`/api/sessions/${codexSession}/spans`);
    expect(waits.length).toBeGreaterThan(0);
    for (const [from, to] of waits) {
      const inside = spans.filter(([, , start, end]) => start < to && end > from);
      expect(inside).toEqual([]);
    }
  });
});

describe('secrets', () => {
  async function withSecret() {
    const folder = sampleFolder();
    addAnswer(folder, `The token is ${TOKEN} for now`);
    const { get, listen } = await testViewer({ homes: sampleHomes(folder) });
    const base = `/api/sessions/${codexSession}`;
    const { rows } = await get<ApiRows>(`${base}/rows?limit=500`);
    const row = rows.find(({ secrets }) => secrets);
    if (!row) throw new Error('no row has a secret');
    return { get, listen, base, rows, row };
  }

  it('are in no row, message, line or stream until they are asked for', async () => {
    const { get, listen, base, rows, row } = await withSecret();
    const [, last] = row.lines;
    const told = await listen(`/api/events?session=${codexSession}&after=0`);
    await expect.poll(() => told.some(({ event }) => event === 'rows')).toBe(true);
    const hidden = [
      rows,
      await get<ApiRow>(`${base}/rows/${row.row}`),
      await get<ApiMessage>(`${base}/rows/${row.row}/message`),
      await get<ApiLines>(`${base}/lines?from=${last}&to=${last}`),
      await get<object>(`${base}/rows/${row.row}/text?block=0`),
      told,
    ];
    for (const answer of hidden) {
      expect(JSON.stringify(answer)).toContain('[redacted:');
      expect(JSON.stringify(answer)).not.toContain(TOKEN);
    }
    for (const path of [`/rows/${row.row}?`, `/rows/${row.row}/message?`, `/lines?from=${last}&to=${last}&`]) {
      expect(JSON.stringify(await get<object>(`${base}${path}secrets=1`))).toContain(TOKEN);
    }
  });

  it('make a line say that it has some, and leave others alone', async () => {
    const { get, base, row } = await withSecret();
    const [, last] = row.lines;
    const { lines } = await get<ApiLines>(`${base}/lines?from=${last - 1}&to=${last}`);
    expect(lines.map(({ secrets }) => secrets)).toEqual([undefined, true]);
  });
});

describe('a line of the file', () => {
  it('leads to its row, or to the nearest one', async () => {
    const { get } = await testViewer({ homes: sampleHomes(sampleFolder()) });
    for (const line of [1, 55, 500, 999_999_999]) {
      const { rows } = await get<ApiRows>(`/api/sessions/${codexSession}/rows?line=${line}`);
      expect(rows.length).toBeGreaterThan(0);
    }
  });
});

it('sums up the tools of a session with their failures', async () => {
  const { get } = await testViewer({ homes: sampleHomes(sampleFolder()) });
  const { tools, counts } = await get<ApiSession>(`/api/sessions/${codexSession}`);
  expect(tools.find(({ name }) => name === 'Commands')?.calls).toBe(counts.command);
});

it('sends long answers compressed, and streams as they are', async () => {
  const folder = sampleFolder();
  addAnswer(folder, 'Some words. '.repeat(3000));
  const { ask } = await testViewer({ homes: sampleHomes(folder) });
  const rows = await ask(`/api/sessions/${codexSession}/rows?limit=500`);
  expect(rows.headers.get('content-encoding')).toMatch(/^(?:br|gzip)$/);
  const stream = await ask('/api/events?list=1');
  expect(stream.headers.get('content-encoding')).toBeNull();
  await stream.body?.cancel();
});
