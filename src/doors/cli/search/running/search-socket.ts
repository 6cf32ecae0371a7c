import { lstatSync, type Stats } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { SearchQuery } from '../../../../archive/index.ts';
import { isObject } from '../../../../core/lines/json.ts';

// A program that runs for long and keeps the archive up to date answers searches of others over a socket beside the
// archive. Both sides write a line of JSON each: who answers, what is asked, the answer.

/** The name of the socket in the archive's folder. */
const SOCKET_NAME = 'search.sock';
/** The version of what both sides say. */
export const PROTOCOL = 1;
/** The system takes no longer name of a socket: 104 bytes on macOS, 108 on Linux, with the zero at its end. */
const MOST_NAME_BYTES = 103;

/** Who answers: what must be the same for the asking process, or the answer might differ. */
export interface Greeting {
  threadline: number;
  version: string;
  /** The folder of the archive. */
  folder: string;
  /** The homes that were named; null for those of the environment. */
  homes: readonly string[] | null;
  /** The variables that name homes, and their values; null for one that is not set. */
  variables: Readonly<Record<string, string | null>>;
}

/** What is asked. */
export interface Asked {
  query: SearchQuery;
  limit: number;
}

/** The path of the socket; undefined where there are none, or the folder's name is too long for one. */
export function socketPath(folder: string, name = SOCKET_NAME): string | undefined {
  const path = join(folder, name);
  return process.getuid === undefined || Buffer.byteLength(path) > MOST_NAME_BYTES ? undefined : path;
}

/**
 * True if nobody but this user can be behind the socket: Node does not tell who is, so the folder and the socket must be
 * this user's and closed to all others. Nobody else can put a socket into such a folder.
 */
export function isPrivateSocket(folder: string, path: string): boolean {
  const user = process.getuid?.();
  const isOwn = (stats: Stats | undefined) => stats?.uid === user && ((stats?.mode ?? 0o777) & 0o077) === 0;
  const [place, socket] = [statOf(folder), statOf(path)];
  return place?.isDirectory() === true && isOwn(place) && socket?.isSocket() === true && isOwn(socket);
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** True if who greets would find the same sessions as a process with this environment. */
export function isSameArchive(greeting: unknown, own: Omit<Greeting, 'threadline' | 'variables'>): boolean {
  if (!isObject(greeting) || greeting.threadline !== PROTOCOL) return false;
  const { version, folder, homes, variables } = greeting;
  if (version !== own.version || folder !== own.folder || !isObject(variables)) return false;
  if (JSON.stringify(homes) !== JSON.stringify(own.homes)) return false;
  return Object.entries(variables).every(([name, value]) => (process.env[name] ?? null) === value && isPlain(value));
}

/** A relative path would mean another folder in another one. */
function isPlain(value: unknown): boolean {
  return (
    value === null ||
    (typeof value === 'string' && value.split(/[,:]/).every((part) => part === '' || isAbsolute(part)))
  );
}
