import { existsSync } from 'node:fs';
import { ThreadlineError } from '../../errors.ts';
import { arrangeSessions } from './arrange-sessions.ts';
import { findByHeader, findFile, findFiles, splitId } from './find-files.ts';
import type { HomeOptions } from './homes.ts';
import { lastSession, readInfo } from './list-sessions.ts';
import { isPath, shortText } from './locate-file.ts';
import { newestSessions } from './newest-sessions.ts';
import type { SessionInfo } from './session-info.ts';
import { normaliseId, type SessionFile } from './store.ts';

/** What a person meant by a word of the command line. */
export type ResolvedSession =
  | { kind: 'stdin' }
  /** A file that was named by its path. A missing one is noticed when it is opened. */
  | { kind: 'file'; path: string }
  | { kind: 'session'; info: SessionInfo };

/** Options of `resolveSession`. */
export interface ResolveOptions extends HomeOptions {
  /** For `last`: prefers the newest session of this working folder, else takes the newest of all. */
  cwd?: string | undefined;
}

/** A shorter prefix of an id matches too many sessions. */
const LEAST_PREFIX = 6;
/** The number of sessions to name if a prefix matches several. */
const SHOWN_CANDIDATES = 5;
const NUMBER = /^\d{1,5}(?:\.\d{1,5})?$/;

/** Finds what a person named: a path, `-`, `last`, a number, an id or its prefix, `agent:ID`. Throws `not-found`. */
export async function resolveSession(text: string, options: ResolveOptions = {}): Promise<ResolvedSession> {
  if (text === '-') return { kind: 'stdin' };
  if (text.trim() === '') throw notFound('the name of the session is empty');
  if (isPath(text)) return { kind: 'file', path: text };
  const { id, options: searched } = splitId(text, options);
  const isWhole = id === text;
  if (id === 'last') return { kind: 'session', info: await last({ ...options, ...searched }) };
  const numbered = isWhole && NUMBER.test(text);
  const info = numbered ? await sessionNumber(text, options) : await byIdOrPrefix(id, searched);
  if (info) return { kind: 'session', info };
  if (isWhole && text !== '' && existsSync(text)) return { kind: 'file', path: text };
  if (numbered) throw notFound(`there is no session ${text}`);
  const isShort = id.length < LEAST_PREFIX && /^[\da-f-]+$/i.test(id);
  const advice = isShort ? `; the beginning of an id needs at least ${LEAST_PREFIX} characters` : '';
  throw notFound(`no session has the id ${shortText(text)}${advice}`);
}

/** True if `resolveSession` takes the text for a path, a number or another word, before it looks for it among ids. */
export function isSelector(text: string, options: HomeOptions = {}): boolean {
  if (text === '-' || text === 'last' || isPath(text) || NUMBER.test(text)) return true;
  return splitId(text, options).id !== text;
}

function notFound(sentence: string): ThreadlineError {
  return new ThreadlineError('not-found', `${sentence}; see 'threadline sessions'`);
}

async function last({ cwd, ...options }: ResolveOptions): Promise<SessionInfo> {
  const here = cwd === undefined ? undefined : await lastSession({ ...options, cwd });
  const info = here ?? (await lastSession(options));
  if (!info) throw new ThreadlineError('not-found', 'there is no session yet');
  return info;
}

/** Reads only as far as needed, since mostly one of the newest is wanted. */
async function sessionNumber(number: string, options: HomeOptions): Promise<SessionInfo | undefined> {
  const most = number.includes('.') ? Number.POSITIVE_INFINITY : Number(number);
  const { found } = await newestSessions({ ...options, onProblem: undefined }, most);
  return arrangeSessions(found).find((listed) => listed.number === number)?.info;
}

async function byIdOrPrefix(id: string, options: HomeOptions): Promise<SessionInfo | undefined> {
  const wanted = normaliseId(id);
  if (wanted === '') return undefined;
  const files = findFiles({ ...options, onProblem: undefined }).filter((file) => !file.isSuperseded);
  const same = files.filter((file) => file.threadId === wanted);
  if (same.length > 1) throw ambiguous(`several sessions have the id ${shortText(id)}`, same);
  const whole = same[0] ?? (await findFile(id, options));
  if (whole) return readInfo(whole);
  if (wanted.length < LEAST_PREFIX) return undefined;
  const isWanted = (other: string) => other.startsWith(wanted);
  const fitting = files.filter((file) => isWanted(file.threadId ?? ''));
  const nameless = files.filter((file) => file.threadId === undefined);
  const all = [...fitting, ...(await findByHeader(nameless, isWanted, SHOWN_CANDIDATES))];
  if (all.length > 1) throw ambiguous(`several sessions begin with ${shortText(id)}`, all);
  return all[0] && readInfo(all[0]);
}

function ambiguous(sentence: string, files: readonly SessionFile[]): ThreadlineError {
  const shown = files.slice(0, SHOWN_CANDIDATES).map(({ threadId, path }) => threadId ?? path);
  const names = new Set(shown).size === shown.length ? shown : files.slice(0, SHOWN_CANDIDATES).map(({ path }) => path);
  const more = files.length > SHOWN_CANDIDATES ? ', …' : '';
  return new ThreadlineError('not-found', `${sentence}: ${names.join(', ')}${more}`);
}
