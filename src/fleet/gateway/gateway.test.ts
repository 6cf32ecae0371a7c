import { connect } from 'node:net';
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore, type MemoryStore } from '../../../test/gateway/memory-store.ts';
import type { RawSource } from '../../archive/index.ts';
import { limits } from '../../limits/index.ts';
import { protocol } from '../collect/protocol.ts';
import { type GatewayOptions, type RunningGateway, startGateway } from './gateway.ts';

const LINES = '{"type":"a"}\n{"type":"b"}\n';
const PACKED = zstdCompressSync(LINES);
const SOURCE: RawSource = {
  agent: 'codex',
  home: '/home/me/.codex',
  path: 'sessions/a.jsonl',
  generation: '1.2.3-abc',
  mode: 'redacted',
};

let store: MemoryStore;
let gateway: RunningGateway;
let token: string;
let faults: unknown[];

async function start(options: Partial<GatewayOptions> = {}): Promise<void> {
  gateway = await startGateway({
    store,
    port: 0,
    host: '127.0.0.1',
    onFault: (error) => faults.push(error),
    ...options,
  });
}

beforeEach(async () => {
  store = createMemoryStore();
  token = store.addToken('laptop');
  faults = [];
  await start();
});

afterEach(async () => {
  await gateway.close();
});

const address = () => `http://127.0.0.1:${gateway.port}`;

