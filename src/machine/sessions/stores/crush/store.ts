import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isObject, parseObject } from '../../../../core/lines/json.ts';
import { readStart } from '../../read-start.ts';
import { createRowsStore } from '../../rows/rows-store.ts';
import type { SessionTables } from '../../rows/session-tables.ts';
import type { Environment, SessionFile, SessionStore, StoreHomes } from '../../store.ts';

/** Counts of the session, which change with every row. */
const COUNTERS = [
  'message_count',
  'prompt_tokens',
  'completion_tokens',
  'cost',
  'updated_at',
  'todos',
  'summary_message_id',
];

/** SQL: false while the row is written anew with each piece of an answer. */
const settled = `role <> 'assistant' or parts like '%"type":"finish"%' or updated_at < unixepoch() - 600`;

const tables: SessionTables = {
  database: 'crush.db',
  wire: 'crush-rows',
  sessions: {
    table: 'sessions',
    id: 'id',
    modified: 'case when updated_at > 100000000000 then updated_at else updated_at * 1000 end',
    parent: 'parent_session_id',
    title: 'title',
    version: `updated_at || ' ' || message_count || ' ' ||
      (select coalesce(max(messages.updated_at), 0) || ' ' || coalesce(sum(octet_length(messages.parts)), 0) from messages where messages.session_id = sessions.id)`,
  },
  rows: [
    { table: 'sessions', session: 'id', order: ['0'], omit: COUNTERS },
    {
      table: 'messages',
      session: 'session_id',
      isNeeded: true,
      order: ['created_at', 'rowid'],
      settled,
      omit: ['updated_at', 'finished_at'],
    },
  ],
};

const rows = createRowsStore(tables);

/** `<project>/.crush/crush.db`: one database for each project. By Crush's source. */
export const crushStore: SessionStore = {
  ...rows,
  homes: crushHomes,
  scan(home, agent, onProblem) {
    return rows.scan(home, agent, onProblem).map(withProject);
  },
  find(path, agent) {
    const found = rows.find(path, agent);
    return found && withProject(found);
  },
  project: (_, home) => projectOf(home),
};

function withProject(file: SessionFile): SessionFile {
  return { ...file, cwd: file.home === undefined ? undefined : projectOf(file.home) };
}

/** The folder that the database is about: the one above `.crush`. */
function projectOf(home: string): string | undefined {
  return basename(home) === '.crush' ? dirname(home) : undefined;
}

/** A list of projects is small. */
const LIST_BYTES = 4 * 1024 * 1024;

/** The projects that Crush lists. */
function crushHomes(env: Environment): StoreHomes {
  const data = env.XDG_DATA_HOME?.trim() || join(env.HOME || homedir(), '.local', 'share');
  const { projects } = parseObject(readStart(join(data, 'crush', 'projects.json'), LIST_BYTES)) ?? {};
  const paths = (Array.isArray(projects) ? projects : []).flatMap((project) => {
    if (!isObject(project)) return [];
    const { path, data_dir: folder } = project;
    const home = typeof folder === 'string' && folder !== '' ? folder : '.crush';
    if (isAbsolute(home)) return [home];
    return typeof path === 'string' && isAbsolute(path) ? [join(path, home)] : [];
  });
  return { paths, isNamed: false };
}
