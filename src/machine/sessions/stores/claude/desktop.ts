import { type Dirent, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { parseObject } from '../../../../core/lines/json.ts';
import { readStart } from '../../read-start.ts';
import type { Environment, Home, SessionFile } from '../../store.ts';

/**
 * The desktop app keeps the sessions of its Cowork mode below `<organisation>/<account>`: a record `local_<id>.json`, and
 * a folder `local_<id>` with a whole `.claude` inside. The sheet behind this is by description: nothing was recorded.
 */
const SESSIONS = 'local-agent-mode-sessions';
const PROJECTS = join('.claude', 'projects');
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const STORAGE = /^local_[\w-]{1,128}$/;
/** Other kinds of agents of the app have their records and folders one level below. */
const OTHER_AGENTS = 'agent';
/** A record may hold a system prompt; the fields that count stand in front of it or it is left unread. */
const MOST_RECORD_BYTES = 1024 * 1024;

/** Where the app keeps its data on Linux, macOS and Windows. Those of other systems do not exist and cost nothing. */
export function desktopHomes(env: Environment): string[] {
  const home = env.HOME || homedir();
  const folders = [
    join(env.XDG_CONFIG_HOME || join(home, '.config'), 'Claude'),
    join(home, 'Library', 'Application Support', 'Claude'),
    ...(env.APPDATA ? [join(env.APPDATA, 'Claude')] : []),
  ];
  return folders.map((folder) => join(folder, SESSIONS));
}

/** The folders with session files below a home of the app, relative to it. Empty for any other home. */
export function desktopFolders({ path }: Home): string[] {
  const accounts = foldersIn(path, UUID).flatMap((organisation) =>
    foldersIn(join(path, organisation), UUID).map((account) => join(organisation, account)),
  );
  const places = accounts.flatMap((account) => [account, join(account, OTHER_AGENTS)]);
  return places.flatMap((place) => foldersIn(join(path, place), STORAGE).map((name) => join(place, name, PROJECTS)));
}

function foldersIn(path: string, name: RegExp): string[] {
  return entriesOf(path).flatMap((entry) => (entry.isDirectory() && name.test(entry.name) ? [entry.name] : []));
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What the app's own record says of a session. */
export interface DesktopRecord {
  title?: string;
  /** The folder that the person chose. The session's own working folder is the app's, or one of a virtual machine. */
  project?: string;
  archived: boolean;
}

/** The record of a session file, if it is one of the app's. A record that cannot be read says nothing. */
export function desktopRecord({
  realPath,
  threadId,
}: Pick<SessionFile, 'realPath' | 'threadId'>): DesktopRecord | undefined {
  const end = realPath.lastIndexOf(`${sep}${PROJECTS}${sep}`);
  const storage = end === -1 ? '' : realPath.slice(0, end);
  if (!STORAGE.test(storage.slice(dirname(storage).length + 1))) return undefined;
  const record = parseObject(readStart(`${storage}.json`, MOST_RECORD_BYTES));
  if (!record) return undefined;
  const { title, cliSessionId, userSelectedFolders, isArchived } = record;
  const [project] = Array.isArray(userSelectedFolders) ? userSelectedFolders : [];
  // A record may have had several transcripts. Its title is that of the one it names.
  const isNamed = typeof cliSessionId !== 'string' || cliSessionId.toLowerCase() === threadId;
  return {
    ...(isNamed && typeof title === 'string' && title.trim() !== '' && { title }),
    ...(typeof project === 'string' && project !== '' && { project }),
    archived: isArchived === true,
  };
}
