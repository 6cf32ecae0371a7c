import { setTimeout as wait } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { protocol } from '../collect/protocol.ts';
import { createToken, isToken, tokenDigest } from '../gateway/token.ts';
import { readPushTokens, writePushTokens } from './logins.ts';
import { type AuthAnswer, postAuth } from './post-auth.ts';
import { machineProtocol } from './team-protocol.ts';
import { teamUnreachable } from './team-unreachable.ts';

/** Laptops of one office come from one address, all at once after a roll-out: each waits for its turn so many times. */
const TRIES = 30;

/**
 * Gets a token by a code and keeps it. A machine whose token still counts keeps that one and takes no use of the code, so that a
 * script may do this at each start.
 */
export async function enrolMachine(origin: string, code: string, machine: string): Promise<'enrolled' | 'known'> {
  for (const token of readPushTokens(origin)) if (await isTaken(origin, token)) return 'known';
  const { status, body } = await askPatiently(() => postAuth(origin, machineProtocol.enrol, { code, machine }));
  const { push_token: token } = body;
  if (status === 401)
    throw new ThreadlineError('refused', 'the code does not count: it may be wrong, used up, revoked or too old');
  if (status !== 200 || !isToken(token)) throw noAnswer(origin, status);
  writePushTokens(origin, [token]);
  return 'enrolled';
}

/** Replaces the token of this machine. The next one is kept before the server hears of it: the answer may be lost. */
export async function rotatePushToken(origin: string): Promise<void> {
  const [token, begun] = readPushTokens(origin);
  if (token === undefined)
    throw new ThreadlineError('not-found', `this machine has no token of ${new URL(origin).host}: log in first`);
  const next = begun ?? createToken();
  writePushTokens(origin, [token, next]);
  const asked = { next: tokenDigest(next).toString('hex') };
  const { status } = await askPatiently(() => postAuth(origin, machineProtocol.rotate, asked, token));
  // The answer to an earlier try was lost: the server knows the next one already.
  const isRotated = status === 200 || (status === 401 && (await isTaken(origin, next)));
  if (isRotated) return writePushTokens(origin, [next]);
  if (status !== 401) throw noAnswer(origin, status);
  throw new ThreadlineError('refused', `${new URL(origin).host} does not know this machine any more: log in again`);
}

async function askPatiently(ask: () => Promise<AuthAnswer>): Promise<AuthAnswer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await ask();
    if ((answer.status !== 429 && answer.status !== 503) || tried === TRIES) return answer;
    await wait((answer.retryAfterMs || 1000) * (0.5 + Math.random()));
  }
}

/** True if the server takes sessions by this token. */
async function isTaken(origin: string, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` };
  try {
    const { status } = await fetch(origin + protocol.policy, { headers, redirect: 'error' });
    if (status === 200 || status === 401) return status === 200;
    throw noAnswer(origin, status);
  } catch (cause) {
    if (cause instanceof ThreadlineError) throw cause;
    throw teamUnreachable(origin, cause);
  }
}

function noAnswer(origin: string, status: number): ThreadlineError {
  const { host } = new URL(origin);
  if (status === 429 || status >= 500)
    return new ThreadlineError('unreachable', `${host} cannot answer now (${status})`);
  return new ThreadlineError('refused', `${host} is no team server of threadline`);
}
