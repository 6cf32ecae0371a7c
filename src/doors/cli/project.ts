import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve, win32 } from 'node:path';
import type { ThreadStore } from '../../archive/index.ts';
import { storedSessions } from '../../archive/model/stored-sessions.ts';
import { isBelow } from '../../core/tools/path-below.ts';
import { ThreadlineError } from '../../errors.ts';
import { eachSession } from '../../machine/sessions/list-sessions.ts';
import type { HomesContext } from './agents.ts';
import { usageError } from './exit.ts';
import { nearest } from './nearest.ts';
import { readArchive } from './read-archive.ts';
import { withRemoteStore } from './remote/remote-store.ts';
import { shortPath } from './wording.ts';

// The only reader of --project: a word means the same folder in every command.

/** Where sessions are looked for, to learn the names of their folders. */
export interface ProjectContext extends HomesContext {
  /** The address of the server that is asked instead of this machine. */
  archive?: string | undefined;
}

/** More candidates are only counted. */
const SHOWN_FOLDERS = 5;

/** The folders that `--here` or `--project` name. Undefined if neither is given. */
export async function chosenProjects(
  command: string,
  values: { here?: boolean | undefined; project?: string | readonly string[] | undefined },
  context: ProjectContext,
): Promise<string[] | undefined> {
  const given = values.project === undefined ? [] : [values.project].flat();
  if (values.here && given.length > 0) throw usageError('--here and --project exclude each other', command);
  if (values.here) return folderNames('.');
  if (given.length === 0) return undefined;
  const folders = await Promise.all(given.map((text) => projectFolders(command, text, context)));
  return folders.flat();
}

/** The one folder that `--project` names, for actions that must not touch another. */
export async function oneProject(command: string, text: string, context: ProjectContext): Promise<string> {
  const path = pathOf(text);
  if (path !== undefined) return path;
  const folders = await projectFolders(command, text, context);
  const [folder = ''] = folders;
  if (folders.length === 1) return folder;
  throw usageError(`'${text}' is the name of ${listed(folders)}; give the path of one`, command);
}

async function projectFolders(command: string, text: string, context: ProjectContext): Promise<string[]> {
  if (text.trim() === '') throw usageError('--project takes a folder or the name of one', command);
  const path = pathOf(text);
  if (path !== undefined) return folderNames(path);
  const known = new Set((await knownSessions(context)).values());
  const found = matchProject(text, known);
  const [folder] = found;
  if (folder !== undefined && (found.length === 1 || nameOf(folder) === text)) return found;
  if (folder !== undefined) throw usageError(`'${text}' is a part of ${listed(found)}; name one of them`, command);
  // A folder of this place without sessions: there is nothing in it yet.
  if (existsSync(resolve(text))) return folderNames(text);
  const near = nearest(text, [...known].map(nameOf));
  const hint = near === undefined ? '' : `; did you mean '${near}'?`;
  throw usageError(`no session is in a project called '${text}'${hint}`, command);
}

/** A path is written as one: absolute, or with `.`, `..` or `~` as its first part. */
function pathOf(text: string): string | undefined {
  if (text === '~' || text.startsWith('~/')) return join(homedir(), text.slice(1));
  // A folder of a machine with Windows, on a server that this machine asks.
  if (!text.startsWith('/') && win32.isAbsolute(text)) return text;
  return /^(?:\/|\.{1,2}(?:[\\/]|$))/.test(text) ? resolve(text) : undefined;
}

/** The given path of a folder and its real path: agents record either. */
export function folderNames(folder: string): string[] {
  const path = win32.isAbsolute(folder) && !folder.startsWith('/') ? folder : resolve(folder);
  try {
    const real = realpathSync(path);
    return real === path ? [path] : [path, real];
  } catch {
    // The folder may be gone. Its sessions are still there.
    return [path];
  }
}

/**
 * The folders that a name or a part of a path stands for: those of sessions with this name, else those above them,
 * else those whose path holds the part. The first rule that gives any counts.
 */
export function matchProject(text: string, folders: Iterable<string>): string[] {
  const all = [...new Set(folders)].sort();
  const named = all.filter((folder) => nameOf(folder) === text);
  if (named.length > 0) return named;
  const holding = all.filter((folder) => folder.includes(text));
  const above = new Set(holding.flatMap(foldersAbove).filter((folder) => nameOf(folder) === text));
  if (above.size > 0) return [...above];
  const part = plain(text);
  const inName = all.filter((folder) => plain(nameOf(folder)).includes(part));
  return topmost(inName.length > 0 ? inName : all.filter((folder) => plain(folder).includes(part)));
}

/** Folders below another of them add nothing to it. */
function topmost(folders: readonly string[]): string[] {
  const known = new Set(folders);
  return folders.filter((folder) => !foldersAbove(folder).some((above) => known.has(above)));
}

const SEPARATORS = /[\\/]+/g;

function nameOf(folder: string): string {
  return folder.split(SEPARATORS).filter(Boolean).at(-1) ?? folder;
}

function foldersAbove(folder: string): string[] {
  return Array.from(folder.matchAll(SEPARATORS), ({ index }) => folder.slice(0, index)).filter(
    (above) => above !== '' && above !== folder,
  );
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('\\', '/');
}

function listed(folders: readonly string[]): string {
  const shown = folders.slice(0, SHOWN_FOLDERS).map((folder) => shortPath(folder));
  const rest = folders.length - shown.length;
  return `${folders.length} projects: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** The number of known sessions in each folder or below it. */
export async function countSessionsIn(folders: readonly string[], context: ProjectContext): Promise<number[]> {
  if (folders.length === 0) return [];
  const known = [...(await knownSessions(context)).values()];
  return folders.map((folder) => {
    const names = folderNames(folder).map(isBelow);
    return known.filter((own) => names.some((isInFolder) => isInFolder(own))).length;
  });
}

/** The folders of all known sessions by `agent:ID`: those that have a file, and those that the archive keeps. */
async function knownSessions({ agents, homes, archive }: ProjectContext): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const addRows = async (store: ThreadStore, wanted?: ReadonlySet<string>) => {
    for await (const { project, key } of storedSessions(store, { subagents: true }))
      if (project !== undefined && (wanted?.has(key.home) ?? true)) known.set(`${key.agent}:${key.threadId}`, project);
  };
  if (archive !== undefined) {
    await withRemoteStore(archive, addRows);
    return known;
  }
  for await (const { agent, id, cwd } of eachSession({ agents, homes, onProblem() {} }))
    if (cwd !== undefined) known.set(`${agent}:${id}`, cwd);
  try {
    await readArchive((own) => addRows(own, homes && new Set(homes.map((home) => resolve(home)))));
  } catch (error) {
    // Names of folders are known without an archive. The command itself says what is wrong with it.
    if (!(error instanceof ThreadlineError)) throw error;
  }
  return known;
}
