import { Refusal } from '../gateway/refusal.ts';
import type { IssuedToken, LoginStore } from './login-store.ts';
import type { Oidc } from './oidc.ts';

export interface RenewOptions {
  logins: LoginStore;
  oidc: Oidc;
  onFault(error: unknown): void;
}

/** A new token for one that ends, if the provider still knows the person. Undefined where only a new login helps. */
export async function renew(
  { logins, oidc, onFault }: RenewOptions,
  renewal: string,
): Promise<(IssuedToken & { person: number }) | undefined> {
  const known = await logins.renewal(renewal);
  if (!known) return undefined;
  const { person, name, sub, refresh, wasAsked, until } = known;
  // Two machines of one person renew at once: a provider may take what it is asked with only once.
  if (!wasAsked && !(await isStillThere())) {
    await logins.takeRenewal(renewal);
    return undefined;
  }
  if (!(await logins.takeRenewal(renewal))) return undefined;
  return { ...(await logins.issue(person, 'login', name, until)), person };

  async function isStillThere(): Promise<boolean> {
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
}
