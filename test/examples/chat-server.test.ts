import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startServer } from './run-example.ts';

let server: Awaited<ReturnType<typeof startServer>>['server'];
let address: string;

/** The server, with its temporary files in a folder of their own. */
const start = (folder: string) =>
  startServer('chat-server.ts', { CODEX_API_KEY: 'key', CHAT_TOKEN: 'secret', TMPDIR: folder });

const createFolder = () => mkdtempSync(join(tmpdir(), 'threadline-server-'));

beforeAll(async () => {
  ({ server, address } = await start(createFolder()));
});

afterAll(async () => {
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await exited;
});

function post(body: string, options: RequestInit = {}, at = address): Promise<Response> {
  return fetch(`${at}/chat`, { method: 'POST', headers: { Authorization: 'Bearer secret' }, body, ...options });
}

async function chat(request: object) {
  const response = await post(JSON.stringify(request));
  const lines = (await response.text()).trimEnd().split('\n');
  return { response, events: lines.map((line) => JSON.parse(line)) };
}

describe('the example chat-server.ts, over HTTP', () => {
  it('answers a message with the NDJSON of a run', async () => {
    const { response, events } = await chat({ message: 'list the files' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    const types = events.map((event) => event.type);
    expect(types.slice(0, 2)).toEqual(['sandbox', 'init']);
    expect(types.slice(-3)).toEqual(['result', 'artifact', 'snapshot']);
    expect(types).toEqual(expect.arrayContaining(['tool_use', 'tool_result', 'message']));
  });

  it('goes on in the same sandbox', async () => {
    const first = await chat({ message: 'one' });
    const { session_id } = first.events[1];
    const { sandbox_id } = first.events[0];
    const second = await chat({ message: 'two', session_id, sandbox_id });
    expect(second.events[0]).toEqual({ type: 'sandbox', sandbox_id });
  });

  it.each(['', 'null', '{}', '{"message":""}', '{"message":"hi","session_id":"--last"}'])(
    'refuses the request %j',
    async (body) => {
      expect((await post(body)).status).toBe(400);
    },
  );

  it('refuses whoever has no token', async () => {
    expect((await post('{"message":"hi"}', { headers: {} })).status).toBe(401);
  });

  it('disposes of its sandboxes when it is ended while a client is connected', async () => {
    const folder = createFolder();
    const own = await start(folder);
    const exited = new Promise<number | null>((resolve) => own.server.once('exit', resolve));
    const pid = await pidOf(await post('{"message":"never end"}', {}, own.address));
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^threadline-sandbox-/)]);
    own.server.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
    expect(isAlive(pid)).toBe(false);
  });

  it('ends Codex when the client goes away', async () => {
    const client = new AbortController();
    const pid = await pidOf(await post('{"message":"never end"}', { signal: client.signal }));
    expect(isAlive(pid)).toBe(true);
    client.abort();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
  });
});

/** The stand-in tells its process id when it is told never to end. */
async function pidOf(response: Response): Promise<number> {
  const reader = response.body?.getReader();
  let text = '';
  while (!/"pid \d+\\n"/.test(text)) text += Buffer.from((await reader?.read())?.value ?? []);
  return Number(/"pid (\d+)/.exec(text)?.[1]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
