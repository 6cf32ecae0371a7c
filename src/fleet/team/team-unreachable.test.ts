import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { postAuth } from './post-auth.ts';

const messageOf = (origin: string) =>
  postAuth(origin, '/auth/device', {}).then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  );

it('tells why a team server cannot be reached: its port, its name, what answers there', async () => {
  const server = createServer((_, response) => {
    response.writeHead(302, { location: '/elsewhere' }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const said = (host: string) => `the team server at ${host} cannot be reached: `;
  const host = `127.0.0.1:${port}`;
  try {
    expect(await messageOf(`http://${host}`)).toBe(`${said(host)}unexpected redirect`);
    expect(await messageOf(`https://${host}`)).toMatch(/cannot be reached: .*(SSL|wrong version|packet)/i);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  // A port that nobody listens on, and a name with several addresses.
  expect(await messageOf('http://127.0.0.1:2')).toBe(`${said('127.0.0.1:2')}connection refused`);
  expect(await messageOf('http://localhost:2')).toMatch(/cannot be reached: connection refused$/);
});
