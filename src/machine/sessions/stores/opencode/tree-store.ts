import { join, sep } from 'node:path';
import { isObject } from '../../../../core/lines/json.ts';
import { realFolder } from '../../homes.ts';
import { type AgentStore, type FileIdentity, type Home, normaliseId, type SessionFile } from '../../store.ts';
import { namesIn, readTreeFile, statTreeFile } from './tree-files.ts';
import { createTreeSource } from './tree-source.ts';

const STORAGE = 'storage';
const SESSIONS = join(STORAGE, 'session');

/** The sessions of the tree of files that OpenCode kept up to 1.1: `storage/session/<project>/<id>.json`. */
export function scanTree(home: Home, agent: AgentStore): SessionFile[] {
  const sessions = join(home.realPath, SESSIONS);
  return namesIn(sessions, 'folder').flatMap((project) =>
    namesIn(join(sessions, project), 'file').flatMap((name) => fileAt(home, agent, project, name) ?? []),
  );
}

function fileAt(home: Home, agent: AgentStore, project: string, name: string): SessionFile | undefined {
  const id = name.slice(0, -'.json'.length);
  const path = join(home.realPath, SESSIONS, project, name);
  const stats = statTreeFile(path);
  const info = stats && readTreeFile(path);
  if (!stats || info === undefined) return undefined;
  const { directory, parentID, time } = isObject(info) ? info : {};
  const updated = isObject(time) && typeof time.updated === 'number' ? time.updated : stats.mtimeMs;
  const threadId = normaliseId(id);
  const shown = join(SESSIONS, project, id);
  return {
    wire: 'opencode-store',
    agent,
    threadId,
    parentId: typeof parentID === 'string' ? normaliseId(parentID) : undefined,
    cwd: typeof directory === 'string' ? directory : undefined,
    archived: false,
    // The file holds the session's facts alone. Its messages and parts lie elsewhere.
    path: join(home.path, shown),
    realPath: join(home.realPath, shown),
    home: home.path,
    compressed: false,
    isSuperseded: false,
    size: 0,
    modified: updated,
    source: createTreeSource({
      key: { agent: agent.name, home: home.path, id: threadId },
      storage: join(home.realPath, STORAGE),
      path,
      id,
      foundAt: Date.now(),
    }),
  };
}

/** The titles of the sessions of the tree, by thread id. */
export function treeTitles(home: Home): Map<string, string> {
  const titles = new Map<string, string>();
  const sessions = join(home.realPath, SESSIONS);
  for (const project of namesIn(sessions, 'folder')) {
    for (const name of namesIn(join(sessions, project), 'file')) {
      const info = readTreeFile(join(sessions, project, name));
      const title = isObject(info) ? info.title : undefined;
      if (typeof title === 'string' && !isPlaceholder(title)) {
        titles.set(normaliseId(name.slice(0, -'.json'.length)), title);
      }
    }
  }
  return titles;
}

/** A session is called so until the model gave it a title. */
function isPlaceholder(title: string): boolean {
  return /^(?:New|Child) session - /.test(title);
}

const PLACE = /^(.*)[\\/]storage[\\/]session[\\/]([^\\/]+)[\\/](ses_[^\\/]+?)(?:\.json)?$/s;

/** Identifies a session by the names of its file and the folders above. */
export function identifyTree(path: string): (FileIdentity & { home: string }) | undefined {
  const [, home, , id] = PLACE.exec(path) ?? [];
  if (home === undefined || id === undefined) return undefined;
  return { wire: 'opencode-store', threadId: normaliseId(id), archived: false, home: home || sep };
}

/** Finds the session that is shown under a path, which no file has. */
export function findInTree(path: string, agent: AgentStore): SessionFile | undefined {
  const [, home, project, id] = PLACE.exec(path) ?? [];
  const realPath = home === undefined ? undefined : realFolder(home || sep);
  if (home === undefined || project === undefined || id === undefined || realPath === undefined) return undefined;
  return fileAt({ path: home || sep, realPath }, agent, project, `${id}.json`);
}

/** A text that changes when sessions came, went or were changed: agents write the file of a session with each turn. */
export function treeStamp(home: Home): string {
  const sessions = join(home.realPath, SESSIONS);
  const stamps = namesIn(sessions, 'folder').flatMap((project) =>
    namesIn(join(sessions, project), 'file').map((name) => {
      const stats = statTreeFile(join(sessions, project, name));
      return `${name} ${stats?.size} ${stats?.mtimeMs}`;
    }),
  );
  return stamps.join('|');
}
