import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createEventReader } from 'threadline';
import { expect, it } from 'vitest';
import { findChromium } from './find-chromium.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const fixture = new URL('../fixtures/codex/0.166.0/s2-shell/stdout.jsonl', import.meta.url);
const chunkLength = 7;

const page = `<!doctype html><meta charset="utf-8"><script type="module">
  const report = (body) => fetch('/result', { method: 'POST', body });
  try {
    const { createEventReader, readEvents } = await import('/dist/index.js');
    const bytes = new Uint8Array(await (await fetch('/fixture')).arrayBuffer());
    const reader = createEventReader();
    const pushed = [];
    for (let i = 0; i < bytes.length; i += ${chunkLength}) pushed.push(...reader.push(bytes.subarray(i, i + ${chunkLength})));
    pushed.push(...reader.end());
    const streamed = [];
    for await (const outcome of readEvents((await fetch('/fixture')).body)) streamed.push(outcome);
    await report(JSON.stringify({ pushed, streamed }));
  } catch (error) {
    await report(String(error?.stack ?? error));
  }
</script>`;

/** Serves the page, the build and the recording, and passes on what the page reports. */
function createPageServer(onResult: (result: string) => void) {
  const answer = async ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const path = normalize(new URL(url, 'http://localhost').pathname);
    if (path === '/') return response.setHeader('content-type', 'text/html').end(page);
    if (path === '/fixture') return response.end(await readFile(fixture));
    if (!path.startsWith('/dist/')) return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/javascript').end(await readFile(join(dist, path.slice(6))));
  };
  return createServer((request, response) => {
    if (request.method === 'POST') {
      response.end();
      text(request).then(onResult);
    } else {
      answer(request, response).catch(() => response.writeHead(404).end());
    }
  });
}

/** Opens a page in a headless Chromium until the signal says stop; resolves when the browser is gone. */
async function openPage(chromium: string, url: string, stop: AbortSignal): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'threadline-chromium-'));
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  // The only page it opens is ours, so it can do without its sandbox, which it cannot have as root or in a container.
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-dev-shm-usage', ...quiet];
  const browser = spawn(chromium, [...args, `--user-data-dir=${profile}`, url], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const end = () => browser.pid && process.kill(-browser.pid, 'SIGKILL');
  stop.addEventListener('abort', end);
  const [stderr] = await Promise.all([text(browser.stderr), once(browser, 'exit')]);
  stop.removeEventListener('abort', end);
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  return stderr;
}

it('the built root reads a recording in a real browser as it does in Node', async (context) => {
  const chromium = findChromium();
  if (!chromium) return context.skip('no Chromium is installed');
  const stop = new AbortController();
  let result = '';
  const server = createPageServer((body) => {
    result = body;
    stop.abort();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const timer = setTimeout(() => stop.abort(), 60_000);
  const { port } = server.address() as AddressInfo;
  const stderr = await openPage(chromium, `http://127.0.0.1:${port}/`, stop.signal);
  clearTimeout(timer);
  server.closeAllConnections();
  server.close();

  const reader = createEventReader();
  const outcomes = [...reader.push(await readFile(fixture)), ...reader.end()];
  expect(outcomes.length).toBeGreaterThan(5);
  expect(result, stderr).toMatch(/^\{/);
  const expected: unknown = JSON.parse(JSON.stringify(outcomes));
  expect(JSON.parse(result)).toEqual({ pushed: expected, streamed: expected });
}, 90_000);
