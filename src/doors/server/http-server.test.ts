import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonAnswer } from '../../machine/http/http-answer.ts';
import { guardOptions } from './guard.ts';
import { createHttpServer } from './http-server.ts';
import { createChallenge, createKeys, proofOf } from './keys.ts';
import { RequestError } from './request-error.ts';
import { SECURITY_HEADERS } from './respond.ts';

const FUZZ_ROUNDS = Number(process.env.THREADLINE_HTTP_FUZZ ?? 200);
const HEADER_TIMEOUT_MS = 1000;
const keys = createKeys();
const faults: unknown[] = [];
let server: Server;
let port = 0;

beforeAll(async () => {
  server = createHttpServer({
    keys,
    guard: () => ({ ...guardOptions(port), port }),
    onFault: (error) => faults.push(error),
    headerTimeoutMs: HEADER_TIMEOUT_MS,
    site: {
      file: (path) =>
        path === '/' ? { status: 200, headers: { 'content-type': 'text/html' }, body: 'page' } : undefined,
      async answer(path) {
        if (path === '/api/sessions') return jsonAnswer({ schema: 1 });
        if (path === '/api/fault') throw new Error('/etc/passwd: no such thing');
        throw new RequestError(404, 'not-found');
      },
      stream: () => false,
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Sends bytes as they are and gives the answer: headers can be malformed that no client would send. */
function exchange(request: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }));
    socket.write(request, 'latin1');
  });
}

interface Asked {
  method?: string;
  target?: string;
  version?: string;
  host?: string | undefined;
  headers?: readonly string[];
}

const COOKIE = () => `Cookie: ${keys.cookieName(port)}=${keys.token}`;

function ask({ method = 'GET', target = '/api/sessions', version = '1.1', headers = [COOKIE()], ...rest }: Asked = {}) {
  const host = 'host' in rest ? rest.host : `127.0.0.1:${port}`;
  const hosts = host === undefined ? [] : [`Host: ${host}`];
  return exchange(
    [`${method} ${target} HTTP/${version}`, ...hosts, 'Connection: close', ...headers, '', ''].join('\r\n'),
  );
}

