import { describe, expect, it } from 'vitest';
import type { IssuedToken, LoginStore, Renewal } from './login-store.ts';
import type { Oidc } from './oidc.ts';
import { createRenew } from './renew.ts';

const renewal = (person: number): Renewal => ({
  person,
  name: 'laptop',
  issuer: 'https://id.example',
  sub: `s${person}`,
  scopes: [],
  refresh: `refresh of ${person}`,
  wasAsked: false,
  until: new Date(0),
});

describe('logins that are renewed at the same time', () => {
  it('ask the provider once for each person, who takes a refresh token once and may end all logins at the second', async () => {
    const asked: string[] = [];
    const identity = { issuer: '', sub: '', name: undefined, email: undefined, groups: [], refresh: undefined };
    const logins: Partial<LoginStore> = {
      renewal: async (given) => renewal(given.startsWith('anna') ? 1 : 2),
      person: async () => 1,
      exchange: async (given): Promise<IssuedToken> => ({ id: given, token: given, seconds: 1, renewal: undefined }),
    };
    const oidc: Partial<Oidc> = {
      async again(refresh) {
        asked.push(refresh);
        await new Promise(setImmediate);
        return identity;
      },
    };
    const renew = createRenew({
      logins: logins as LoginStore,
      oidc: oidc as Oidc,
      onFault: (error) => {
        throw error;
      },
    });
    const given = ['anna desk', 'anna laptop', 'bob'];
    const issued = await Promise.all(given.map((one) => renew(one, async () => {})));
    expect(issued.map((one) => one?.token)).toEqual(given);
    expect(asked).toEqual(['refresh of 1', 'refresh of 2']);
    await renew('anna desk', async () => {});
    expect(asked).toHaveLength(3);
  });
});
