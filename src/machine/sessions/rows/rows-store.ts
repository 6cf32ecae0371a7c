import { lstatSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../../errors.ts';
import { realFolder } from '../homes.ts';
import type { OnSessionProblem, SessionProblem } from '../problem.ts';
import {
  type AgentStore,
  type FileIdentity,
  type Home,
  normaliseId,
  type SessionFile,
  type SessionStore,
} from '../store.ts';
import { databaseStamp } from './database-files.ts';
import { createLookMemory } from './look-memory.ts';
import { isBlank, missingIn } from './present-tables.ts';
import { readDatabase } from './read-database.ts';
import { createRowsSource, type FoundRows } from './rows-source.ts';
import { type ListedRows, listRows, newestRows } from './session-rows.ts';
import type { SessionTables } from './session-tables.ts';

type RowsStore = Required<Pick<SessionStore, 'scan' | 'identify' | 'find' | 'stamp' | 'titles'>>;

/** Creates a store over one SQLite database, all but `homes`. A session's path is `sessions.db/ID`. */
export function createRowsStore(tables: SessionTables): RowsStore {
  const looks = createLookMemory();

  /** Reads the database of a home, and reports why it cannot. */
  function readIn<T>(home: Home, onProblem: OnSessionProblem, read: (database: DatabaseSync) => T[]): T[] {
    const path = databaseIn(home, tables, onProblem);
    if (path === undefined) return [];
    try {
      return readDatabase(path, read);
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      onProblem({ code: 'unreadable', message: error.message, path: join(home.path, tables.database) });
      return [];
    }
  }

  function sessionsIn(home: Home, agent: AgentStore, onProblem: OnSessionProblem, id?: string): SessionFile[] {
    return readIn(home, onProblem, (database) => {
      for (const table of isBlank(database) ? [] : missingIn(database, tables)) onProblem(lacks(table, home));
      const found: FoundRows = { at: Date.now(), newest: newestRows(database, tables) };
      const all = listRows(database, tables, id);
      const listed = all.filter(isNamed);
      if (listed.length < all.length) onProblem(nameless(all.length - listed.length, home));
      return listed.map((session) => fileOf(session, found, home, agent));
    });
  }

  function fileOf(session: ListedRows, found: FoundRows, home: Home, agent: AgentStore): SessionFile {
    const { id, modified, cwd, parent, archived } = session;
    const threadId = normaliseId(id);
    const name = nameOf(id);
    const path = join(home.realPath, tables.database);
    return {
      wire: tables.wire,
      agent,
      threadId,
      parentId: parent === undefined ? undefined : normaliseId(parent),
      cwd,
      archived,
      path: join(home.path, tables.database, name),
      realPath: join(path, name),
      home: home.path,
      compressed: false,
      isSuperseded: false,
      // A list does not read rows. `sizeOf` asks the source.
      size: 0,
      modified,
      source: createRowsSource({
        key: { agent: agent.name, home: home.path, id: threadId },
        path,
        tables,
        id,
        found,
        looks,
      }),
    };
  }

  /** A later version may keep its sessions elsewhere. An empty list would say that there are none. */
  function lacks(table: string, home: Home): SessionProblem {
    const message = `the database has no table '${table}' of the form that is known, so no session in it can be read whole`;
    return { code: 'unreadable', message, path: join(home.path, tables.database) };
  }

  /** A list without them would say that they are not there. */
  function nameless(count: number, home: Home): SessionProblem {
    const which = count === 1 ? 'one session of the database is' : `${count} sessions of the database are`;
    const message = `${which} left out: the table '${tables.sessions.table}' has no text for an id`;
    return { code: 'unreadable', message, path: join(home.path, tables.database) };
  }

  /** Identifies a session by names alone: `home/sessions.db/ID`, of this machine or another. */
  function identify(path: string): (FileIdentity & { home?: string | undefined }) | undefined {
    const place = placeOf(path, tables);
    if (!place) return undefined;
    return { wire: tables.wire, threadId: normaliseId(place.id), archived: false, home: place.home };
  }

  function find(path: string, agent: AgentStore): SessionFile | undefined {
    const place = placeOf(path, tables);
    const realPath = place && realFolder(place.home);
    if (!place || realPath === undefined) return undefined;
    return sessionsIn(
      { path: place.home, realPath },
      agent,
      ({ message }) => {
        throw new ThreadlineError('unreadable', message);
      },
      place.id,
    )[0];
  }

  return {
    scan: (home, agent, onProblem) => sessionsIn(home, agent, onProblem),
    identify,
    find,
    stamp: (home) => databaseStamp(join(home.realPath, tables.database)),
    titles(home, onProblem) {
      if (tables.sessions.title === undefined) return new Map();
      const listed = readIn(home, onProblem, (database) => listRows(database, tables));
      const named = listed.filter(isNamed);
      return new Map(named.flatMap(({ id, title }) => (title === undefined ? [] : [[normaliseId(id), title]])));
    },
  };
}

/** Without an id a session can be neither named nor opened. */
function isNamed({ id }: ListedRows): boolean {
  return normaliseId(id) !== '';
}

/** An id as a file name. No id may name the parent folder, or have an ending that tells a file type. */
function nameOf(id: string): string {
  return encodeURIComponent(id).replaceAll('.', '%2E');
}

function placeOf(path: string, { database }: SessionTables): { home: string; id: string } | undefined {
  const parts = path.split(sep === '\\' ? /[\\/]/ : '/');
  const name = parts.pop();
  const below = database.split('/');
  const above = parts.splice(-below.length);
  if (!name || parts.length === 0 || above.join('/') !== database) return undefined;
  try {
    return { home: parts.join(sep) || sep, id: decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}

/** The path of the database; undefined if there is none. A link is not followed: it may lead out of its home. */
function databaseIn(home: Home, { database }: SessionTables, onProblem: OnSessionProblem): string | undefined {
  const path = join(home.realPath, database);
  const kind = kindOf(path);
  if (kind === 'file') return path;
  const shown = join(home.path, database);
  if (kind === 'link') onProblem({ code: 'outside-home', message: 'a linked database is not followed', path: shown });
  if (kind === 'other')
    onProblem({ code: 'not-a-file', message: 'named like a database, but not a regular file', path: shown });
  return undefined;
}

function kindOf(path: string): 'file' | 'link' | 'other' | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (realpathSync(path) !== path) return 'link';
    return stats.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
}
