import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startExample } from './run-example.ts';

let server: ReturnType<typeof startExample>;
let address: string;

beforeAll(async () => {
  server = startExample('chat-server.ts', [], { CODEX_API_KEY: 'key', CHAT_TOKEN: 'secret', PORT: '0' });
  address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    server.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    server.stdout.on('data', (chunk) => {
      const [, url] = /listening on (\S+)\n/.exec(String(chunk)) ?? [];
      if (url) resolve(url);
    });
    server.once('exit', () => reject(new Error(`the server ended: ${printed}`)));
  });
});

afterAll(async () => {
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await exited;
});

function post(body: string, options: RequestInit = {}): Promise<Response> {
  return fetch(`${address}/chat`, { method: 'POST', headers: { Authorization: 'Bearer secret' }, body, ...options });
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

  it('ends Codex when the client goes away', async () => {
    const client = new AbortController();
    const response = await post('{"message":"never end"}', { signal: client.signal });
    const reader = response.body?.getReader();
    let text = '';
    while (!text.includes('"pid ')) text += Buffer.from((await reader?.read())?.value ?? []);
    const pid = Number(/"pid (\d+)"/.exec(text)?.[1]);
    expect(isAlive(pid)).toBe(true);
    client.abort();
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 20_000 });
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