describe('the guard', () => {
  it('lets our own page through', async () => {
    expect((await ask()).status).toBe(200);
    expect((await ask({ host: `LOCALHOST:${port}` })).status).toBe(200);
    expect((await ask({ host: `[::1]:${port}` })).status).toBe(200);
    expect((await ask({ headers: [`Authorization: Bearer ${keys.token}`] })).status).toBe(200);
  });

  it.each([
    'evil.com',
    'evil.com:P',
    'localhost.evil.com:P',
    '127.0.0.1.nip.io:P',
    'localhost:1',
    'localhost@evil.com',
    '127.1:P',
    'localhost.:P',
  ])('refuses the host %s', async (host) => {
    expect((await ask({ host: host.replace('P', String(port)) })).status).toBe(403);
  });

  it('refuses a request without a host, with two, or with one in its target', async () => {
    expect((await ask({ host: undefined })).status).toBe(400);
    expect((await ask({ host: undefined, version: '1.0' })).status).toBe(400);
    expect((await ask({ headers: [COOKIE(), `Host: 127.0.0.1:${port}`] })).status).toBe(400);
    expect((await ask({ target: `http://127.0.0.1:${port}/api/sessions` })).status).toBe(400);
  });

  it.each(['[', '%zz', 'a'.repeat(10_000), 'ü', ''])(
    'answers a host that is none, and lives on: %.10s',
    async (host) => {
      const { status } = await ask({ host });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect((await ask()).status).toBe(200);
    },
  );

  it.each(['http://evil', 'null', 'https://localhost:P', 'http://localhost:1', 'file://'])(
    'refuses the origin %s',
    async (origin) => {
      const { status } = await ask({ headers: [COOKIE(), `Origin: ${origin.replace('P', String(port))}`] });
      expect(status).toBe(403);
    },
  );

  it('refuses what another site made the browser ask', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect((await ask({ headers: [COOKIE(), `Sec-Fetch-Site: ${site}`] })).status).toBe(403);
    }
    expect((await ask({ target: '/', headers: ['Sec-Fetch-Site: none'] })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('has no use for %s', async (method) => {
    expect((await ask({ method })).status).toBe(405);
  });

  it.each([
    '/../../etc/passwd',
    '/%2e%2e%2fetc/passwd',
    '/..%5cx',
    '/%252e',
    '//etc/passwd',
    '/a%00b',
    '/a#b',
    '/a\\b',
    '/a'.repeat(300),
    '/./',
  ])('finds no file by %.20s', async (target) => {
    expect([400, 404]).toContain((await ask({ target })).status);
  });

  it('knows no upgrade', async () => {
    const headers = [COOKIE(), 'Upgrade: websocket', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'];
    expect([400, 426]).toContain((await ask({ headers })).status);
  });

  it('takes no address and no header without end', async () => {
    expect((await ask({ target: `/api/sessions?q=${'a'.repeat(3000)}` })).status).toBe(414);
    expect((await ask({ headers: [`X: ${'a'.repeat(20_000)}`] })).status).toBe(431);
  });
});

describe('the proof that this server knows the token', () => {
  it('is given to whoever asks with a challenge, tells no token, and holds for this port and challenge alone', async () => {
    const challenge = createChallenge();
    const { status, text } = await ask({ target: `/api/proof?challenge=${challenge}`, headers: [] });
    expect(status).toBe(200);
    expect(text).toContain(`"proof":"${proofOf(keys.token, port, challenge)}"`);
    expect(text).not.toContain(keys.token);
    expect(proofOf(keys.token, port + 1, challenge)).not.toBe(proofOf(keys.token, port, challenge));
    expect(proofOf('x', port, challenge)).not.toBe(proofOf(keys.token, port, challenge));
    const asBearer = {
      target: '/api/sessions',
      headers: [`Authorization: Bearer ${proofOf(keys.token, port, challenge)}`],
    };
    expect((await ask(asBearer)).status).toBe(401);
  });

  it.each(['', '?challenge=', '?challenge=short', `?challenge=${'a'.repeat(44)}`, `?challenge=${'%0a'.repeat(15)}`])(
    'is refused without a challenge: %s',
    async (query) => {
      expect((await ask({ target: `/api/proof${query}`, headers: [] })).status).toBe(400);
    },
  );
});

describe('the token', () => {
  it('is wanted for every answer of the API, in a cookie or a header and nowhere else', async () => {
    expect((await ask({ headers: [] })).status).toBe(401);
    for (const wrong of ['x'.repeat(keys.token.length), 'short']) {
      expect((await ask({ headers: [`Cookie: ${keys.cookieName(port)}=${wrong}`] })).status).toBe(401);
      expect((await ask({ headers: [`Authorization: Bearer ${wrong}`] })).status).toBe(401);
    }
    expect((await ask({ headers: [], target: `/api/sessions?token=${keys.token}` })).status).toBe(401);
  });

  it('leaves the address at the first visit', async () => {
    const { status, text } = await ask({ target: `/?token=${keys.token}`, headers: [] });
    expect(status).toBe(302);
    expect(/^location: (.*)\r$/im.exec(text)?.[1]).toBe('/');
    expect(/^set-cookie: (.*)\r$/im.exec(text)?.[1]).toBe(
      `${keys.cookieName(port)}=${keys.token}; HttpOnly; SameSite=Strict; Path=/`,
    );
    expect((await ask({ target: '/?token=wrong', headers: [] })).status).toBe(401);
  });

  it('is given for a code, once', async () => {
    const code = keys.createCode();
    expect((await ask({ target: `/?code=${code}`, headers: [] })).status).toBe(302);
    expect((await ask({ target: `/?code=${code}`, headers: [] })).status).toBe(401);
  });
});

describe('an address that names nothing', () => {
  const asBrowser = 'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

  it('is the page for a browser, and a code for everybody else', async () => {
    for (const target of ['/nowhere', '/a/b/c', '/s/codex', '/apis', '/assets/gone.js']) {
      const shown = await ask({ target, headers: [asBrowser] });
      expect(shown.status).toBe(404);
      expect(shown.text.toLowerCase()).toContain('content-type: text/html\r\ncache-control: no-store\r\n');
      expect(shown.text).toMatch(/\r\n\r\npage$/);
      expect((await ask({ method: 'HEAD', target, headers: [asBrowser] })).text).toMatch(/ 404 .*\r\n\r\n$/s);
      for (const headers of [[], ['Accept: */*'], ['Accept: application/json']]) {
        const told = await ask({ target, headers });
        expect(told.status).toBe(404);
        expect(told.text).toMatch(/\{"error":"not-found"\}$/);
      }
    }
  });

  it('is a code below the API, and where the guard refuses it', async () => {
    for (const target of ['/api', '/api/', '/api/x', '/api/sessions/codex/none']) {
      const { status, text } = await ask({ target, headers: [COOKIE(), asBrowser] });
      expect(status).toBe(404);
      expect(text).toMatch(/\{"error":"not-found"\}$/);
      expect((await ask({ target, headers: [asBrowser] })).status).toBe(401);
    }
    const refused = await ask({ target: '/a%2fb', headers: [asBrowser] });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/\{"error":"bad-request"\}$/);
  });

  it('is the page, too, where a link brings a token that is none, and lets nobody in', async () => {
    for (const target of ['/?token=wrong', '/?code=wrong']) {
      const { status, text } = await ask({ target, headers: [asBrowser] });
      expect(status).toBe(401);
      expect(text).toMatch(/\r\n\r\npage$/);
      expect(text).not.toMatch(/^(set-cookie|location):/im);
    }
  });
});

describe('every answer', () => {
  it('carries the same headers, and none that lets another site read it', async () => {
    const asked: Asked[] = [
      {},
      { target: '/' },
      { target: '/nowhere', headers: ['Accept: text/html'] },
      { headers: [] },
      { host: 'evil.com' },
      { method: 'OPTIONS' },
      { target: '/api/x' },
      { target: '/api/fault' },
      { target: `/?token=${keys.token}` },
      { target: '/api/proof' },
      { headers: ['Expect: miracles'] },
      // What the parser refuses.
      { method: 'G ET' },
      { version: '9.9' },
      { headers: ['no colon'] },
      { headers: ['Content-Length: 1', 'Transfer-Encoding: chunked'] },
      { headers: [`X: ${'a'.repeat(20_000)}`] },
    ];
    for (const one of asked) {
      const { text } = await ask(one);
      expect(text).toMatch(/^HTTP\/1\.1 [2345]\d\d /);
      for (const [name, value] of Object.entries(SECURITY_HEADERS))
        expect(text.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase());
      expect(text).not.toMatch(/^(access-control-|server:|x-powered-by)/im);
    }
  });

  it('tells a code, and no more, of what went wrong inside', async () => {
    const { status, text } = await ask({ target: '/api/fault' });
    expect(status).toBe(500);
    expect(text).toMatch(/\{"error":"internal"\}$/);
    expect(faults.length).toBeGreaterThan(0);
  });

  it('comes while others hold all connections and say next to nothing, and theirs end', async () => {
    const sockets = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'));
    const ended = sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.on('error', () => {});
          socket.on('close', () => resolve());
        }),
    );
    for (const socket of sockets) socket.write('G');
    await Promise.race(ended);
    expect((await ask()).status).toBe(200);
    for (const socket of sockets) if (!socket.destroyed) socket.write('E');
    expect((await ask()).status).toBe(200);
    for (const socket of sockets) socket.resume();
    await Promise.all(ended);
  });

  it('comes whatever is sent: random bytes kill nobody', async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const pieces = [
      'GET ',
      '/',
      ' HTTP/1.1\r\n',
      'Host: ',
      `127.0.0.1:${port}`,
      '\r\n',
      '\0',
      'ÿ',
      ':',
      '%',
      '#',
      ' ',
      'Content-Length: 5\r\n',
      'Transfer-Encoding: chunked\r\n',
      '?token=',
    ];
    for (let round = 0; round < FUZZ_ROUNDS; round += 1) {
      const request = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join('');
      expect((await exchange(`${request}\r\n\r\nGET / HTTP/1.0\r\n\r\n`)).status).not.toBe(500);
    }
    expect((await ask()).status).toBe(200);
  });
});
