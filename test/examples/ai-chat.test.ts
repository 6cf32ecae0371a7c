import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from './run-example.ts';

let running: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  running = await startServer('ai-chat.ts', { CHAT_TOKEN: 'secret' });
});
afterAll(() => running.server.kill('SIGTERM'));

const post = (body: unknown) =>
  fetch(`${running.address}/api/chat`, {
    method: 'POST',
    headers: { Authorization: 'Bearer secret' },
    body: JSON.stringify(body),
  });

/** What the client of `useChat` sends: all messages, each time. */
function chat(id: string, ...texts: string[]): Promise<Response> {
  const messages = texts.map((text, index) => {
    return { id: `m${index}`, role: index % 2 === 0 ? 'user' : 'assistant', parts: [{ type: 'text', text }] };
  });
  return post({ id, messages });
}

it('the example ai-chat.ts goes on with the thread of a chat, and begins one for another', async () => {
  // The stand-in prints one recording for a new thread and another one for a thread that goes on.
  const first = await (await chat('one', 'list the files')).text();
  expect(first).toContain('"type":"text-delta"');
  expect(first).toContain('"type":"finish"');
  expect(first).not.toContain('second turn');
  expect(await (await chat('one', 'list the files', 'done', 'go on')).text()).toContain('second turn');
  expect(await (await chat('two', 'list the files')).text()).not.toContain('second turn');
});

it.each([null, {}, { id: 'x' }, { id: 7, messages: [] }])(
  'the example ai-chat.ts refuses the request %j',
  async (body) => {
    expect((await post(body)).status).toBe(400);
  },
);
