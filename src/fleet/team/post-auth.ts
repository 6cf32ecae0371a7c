import { isObject, parseJson } from '../../core/lines/json.ts';
import { teamUnreachable } from './team-unreachable.ts';

export interface AuthAnswer {
  status: number;
  body: Record<string, unknown>;
  retryAfterMs: number;
}

/** Asks a route of the login, with a token where it wants one. It follows no redirect. */
export async function postAuth(origin: string, path: string, body: object, token?: string): Promise<AuthAnswer> {
  try {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
      redirect: 'error',
    });
    const value = parseJson(await answer.text());
    const seconds = Number(answer.headers.get('retry-after'));
    return {
      status: answer.status,
      body: isObject(value) ? value : {},
      retryAfterMs: seconds > 0 ? seconds * 1000 : 0,
    };
  } catch (cause) {
    throw teamUnreachable(origin, cause);
  }
}
