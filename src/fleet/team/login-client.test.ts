import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTokenSource } from './login-client.ts';
import { readLogin, writeLogin } from './logins.ts';

let folder: string;
let origin: string;
/** What comes with each renewal, which counts once. */
let counts: string;
let onAsked: () => void;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const isKnown = JSON.parse(body).renewal === counts;
    if (isKnown) counts += '+';
    onAsked();
    response.writeHead(isKnown ? 200 : 401);
    response.end(isKnown ? JSON.stringify({ token: `token ${counts}`, expires_in: 3600, renewal: counts }) : '{}');
  });
});

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-login-'));
  vi.stubEnv('THREADLINE_HOME', folder);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  counts = 'r';
  onAsked = () => {};
  writeLogin(origin, { token: 'token r', expiresAt: Date.now() - 1, renewal: 'r' });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

describe('a login whose hour is over', () => {
  it('is renewed once for all requests of a program that find it so', async () => {
    const token = createTokenSource(origin, undefined);
    expect(await Promise.all([token(), token(), token()])).toEqual(Array(3).fill('token r+'));
    expect(readLogin(origin)?.renewal).toBe('r+');
    // Two that were refused with the one before take the one that came since.
    expect(await Promise.all([token('token r'), token('token r')])).toEqual(Array(2).fill('token r+'));
    expect(counts).toBe('r+');
  });

  it('is taken from another program that renewed it at the same time', async () => {
    counts = 'used up';
    onAsked = () => writeLogin(origin, { token: 'theirs', expiresAt: Date.now() + 60_000, renewal: 'next' });
    expect(await createTokenSource(origin, undefined)()).toBe('theirs');
  });

  it('is over where the server renews it for nobody', async () => {
    counts = 'revoked';
    expect(await createTokenSource(origin, undefined)()).toBeUndefined();
  });
});
