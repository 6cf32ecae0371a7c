import { lstatSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { fileFault, isDirectory, notRegularFile } from './file-fault.ts';
import { findFile } from './find-files.ts';
import { type HomeOptions, sessionAt, wantedAgents } from './homes.ts';
import { twins } from './open-file.ts';
import type { SessionFile } from './store.ts';

/** Names a session by its whole id, also as `agent:ID`, or by the path of its file. An id is never taken for a path. */
export type SessionKey = string | { path: string };

/** Finds the file of a session. Throws `not-found` if there is none, and a TypeError for a path that is not in `{path}`. */
export async function locateFile(key: SessionKey, options: HomeOptions): Promise<SessionFile> {
  if (typeof key === 'object' && typeof key?.path === 'string' && key.path !== '') return fileAt(key.path, options);
  if (typeof key !== 'string' || key.trim() === '') throw new TypeError('a session is wanted: its id, or {path}');
  const file = await findFile(key, options);
  if (file) return file;
  const sentence = `no session has the id ${shortText(key)}`;
  if (isPath(key)) throw new TypeError(`${sentence}; a file is named by {path: ${JSON.stringify(shortText(key))}}`);
  throw new ThreadlineError('not-found', sentence);
}

const KNOWN_ENDING = /\.(?:jsonl?|zst)$/i;

/** True for a text that people write for a file. */
export function isPath(text: string): boolean {
  return text.includes('/') || text.includes(sep) || KNOWN_ENDING.test(text);
}

/** Shortens a text that a person gave to fit into a sentence. */
export function shortText(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** A file that the user names may lie anywhere, and may be reached by a link. */
function fileAt(given: string, options: HomeOptions): SessionFile {
  const path = resolve(given);
  const found = sessionAt(path, options);
  if (found) return found;
  const [realPath, stats] = statFirst(path, given);
  if (stats.isDirectory()) throw isDirectory(given);
  if (!stats.isFile()) throw notRegularFile(given);
  return {
    wire: 'auto',
    archived: false,
    home: undefined,
    ...identify(realPath, path, options),
    path,
    realPath,
    compressed: /\.zst$/i.test(realPath),
    isSuperseded: false,
    size: stats.size,
    modified: stats.mtimeMs,
  };
}

/** The name and place of a session file fit only one agent; any other file is recognised by its content. */
function identify(realPath: string, path: string, options: HomeOptions) {
  for (const agent of wantedAgents(options)) {
    const identity = agent.store.identify(realPath) ?? agent.store.identify(path);
    if (!identity) continue;
    const cwd = identity.home === undefined ? undefined : agent.store.project?.(realPath, identity.home);
    return { agent, ...identity, ...(cwd !== undefined && { cwd }) };
  }
  return { agent: undefined };
}

/** Finds the file, or its other form if the agent compressed or unpacked it since its path was noted. */
function statFirst(path: string, given: string) {
  let failure: unknown;
  for (const candidate of [path, ...twins(path)]) {
    try {
      const realPath = realpathSync(candidate);
      return [realPath, lstatSync(realPath)] as const;
    } catch (error) {
      failure ??= error;
    }
  }
  throw fileFault(failure, given);
}
