import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { askMe } from './ask-me.ts';

/** What is made of an answer of 200 with this text. */
async function askedOf(text: string): Promise<unknown> {
  const server = createServer((_, response) => response.end(text)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    return await askMe(`http://127.0.0.1:${port}`, async () => 'token').catch((error: unknown) => error);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const me = { person: null, teams: ['web'], admin: false, scopes: ['text'], expires_at: '2026-01-01T00:00:00.000Z' };

it('tells who one is at a team server', async () => {
  expect(await askedOf(JSON.stringify(me))).toMatchObject({ me });
});

it.each([
  ['a page to log in to a network', '<html>'],
  ['another service', '{"ok": true}'],
  ['teams that are no list', JSON.stringify({ ...me, teams: 'web' })],
  ['a person without a name', JSON.stringify({ ...me, person: {} })],
])('takes no other server for one: %s', async (_, text) => {
  expect(await askedOf(text)).toMatchObject({ code: 'unreachable' });
});
