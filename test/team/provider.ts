import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installAgent } from '../agents.ts';

const VERSION = '9.13.3';

/** A real provider of OpenID Connect, with people whose groups a test changes. */
export interface Provider {
  issuer: string;
  /** Each person's groups; undefined: the claim is left out. Who is not here cannot log in. */
  people: Map<string, { groups?: string[] }>;
  close(): Promise<void>;
}

interface ProviderModule {
  Provider: new (issuer: string, settings: object) => { callback(): RequestListener };
}

export async function startProvider(redirectUri: string): Promise<Provider | { skip: string }> {
  const folder = await installAgent(`oidc-provider-${VERSION}`, `oidc-provider@${VERSION}`);
  if (typeof folder !== 'string') return folder;
  const path = pathToFileURL(join(folder, 'node_modules/oidc-provider/lib/index.js')).href;
  // It advises its operator, who is a test.
  const { warn, info } = console;
  Object.assign(console, { warn: () => {}, info: () => {} });
  const { Provider } = (await import(path)) as ProviderModule;
  const people: Provider['people'] = new Map();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'threadline',
        client_secret: 'hush',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    scopes: ['openid', 'offline_access', 'profile', 'email', 'groups'],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'], groups: ['groups'] },
    findAccount: (_context: unknown, id: string) =>
      people.has(id)
        ? {
            accountId: id,
            claims: async () => ({ sub: id, name: `Name of ${id}`, email: 'same@example.org', ...people.get(id) }),
          }
        : undefined,
    cookies: { keys: ['test'] },
    pkce: { required: () => true },
    // The strictest that providers do: each refresh token counts once, and a second use of one ends all that came of it.
    rotateRefreshToken: true,
  });
  server.on('request', provider.callback());
  return {
    issuer,
    people,
    async close() {
      Object.assign(console, { warn, info });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
