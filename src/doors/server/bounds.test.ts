import { appendFileSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codexFile, codexSession, sampleFolder, sampleViewer } from '../../../test/server/sample-viewer.ts';
import type { ApiRows, Row } from './api-types.ts';
import type { Viewer } from './viewer.ts';

const MAX_STREAMS = 16;
/** Machines are slow at times. */
const LONG = { timeout: 20_000 };

let folder: string;
let viewer: Viewer;
const faults: unknown[] = [];

beforeAll(async () => {
  folder = sampleFolder();
  symlinkSync(
    '/etc/passwd',
    join(folder, 'homes', dirname(codexFile), `rollout-2026-11-14T09-00-00-${'0'.repeat(8)}-link.jsonl`),
  );
  viewer = await sampleViewer(folder, faults);
});

afterAll(async () => {
  await viewer.close();
  rmSync(folder, { recursive: true, force: true });
  expect(faults).toEqual([]);
});

function headers(): string[] {
  const token = new URL(viewer.addressWithToken).searchParams.get('token');
  return [`Host: 127.0.0.1:${viewer.port}`, `Authorization: Bearer ${token}`];
}

const request = (target: string, more: readonly string[] = []) =>
  [`GET ${target} HTTP/1.1`, ...headers(), ...more, '', ''].join('\r\n');

/** A connection, and what came over it so far. */
function dial(text: string): { socket: Socket; received: () => string; closed: Promise<void> } {
  const socket = connect(viewer.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.write(text);
  return { socket, received: () => received, closed };
}

async function statusOf(target: string, more: readonly string[] = []): Promise<number> {
  const { received, closed } = dial(request(target, ['Connection: close', ...more]));
  await closed;
  return Number(/^HTTP\/1\.1 (\d+)/.exec(received())?.[1] ?? 0);
}

async function get<Body>(path: string): Promise<Body> {
  const [, authorization = ''] = headers()[1]?.split(': ') ?? [];
  return (await (await fetch(new URL(path, viewer.address), { headers: { authorization } })).json()) as Body;
}

describe('a session', () => {
  it.each([
    '..%2Fx',
    '%2e%2e',
    '%zz',
    'x'.repeat(1500),
    'x'.repeat(10_000),
    '__proto__',
    'constructor',
    '00000000-link',
  ])('that nobody has is not found: %.20s', async (id) => {
    expect([400, 404, 414]).toContain(await statusOf(`/api/sessions/codex/${id}`));
    expect([400, 404, 414]).toContain(await statusOf(`/api/sessions/codex/${id}/rows`));
  });
});

describe('the streams', () => {
  it('are sixteen; the next one is refused until another ends', async () => {
    const streams = Array.from({ length: MAX_STREAMS }, () => dial(request('/api/events?list=1')));
    await expect.poll(() => streams.every(({ received }) => received().startsWith('HTTP/1.1 200')), LONG).toBe(true);
    expect(await statusOf('/api/events?list=1')).toBe(503);
    streams[0]?.socket.destroy();
    const last = dial(request('/api/events?list=1'));
    await expect
      .poll(async () => (last.received().startsWith('HTTP/1.1 200') ? 200 : await statusOf('/api/hello')), LONG)
      .toBe(200);
    for (const { socket } of [...streams, last]) socket.destroy();
  });

  it('tell a reader who is too far behind to ask again, keep little for it, and go on where it was without a gap', async () => {
    const lines = Array.from({ length: 250 }, (_, index) => answerLine(`slow-${index}`, 'slow '.repeat(12_000)));
    const slow = dial(request(`/api/events?session=${codexSession}&after=0`));
    await expect.poll(slow.received, LONG).toContain('event: rows');
    slow.socket.pause();
    for (const line of lines) appendFileSync(join(folder, 'homes', codexFile), line);
    const all = async () => {
      const first = await get<ApiRows>(`/api/sessions/${codexSession}/rows?limit=200`);
      const rest = await get<ApiRows>(`/api/sessions/${codexSession}/rows?from=200&limit=500`);
      return [...first.rows, ...rest.rows];
    };
    const total = async () => (await get<ApiRows>(`/api/sessions/${codexSession}/rows?limit=1`)).total;
    await expect.poll(total, LONG).toBeGreaterThan(lines.length);
    slow.socket.resume();
    await expect.poll(slow.received, LONG).toContain('event: resync');
    await slow.closed;
    expect(slow.received().length).toBeLessThan(0.75 * lines.join('').length);
    const expected = await all();
    const rows = rowsIn(slow.received());
    expect(rows.size).toBeLessThan(expected.length);
    const lastId = [...slow.received().matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
    const resumed = dial(request(`/api/events?session=${codexSession}&after=0`, [`Last-Event-ID: ${lastId}`]));
    const merged = () => new Map([...rows, ...rowsIn(resumed.received())]);
    await expect.poll(() => merged().size, { ...LONG, interval: 500 }).toBe(expected.length);
    expect([...merged().values()].sort((a, b) => a.row - b.row)).toEqual(expected);
    expect(resumed.received()).not.toContain('resync');
    resumed.socket.destroy();
  });

  it('begin anew for a reader of what the file was before', async () => {
    const { reading, last } = await get<ApiRows>(`/api/sessions/${codexSession}/rows`);
    const stale = dial(request(`/api/events?session=${codexSession}&after=${last}.${reading - 1}`));
    await expect.poll(stale.received, LONG).toContain('event: reset\ndata: {"session":"');
    stale.socket.destroy();
  });
});

describe('the server', () => {
  it('answers a thousand requests that come at once', async () => {
    const { socket, received } = dial(request('/api/hello').repeat(1000));
    await expect.poll(() => received().match(/HTTP\/1\.1 200/g)?.length, LONG).toBe(1000);
    socket.destroy();
  });

  it('takes what comes with a request for no other request', async () => {
    const hidden = request('/api/sessions');
    const { received, closed } = dial(
      `${request('/api/hello', ['Connection: close', `Content-Length: ${hidden.length}`])}${hidden}`,
    );
    await closed;
    expect(received().match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
  });

  it.skipIf(!existsSync('/proc/net/tcp'))('listens on 127.0.0.1 alone (skipped without /proc/net/tcp)', () => {
    const port = viewer.port.toString(16).toUpperCase().padStart(4, '0');
    const listening = ['/proc/net/tcp', '/proc/net/tcp6']
      .filter((path) => existsSync(path))
      .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '', , state]) => local.endsWith(`:${port}`) && state === '0A')
      .map(([, local]) => local);
    expect(listening).toEqual([`0100007F:${port}`]);
  });
});

function answerLine(id: string, text: string): string {
  const item = { type: 'AgentMessage', id, content: [{ type: 'Text', text }] };
  const payload = { type: 'item_completed', thread_id: 'x', turn_id: 'y', item };
  return `${JSON.stringify({ timestamp: '2026-11-14T09:30:00.000Z', ordinal: 99, type: 'event_msg', payload })}\n`;
}

/** The rows of all whole events; the chunks of the transfer may begin anywhere. */
function rowsIn(received: string): Map<number, Row> {
  const text = received.replace(/\r\n[0-9a-f]+\r\n/g, '');
  const rows = new Map<number, Row>();
  for (const [, data = ''] of text.matchAll(/event: rows\ndata: (.*)\n\n/g)) {
    for (const row of (JSON.parse(data) as { rows: Row[] }).rows) rows.set(row.row, row);
  }
  return rows;
}
