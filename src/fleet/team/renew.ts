import { Refusal } from '../gateway/refusal.ts';
import type { Queries } from '../postgres/index.ts';
import type { IssuedToken, LoginStore, Renewal } from './login-store.ts';
import type { Oidc } from './oidc.ts';

export interface RenewOptions {
  logins: LoginStore;
  oidc: Oidc;
  onFault(error: unknown): void;
}

/** A new token for one that ends, if the provider still knows the person. Undefined where only a new login helps. */
export type Renew = (
  renewal: string,
  note: (person: number, issued: IssuedToken, queries: Queries) => Promise<void>,
) => Promise<IssuedToken | undefined>;

export function createRenew({ logins, oidc, onFault }: RenewOptions): Renew {
  /** Two machines of one person renew at once. A provider may take what it is asked with once, and end all logins at the second. */
  const asking = new Map<number, Promise<boolean>>();

  async function isStillThere({ refresh, sub }: Renewal): Promise<boolean> {
    if (refresh === undefined) return false;
    try {
      const identity = await oidc.again(refresh, sub);
      return identity !== undefined && (await logins.person(identity)) !== undefined;
    } catch (error) {
      onFault(error);
      // A provider that is away says nothing about the person: the renewal counts later.
      throw new Refusal(503, { error: 'provider-away' }, 10);
    }
  }

  function askOnce(known: Renewal): Promise<boolean> {
    const { person } = known;
    const asked = asking.get(person) ?? isStillThere(known).finally(() => asking.delete(person));
    asking.set(person, asked);
    return asked;
  }

  return async (renewal, note) => {
    const known = await logins.renewal(renewal);
    if (!known) return undefined;
    if (known.wasAsked || (await askOnce(known)))
      return logins.exchange(renewal, known, (issued, queries) => note(known.person, issued, queries));
    await logins.endRenewal(renewal);
    return undefined;
  };
}
