import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { hostname, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startViewer, type Viewer } from './viewer.ts';

let folder = '';
let viewer: Viewer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-names-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>');
});
afterEach(async () => {
  await viewer?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(host?: string): Promise<Viewer> {
  const onFault = () => {};
  viewer = await startViewer({ homes: [], webFolder: folder, port: 0, host, version: '0', userHome: '/', onFault });
  return viewer;
}

/** What a server says to whoever connects to an address and asks for a name. */
function status(address: string, port: number, name: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { host: address, port, path: '/', headers: { host: name }, agent: false };
    request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

const addresses = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
const hasLoopback6 = addresses.some(({ address }) => address === '::1');

describe('the names by which a server may be asked', () => {
  it('are those of loopback where it is bound to that, with its port and no other', async () => {
    const { port } = await start();
    for (const name of ['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]']) {
      expect(await status('127.0.0.1', port, `${name}:${port}`), name).toBe(200);
    }
    for (const name of ['127.0.0.1', `127.0.0.1:${port + 1}`, `localhost.:${port}`, `${hostname()}.:${port}`]) {
      expect(await status('127.0.0.1', port, name), name).toBe(403);
    }
    expect(await status('127.0.0.1', port, `evil.example:${port}`)).toBe(403);
    expect(await status('127.0.0.1', port, `0.0.0.0:${port}`)).toBe(403);
  });

  it.skipIf(!hasLoopback6)(
    'have brackets where it is bound to an address of IPv6, and so has what is printed',
    async () => {
      const { port, address } = await start('::1');
      expect(address).toBe(`http://[::1]:${port}/`);
      expect((await fetch(address)).status).toBe(200);
      expect(await status('::1', port, `[::1]:${port}`)).toBe(200);
      expect(await status('::1', port, `::1:${port}`)).toBe(403);
      expect(await status('::1', port, `[::]:${port}`)).toBe(403);
    },
  );

  it('are all of the machine where it is bound to all addresses, and none that somebody else chose', async () => {
    const { port } = await start('0.0.0.0');
    const own = addresses.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
    for (const name of ['127.0.0.1', 'localhost', '0.0.0.0', hostname(), hostname().toUpperCase(), ...own]) {
      expect(await status('127.0.0.1', port, `${name}:${port}`), name).toBe(200);
    }
    for (const name of ['evil.example', `${hostname()}.evil.example`, '192.0.2.1', '127.0.0.2', '[2001:db8::1]']) {
      expect(await status('127.0.0.1', port, `${name}:${port}`), name).toBe(403);
    }
  });
});
