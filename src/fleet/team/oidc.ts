import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { loadOpenid } from './load-openid.ts';
import type { OidcConfig } from './team-config.ts';

/** A person, as the provider tells of one. Only issuer and sub say who it is. */
export interface Identity {
  issuer: string;
  sub: string;
  name: string | undefined;
  email: string | undefined;
  groups: readonly string[];
  /** What the provider can be asked again with; undefined if it gives none. */
  refresh: string | undefined;
}

/** What has to be the same when a person returns from the provider. */
export interface LoginState {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Oidc {
  begin(): Promise<{ url: string; login: LoginState }>;
  /** Throws if what came back is not what was begun. */
  finish(address: URL, login: LoginState): Promise<Identity>;
  /** Asks again who this is and in which groups; undefined if the provider does not know the person any more. */
  again(refresh: string, sub: string): Promise<Identity | undefined>;
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

const MOST_GROUPS = 1000;
const MOST_TEXT = 255;

/** The code flow with PKCE, state and nonce. The provider is looked up at the first login, and again after a failure. */
export function createOidc(config: OidcConfig, redirectUri: string): Oidc {
  let found: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const client = await loadOpenid();
    const issuer = new URL(config.issuer);
    const plain = issuer.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {};
    return client.discovery(issuer, config.clientId, config.clientSecret, undefined, plain);
  }
  async function provider(): Promise<Configuration> {
    found ??= discover();
    found.catch(() => {
      found = undefined;
    });
    return found;
  }

  async function identityOf(tokens: Tokens, sub: string, refresh: string | undefined): Promise<Identity> {
    const client = await loadOpenid();
    const configuration = await provider();
    let claims: Readonly<Record<string, unknown>> = tokens.claims() ?? {};
    // Some providers tell groups there only.
    if (claims[config.groupsClaim] === undefined && configuration.serverMetadata().userinfo_endpoint)
      claims = { ...(await client.fetchUserInfo(configuration, tokens.access_token, sub)), ...claims };
    return {
      issuer: configuration.serverMetadata().issuer,
      sub,
      name: textOf(claims.name) ?? textOf(claims.preferred_username),
      email: textOf(claims.email),
      groups: groupsOf(claims[config.groupsClaim]),
      refresh: tokens.refresh_token ?? refresh,
    };
  }

  return {
    async begin() {
      const client = await loadOpenid();
      const configuration = await provider();
      const verifier = client.randomPKCECodeVerifier();
      const login = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const { scopes_supported: supported = [] } = configuration.serverMetadata();
      const isOffline = supported.includes('offline_access');
      const scopes = ['openid', 'profile', 'email', 'groups', 'offline_access'];
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: scopes
          .filter((scope) => (supported.length === 0 ? !/_|groups/.test(scope) : supported.includes(scope)))
          .join(' '),
        state: login.state,
        nonce: login.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isOffline && { prompt: 'consent' }),
      });
      return { url: url.href, login };
    },
    async finish(address, { state, nonce, verifier }) {
      const client = await loadOpenid();
      const tokens = await client.authorizationCodeGrant(await provider(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const sub = tokens.claims()?.sub;
      if (sub === undefined || sub.length > MOST_TEXT) throw new TypeError('the provider names no subject');
      return identityOf(tokens, sub, undefined);
    },
    async again(refresh, sub) {
      const client = await loadOpenid();
      try {
        const tokens = await client.refreshTokenGrant(await provider(), refresh);
        const told = tokens.claims()?.sub ?? sub;
        return told === sub ? await identityOf(tokens, sub, refresh) : undefined;
      } catch (error) {
        if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant') return undefined;
        // What the provider says of a token that it ended itself.
        if (error instanceof client.WWWAuthenticateChallengeError) return undefined;
        throw error;
      }
    },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MOST_TEXT).replaceAll('\0', '\ufffd') : undefined;
}

/** Without the claim nobody is in a group. */
function groupsOf(value: unknown): string[] {
  const given: unknown[] = Array.isArray(value) ? value : [];
  return given
    .flatMap((group) => (typeof group === 'string' && group !== '' && !group.includes('\0') ? group : []))
    .slice(0, MOST_GROUPS);
}
