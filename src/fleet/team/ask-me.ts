import { isObject, parseJson } from '../../core/lines/json.ts';
import { parseTime } from '../../core/thread/time.ts';
import { ThreadlineError } from '../../errors.ts';
import type { TokenSource } from './login-client.ts';
import type { Me } from './team-protocol.ts';
import { storeProtocol } from './team-protocol.ts';
import { teamUnreachable } from './team-unreachable.ts';

/** What a team server says of itself and of whoever asks. */
export interface AskedTeam {
  me: Me;
  /** Seconds by which the server's clock is ahead of this machine's. It tells whole seconds. */
  clockSkewSeconds: number | undefined;
}

/** Asks who one is at a team server. It is asked alone, and a redirect is not followed: the token is for nobody else. */
export async function askMe(origin: string, token: TokenSource): Promise<AskedTeam> {
  const { host } = new URL(origin);
  let shown: string | undefined;
  for (let tried = 0; tried < 2; tried += 1) {
    shown = await token(shown);
    if (shown === undefined) break;
    const before = Date.now();
    const answer = await fetch(`${origin}${storeProtocol.me}`, {
      headers: { authorization: `Bearer ${shown}` },
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw teamUnreachable(origin, cause);
    });
    if (answer.status === 401) continue;
    const here = (before + Date.now()) / 2;
    const there = parseTime(answer.headers.get('date') ?? undefined) ?? Number.NaN;
    const me = answer.status === 200 ? parseJson(await answer.text()) : undefined;
    if (!isMe(me)) throw new ThreadlineError('unreachable', `${host} is no team server of threadline`);
    return { me, clockSkewSeconds: skewOf(there - here) };
  }
  throw new ThreadlineError(
    'refused',
    `the team server at ${host} does not know you: run \`threadline login ${origin}\``,
  );
}

/** Any server may answer there, so whatever is shown of the answer is looked at. */
function isMe(value: unknown): value is Me {
  if (!isObject(value)) return false;
  const { person, teams, scopes, expires_at } = value;
  const isPerson = person === null || (isObject(person) && typeof person.sub === 'string');
  return isPerson && Array.isArray(teams) && Array.isArray(scopes) && typeof expires_at === 'string';
}

/** A second of the header is half a second ahead on average. */
function skewOf(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : Math.round((ms + 500) / 1000);
}
