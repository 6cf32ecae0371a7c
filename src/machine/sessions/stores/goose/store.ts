import type { ThreadEvent } from '../../../../core/thread/event.ts';
import { createRowsStore } from '../../rows/rows-store.ts';
import type { SessionTables } from '../../rows/session-tables.ts';
import type { SessionStore } from '../../store.ts';
import { gooseHomes } from './homes.ts';

/** Columns that change with every row of a session. */
const COUNTERS = [
  'updated_at',
  ...['total_tokens', 'input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'],
];
const SUMS = [
  'accumulated_total_tokens',
  'accumulated_input_tokens',
  'accumulated_output_tokens',
  'accumulated_cache_read_tokens',
  'accumulated_cache_write_tokens',
  'accumulated_cost',
];
/** The other columns of a session. */
const FACTS = [
  ...['name', 'description', 'user_set_name', 'session_type', 'working_dir', 'created_at', 'extension_data'],
  ...['schedule_id', 'recipe_json', 'user_recipe_values_json', 'provider_name', 'model_config_json', 'goose_mode'],
  ...['archived_at', 'project_id', 'parent_session_id'],
];

/** A column that older databases lack. The inner name means the column if there is one, else the empty row around. */
function optionalColumn(name: string): string {
  return `(select (select ${name} from sessions as own where own.id = sessions.id) from (select null as ${name}))`;
}

/** How many rows behind the last one of a sub-agent its parent's answer is looked for. */
const NEARBY_ROWS = 1000;

/** Before schema 16 only the parent names the two: by the result of its call, which follows the sub-agent's last message. */
const NAMED_BY_PARENT = `case when ${optionalColumn('session_type')} = 'sub_agent' then (
  select told.session_id from messages as told, (select max(messages.id) as last from messages where session_id = sessions.id) as own
  where told.id > own.last and told.id <= own.last + ${NEARBY_ROWS} and told.session_id <> sessions.id
  and instr(told.content_json, '"subagent_session_id":"' || sessions.id || '"') > 0 order by told.id limit 1) end`;

/** The newest message that was there when a request was counted. */
const COUNTED_AFTER = `(select messages.id from messages where messages.session_id = usage_ledger.session_id
  and messages.created_timestamp <= usage_ledger.created_timestamp order by messages.created_timestamp desc, messages.id desc limit 1)`;

/** The last line holds the session's sum, the only count before schema 14. Whoever follows the session does not need it. */
const CHANGES = { settled: '0' };

const tables: SessionTables = {
  database: 'sessions/sessions.db',
  wire: 'goose-rows',
  sessions: {
    table: 'sessions',
    id: 'id',
    modified: `cast(strftime('%s', updated_at) as integer) * 1000`,
    cwd: 'working_dir',
    parent: `coalesce(${optionalColumn('parent_session_id')}, ${NAMED_BY_PARENT})`,
    archived: `${optionalColumn('archived_at')} is not null`,
    // A bare name that the inner table lacks would mean the outer one's, and `max` of it one row for all sessions.
    version: `updated_at || ' ' || name || ' ' || coalesce(accumulated_total_tokens, '') || ' ' ||
      (select count(*) || ' ' || coalesce(max(messages.id), '') from messages where messages.session_id = sessions.id)`,
  },
  rows: [
    { table: 'sessions', session: 'id', omit: [...COUNTERS, ...SUMS] },
    { table: 'messages', session: 'session_id', isNeeded: true, order: ['id'] },
    { table: 'usage_ledger', session: 'session_id', order: [COUNTED_AFTER] },
    { table: 'sessions', session: 'id', order: ['9e18'], omit: [...COUNTERS, ...FACTS], ...CHANGES },
  ],
};

/** `~/.local/share/goose/sessions/sessions.db`: all sessions in one database, sub-agents among them. */
export const gooseStore: SessionStore = {
  homes: gooseHomes,
  ...createRowsStore(tables),
  title: titleIn,
  // The day and a number.
  localIds: true,
  origin: ({ source, parent_thread_id: parentId }) => ({
    ...(source === 'sub_agent' && { source: 'subagent' }),
    ...(parentId !== undefined && { parentId }),
  }),
  imports: {
    loadWriter: async () => (await import('../../../../core/writers/goose-export-writer.ts')).createGooseExportWriter,
    command: (path) => ['session', 'import', path],
    importedId: (output) => /^Session imported:\s+(\d{8}_\d+)\b/m.exec(output)?.[1],
  },
  startedThreads({ item }) {
    const { subagent_session_id: id } = Object(item.extra?._meta) as { subagent_session_id?: unknown };
    return typeof id === 'string' ? [id] : [];
  },
};

function titleIn(event: ThreadEvent): string | undefined {
  const name = event.type === 'thread.started' ? event.extra?.name : undefined;
  return typeof name === 'string' ? name.trim() || undefined : undefined;
}
