import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '../../core/lines/json.ts';
import { parseTime } from '../../core/thread/time.ts';
import { ThreadlineError } from '../../errors.ts';
import { dataFolder, makePrivateFolder, writePrivateFile } from '../../machine/sessions/data-folder.ts';
import { readSmallFile } from '../collect/collect-settings.ts';

/** A login of this machine at a team server. */
export interface Login {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  renewal: string | undefined;
  /** What sessions of this machine are sent with, if this login gave it anew. */
  pushToken?: string | undefined;
}

const LOGINS_NAME = 'logins.json';

/** The login at an origin, which no other origin is shown. A file that others can read is refused. */
export function readLogin(origin: string, folder = dataFolder()): Login | undefined {
  const value = readAll(folder)[origin];
  if (!isObject(value) || typeof value.token !== 'string') return undefined;
  const { token, expires_at: expires, renewal } = value;
  return {
    token,
    expiresAt: (typeof expires === 'string' && parseTime(expires)) || 0,
    renewal: typeof renewal === 'string' ? renewal : undefined,
  };
}

/** Keeps the login at an origin, and those at others. */
export function writeLogin(origin: string, login: Login, folder = dataFolder()): void {
  const { token, expiresAt, renewal, pushToken } = login;
  const [push, next] = pushToken === undefined ? readPushTokens(origin, folder) : [pushToken];
  const expires = new Date(expiresAt).toISOString();
  const kept = { token, expires_at: expires, renewal, push_token: push, next_push_token: next };
  writeAll({ ...readAll(folder), [origin]: kept }, folder);
}

function writeAll(all: Record<string, unknown>, folder: string): void {
  makePrivateFolder(folder);
  writePrivateFile(join(folder, LOGINS_NAME), (file) => writeSync(file, `${JSON.stringify(all, undefined, 2)}\n`));
}

/** What this machine may send with at an origin: its token, then the one that is to replace it, if that has begun. */
export function readPushTokens(origin: string, folder = dataFolder()): string[] {
  const value = readAll(folder)[origin];
  if (!isObject(value)) return [];
  return [value.push_token, value.next_push_token].filter((token) => typeof token === 'string');
}

/** Keeps the tokens that this machine sends with, and what else is kept of the origin. */
export function writePushTokens(origin: string, [token, next]: readonly string[], folder = dataFolder()): void {
  const all = readAll(folder);
  const before = isObject(all[origin]) ? all[origin] : {};
  writeAll({ ...all, [origin]: { ...before, push_token: token, next_push_token: next } }, folder);
}

function readAll(folder: string): Record<string, unknown> {
  const path = join(folder, LOGINS_NAME);
  const text = readSmallFile(path, true);
  if (text === undefined) return {};
  const value = parseJson(text);
  if (!isObject(value)) throw new ThreadlineError('unreadable', `${path} is not a JSON object`);
  return value;
}