interface Asked {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function ask(path: string, init: RequestInit = {}): Promise<Asked> {
  const response = await fetch(`${address()}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...Object.fromEntries(new Headers(init.headers)) },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
}

const askSources = (sources: unknown, headers: Record<string, string> = {}) =>
  ask(protocol.sources, { method: 'POST', body: JSON.stringify({ sources }), headers });

async function openSource(headers: Record<string, string> = {}): Promise<string> {
  const { body } = await askSources([SOURCE], headers);
  const [source] = body.sources as { id: string }[];
  return source?.id ?? '';
}

function put(id: string, start: number, packed: BodyInit = PACKED, headers: Record<string, string> = {}) {
  return ask(protocol.segment(id, start), {
    method: 'PUT',
    body: packed,
    headers: { 'content-type': protocol.packedType, [protocol.sizeHeader]: String(LINES.length), ...headers },
  });
}

/** What a server answers to bytes that no client of ours would send. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

describe('who may ask', () => {
  it.each(['', 'Bearer', 'Bearer tl_short', `Bearer tl_${'A'.repeat(43)}`, `Basic tl_${'A'.repeat(43)}`])(
    'refuses the authorization %j with 401',
    async (authorization) => {
      const { status, headers, body } = await askSources([], { authorization });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body).toEqual({ error: 'unauthorised' });
    },
  );

  it('refuses a token at the first request after it was revoked', async () => {
    const id = await openSource();
    store.revoke(token);
    expect((await put(id, 0)).status).toBe(401);
    expect((await askSources([SOURCE])).status).toBe(401);
    expect(store.sources.get(id)?.head).toBe(0);
  });

  it("answers 404 for another machine's source", async () => {
    const id = await openSource();
    token = store.addToken('other', { tenant: 2 });
    expect((await put(id, 0)).status).toBe(404);
    expect(store.sources.get(id)?.segments).toEqual([]);
  });

  it('takes the name of a machine only with the token of a group, and only one that is short and printable', async () => {
    await openSource({ [protocol.machineHeader]: 'another' });
    token = store.addToken('ci', { group: true });
    await openSource({ [protocol.machineHeader]: 'run 17' });
    expect([...store.sources.values()].map(({ machine }) => machine)).toEqual(['laptop', 'ci/run 17']);
    for (const name of ['', 'x'.repeat(65), 'caf\u00e9', 'a\tb']) {
      const { status, body } = await askSources([SOURCE], { [protocol.machineHeader]: name });
      expect([name, status, body]).toEqual([name, 422, { reason: 'bad-machine' }]);
    }
  });
});

describe('segments', () => {
  it('are kept from the head on, and answered with the new head', async () => {
    const id = await openSource();
    expect(await put(id, 0, PACKED, { [protocol.redactionHeader]: 'rules-3' })).toMatchObject({
      status: 200,
      body: { head: LINES.length },
    });
    expect((await put(id, LINES.length)).body).toEqual({ head: 2 * LINES.length });
    const kept = store.sources.get(id)?.segments ?? [];
    expect(kept.map(({ start, size, redaction }) => [start, size, redaction])).toEqual([
      [0, LINES.length, 'rules-3'],
      [LINES.length, LINES.length, ''],
    ]);
    expect(Buffer.from(kept[0]?.packed ?? []).equals(PACKED)).toBe(true);
  });

  it('that do not begin at the head are answered with the true head (409)', async () => {
    const id = await openSource();
    await put(id, 0);
    expect(await put(id, 0)).toMatchObject({ status: 409, body: { head: LINES.length } });
    expect(await put(id, 999)).toMatchObject({ status: 409, body: { head: LINES.length } });
    expect((await askSources([SOURCE])).body).toMatchObject({ sources: [{ id, head: LINES.length, state: 'open' }] });
  });

  it('of a forgotten source are refused with 410', async () => {
    const id = await openSource();
    const source = store.sources.get(id);
    if (source) source.isForgotten = true;
    expect(await put(id, 0)).toMatchObject({ status: 410, body: { error: 'forgotten' } });
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'bad-zstd'],
    ['no zstd', Buffer.from('{"type":"a"}\n'), 'bad-zstd'],
    ['a frame that is cut off', PACKED.subarray(0, -3), 'bad-zstd'],
    ['something behind the frame', Buffer.concat([PACKED, Buffer.from('xyz')]), 'bad-zstd'],
    ['a second frame, which would not be seen', Buffer.concat([PACKED, PACKED]), 'bad-zstd'],
    ['an empty frame', zstdCompressSync(''), 'bad-zstd'],
    ['a frame that holds no data', Buffer.from([0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 1]), 'bad-zstd'],
    ['a line without its end', zstdCompressSync('{"type":"a"}'), 'no-newline'],
    ['a bomb', zstdCompressSync(Buffer.alloc(limits.maxUnpackedSegmentBytes + 1, 0x0a)), 'too-large-unpacked'],
  ])('refuses %s with 422', async (_name, packed, reason) => {
    const id = await openSource();
    expect(await put(id, 0, packed)).toMatchObject({ status: 422, body: { reason } });
    expect(store.sources.get(id)?.head).toBe(0);
  });

  it('refuses a frame that wants more memory than a segment may have', async () => {
    const packer = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
    const chunks: Buffer[] = [];
    packer.on('data', (chunk: Buffer) => chunks.push(chunk));
    // Written in two parts: else the packer knows how small all of it is.
    await new Promise<void>((resolve) => packer.write('{"a":1}\n', () => packer.flush(resolve)));
    await new Promise<void>((resolve) => packer.end('{"a":2}\n', () => packer.once('end', resolve)));
    const id = await openSource();
    expect(await put(id, 0, Buffer.concat(chunks))).toMatchObject({ status: 422, body: { reason: 'bad-zstd' } });
  });

  it('takes as much as may be unpacked', async () => {
    const id = await openSource();
    const packed = zstdCompressSync(Buffer.alloc(limits.maxUnpackedSegmentBytes, 0x0a));
    expect((await put(id, 0, packed)).status).toBe(200);
  });

  it.each(['', '0', '-1', '1e3', '1.5', '2147483648', '99999999999', 'x'])(
    'refuses the size %j with 422',
    async (size) => {
      const id = await openSource();
      const { status, body } = await put(id, 0, PACKED, { [protocol.sizeHeader]: size });
      expect([status, body]).toEqual([422, { reason: 'bad-size' }]);
    },
  );

  it('repeats the marker of the last one', async () => {
    const id = await openSource();
    await put(id, 0, PACKED, { [protocol.markerHeader]: 'sha-1' });
    await put(id, LINES.length, PACKED, { [protocol.markerHeader]: 'sha-2' });
    expect((await askSources([SOURCE])).body).toMatchObject({ sources: [{ head: 2 * LINES.length, marker: 'sha-2' }] });
    expect((await put(id, 0, PACKED, { [protocol.markerHeader]: 'x'.repeat(65) })).body).toEqual({
      reason: 'bad-marker',
    });
  });

  it('refuses a start beyond what can be counted, and a redaction that is no short word', async () => {
    const id = await openSource();
    expect((await put(id, 9_007_199_254_740_991)).body).toEqual({ reason: 'bad-start' });
    expect((await put(id, 0, PACKED, { [protocol.redactionHeader]: 'two words' })).body).toEqual({
      reason: 'bad-redaction',
    });
  });

  it('refuses more than a megabyte by what it says, and by what comes', async () => {
    const id = await openSource();
    const much = Buffer.alloc(limits.maxGatewayBodyBytes + 1);
    expect((await put(id, 0, much)).status).toBe(413);
    const chunked = new ReadableStream({
      start(controller) {
        for (let at = 0; at < much.length; at += 65_536) controller.enqueue(much.subarray(at, at + 65_536));
        controller.close();
      },
    });
    // `duplex` is what fetch wants for a body that comes in chunks; its type is not known here yet.
    const init: RequestInit & { duplex: 'half' } = {
      method: 'PUT',
      body: chunked,
      duplex: 'half',
      headers: { [protocol.sizeHeader]: '10' },
    };
    expect((await ask(protocol.segment(id, 0), init)).status).toBe(413);
    expect(store.sources.get(id)?.head).toBe(0);
    expect((await put(id, 0)).status).toBe(200);
  });
});

describe('sources', () => {
  it.each([
    ['no JSON', '{', 'bad-json'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'bad-json'],
    ['a depth that no parser takes', '['.repeat(200_000), 'bad-json'],
    ['no list', '{"sources":{"length":1}}', 'no-sources'],
    ['null', 'null', 'no-sources'],
    ['too many', JSON.stringify({ sources: Array(257).fill(SOURCE) }), 'too-many-sources'],
  ])('refuses %s with 422', async (_name, body, reason) => {
    expect(await ask(protocol.sources, { method: 'POST', body })).toMatchObject({ status: 422, body: { reason } });
  });

  it.each([
    { agent: '' },
    { agent: 'a b' },
    { agent: { toString: 0, valueOf: 0 } },
    { home: 7 },
    { home: '' },
    { path: 'a\0b' },
    { path: '\ud800' },
    { path: 'x'.repeat(limits.maxSourcePathBytes + 1) },
    { path: '\u20ac'.repeat(limits.maxSourcePathBytes / 2) },
    { generation: '' },
    { generation: 'x'.repeat(201) },
    { mode: 'off' },
    { mode: 'all' },
    { mode: ['full'] },
    { title: '' },
    { title: 'a\0b' },
    { title: { toString: 0 } },
    { title: 'x'.repeat(2000) },
  ])('refuses one with %j, says which, and takes none', async (odd) => {
    const { status, body } = await askSources([SOURCE, { ...SOURCE, ...odd }]);
    expect([status, body]).toEqual([422, { reason: 'bad-source', index: 1 }]);
    expect(store.sources.size).toBe(0);
  });

  it('refuses values that are no objects', async () => {
    for (const odd of [null, 1, 'a', [], true]) expect((await askSources([odd])).status).toBe(422);
  });
});

describe('the store', () => {
  it('that is away makes 503 with Retry-After, and nothing is acknowledged', async () => {
    const id = await openSource();
    store.failure = new Error('connection refused: secret text');
    for (const answer of [await put(id, 0), await askSources([SOURCE])]) {
      expect(answer).toMatchObject({ status: 503, body: { error: 'store-away' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(faults).toHaveLength(2);
    store.failure = undefined;
    expect(await put(id, 0)).toMatchObject({ status: 200, body: { head: LINES.length } });
  });

  it('is told of many segments a few times only', async () => {
    const id = await openSource();
    for (let count = 0; count < 20; count += 1) await put(id, count * LINES.length);
    expect(store.sources.get(id)?.segments).toHaveLength(20);
    await gateway.close();
    expect(store.announced).toBeGreaterThan(0);
    expect(store.announced).toBeLessThan(20);
    await start();
  });

  it('shows in /health and /metrics, which want no token and tell no names', async () => {
    const id = await openSource();
    await put(id, 0);
    await put(id, 0);
    await ask('/nowhere');
    expect(await ask('/health')).toMatchObject({ status: 200, body: { ok: true } });
    const { body } = await ask('/metrics', { headers: { authorization: '' } });
    const text = String(body.text);
    for (const line of [
      'threadline_gateway_requests_total{route="segments",code="200"} 1',
      'threadline_gateway_requests_total{route="segments",code="409"} 1',
      'threadline_gateway_requests_total{route="other",code="404"} 1',
      'threadline_gateway_segments_total 1',
      `threadline_gateway_packed_bytes_total ${PACKED.length}`,
      'threadline_gateway_conflicts_total 1',
      'threadline_jobs 3',
      'threadline_fold_lag_seconds 1.5',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    for (const name of ['laptop', 'codex', 'a.jsonl', id]) expect(text).not.toContain(name);
    await gateway.close();
    store.failure = new Error('away');
    await start();
    expect((await ask('/health')).status).toBe(503);
    expect(String((await ask('/metrics')).body.text)).toContain('threadline_store_up 0\n');
  });
});

describe('bounds', () => {
  it('more requests of one token at once than it may have are refused with 429; another token goes on', async () => {
    await gateway.close();
    await start({ bounds: { requests: 2 } });
    const id = await openSource();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isIn = () => {};
    const twoAreIn = new Promise<void>((resolve) => {
      let count = 0;
      isIn = () => {
        count += 1;
        if (count === 2) resolve();
      };
    });
    store.beforeAppend = () => {
      isIn();
      return held;
    };
    const first = [put(id, 0), put(id, 0)];
    await twoAreIn;
    const refused = await put(id, 0);
    expect(refused).toMatchObject({ status: 429, body: { error: 'too-many-requests' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    const own = token;
    token = store.addToken('other');
    expect((await askSources([SOURCE])).status).toBe(200);
    token = own;
    release();
    expect((await Promise.all(first)).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await askSources([SOURCE])).status).toBe(200);
  });

  it('two hundred machines of one group are let in at once: each has bounds of its own', async () => {
    await gateway.close();
    await start({ bounds: { requests: 1 } });
    token = store.addToken('ci', { group: true });
    const ids: string[] = [];
    const names = Array.from({ length: 200 }, (_, number) => `run ${number}`);
    for (const name of names) ids.push(await openSource({ [protocol.machineHeader]: name }));
    let inside = 0;
    let release = () => {};
    const allAreIn = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.beforeAppend = () => {
      inside += 1;
      if (inside === names.length) release();
      return allAreIn;
    };
    const sent = ids.map((id, index) => put(id, 0, PACKED, { [protocol.machineHeader]: names[index] ?? '' }));
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('a token that sends too much in a second is refused with 429', async () => {
    await gateway.close();
    await start({ bounds: { bytesPerSecond: 1, burstBytes: PACKED.length + 300 } });
    const id = await openSource();
    const statuses = [];
    for (let count = 0; count < 8; count += 1) statuses.push((await put(id, count * LINES.length)).status);
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);
  });

  it('what is held of all bodies is bounded: 503', async () => {
    await gateway.close();
    await start({ bounds: { heldBytes: 10 } });
    expect(await askSources([SOURCE])).toMatchObject({ status: 503, body: { error: 'busy' } });
  });

  it('a head that does not come to its end is cut off', async () => {
    await gateway.close();
    await start({ limits: { headerTimeoutMs: 100, requestTimeoutMs: 200 } });
    expect(await sendRaw('POST /v1/sources HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  it('a body that does not come to its end is cut off, and its place is free again', async () => {
    await gateway.close();
    await start({ bounds: { requests: 1 }, limits: { headerTimeoutMs: 100, requestTimeoutMs: 200 } });
    const head = `POST /v1/sources HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 100\r\n\r\n{`;
    expect(await sendRaw(head)).toMatch(/^HTTP\/1\.1 (408|400)/);
    expect((await askSources([SOURCE])).status).toBe(200);
  });

  it('whoever holds connections without asking keeps nobody out', async () => {
    await gateway.close();
    await start({ limits: { maxConnections: 4 } });
    const idle = Array.from({ length: 6 }, () => connect(gateway.port, '127.0.0.1').on('error', () => {}));
    await new Promise((resolve) => idle.at(-1)?.once('connect', resolve));
    expect((await askSources([SOURCE])).status).toBe(200);
    for (const socket of idle) socket.destroy();
  });

  it('a client that does not wait for answers is cut off', async () => {
    const one = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await sendRaw(one.repeat(5));
    expect(answer.split('HTTP/1.1 200').length - 1).toBeLessThan(5);
  });

  it('closing answers what runs, and takes nothing more', async () => {
    const id = await openSource();
    let closed: Promise<void> | undefined;
    store.beforeAppend = async () => {
      closed ??= gateway.close();
    };
    const last = await put(id, 0);
    expect(last.status).toBe(200);
    expect(last.headers.get('connection')).toBe('close');
    await closed;
    await expect(askSources([SOURCE])).rejects.toThrow();
    await start();
  });
});

describe('what is no route', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/v1/sources'],
    ['PUT', '/v1/sources'],
    ['DELETE', '/v1/sources/1/segments/0'],
    ['PUT', '/v1/sources/..%2f1/segments/0'],
    ['PUT', '/v1/sources/1/segments/-1'],
    ['PUT', '/v1/sources/1/segments/0x1'],
    ['PUT', '/v1/sources/1/segments/0?a=b'],
    ['PUT', `/v1/sources/${'1'.repeat(65)}/segments/0`],
    ['GET', '/v1/sources/1'],
    ['POST', '/health'],
  ])('%s %s is 404', async (method, path) => {
    expect((await ask(path, { method })).status).toBe(404);
  });

  it('an id that no store knows is 404', async () => {
    expect((await put('nobody', 0)).status).toBe(404);
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400/],
    ['a head without end', `GET / HTTP/1.1\r\nHost: x\r\n${'X: y\r\n'.repeat(5000)}\r\n`, /^HTTP\/1\.1 431/],
    [
      'two lengths',
      'POST /v1/sources HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      /^HTTP\/1\.1 400/,
    ],
    [
      'a length and chunks',
      'POST /v1/sources HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      /^HTTP\/1\.1 400/,
    ],
  ])('%s is refused', async (_name, text, answer) => {
    expect(await sendRaw(text)).toMatch(answer);
  });
});
