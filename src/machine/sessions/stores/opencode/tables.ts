import type { SessionTables } from '../../rows/session-tables.ts';

/** A session whose last rows were not written for so long does not go on: its agent was killed. */
const ABANDONED_MS = 10 * 60 * 1000;

const role = `data ->> '$.role'`;

/** SQL: what never changes of a message. The summary of a prompt is written anew with every step of the answer. */
const steady = `case when not json_valid(data) then data
  when ${role} = 'user' then json_remove(data, '$.summary')
  else json_patch('{}', json_object('role', data -> '$.role', 'parentID', data -> '$.parentID', 'modelID', data -> '$.modelID',
    'providerID', data -> '$.providerID', 'mode', data -> '$.mode', 'agent', data -> '$.agent', 'path', data -> '$.path',
    'summary', data -> '$.summary', 'time', json_object('created', data -> '$.time.created'))) end`;

/** SQL: true once an answer is done, given up, or followed by another one. */
const isDone = `case when not json_valid(message.data) or message.data ->> '$.role' = 'user' then 1
  else coalesce(message.data -> '$.time.completed', message.data -> '$.error') is not null
    or message.time_updated < unixepoch() * 1000 - ${ABANDONED_MS}
    or exists (select 1 from message later where later.session_id = message.session_id and later.id > message.id
      and json_valid(later.data) and later.data ->> '$.role' = 'assistant') end`;

const SESSION_COLUMNS = ['id', 'project_id', 'parent_id', 'slug', 'directory', 'version', 'time_created'];

/**
 * The database of OpenCode from 1.2 on, and of Kilo. Both write a message when it begins and change it until it is done,
 * with its parts. Its line comes twice: what is known at the beginning, then, after its parts, all of it.
 */
export function opencodeTables(database: string, agent?: string): SessionTables {
  return {
    database,
    wire: 'opencode-store',
    sessions: {
      table: 'session',
      id: 'id',
      modified: 'time_updated',
      cwd: 'directory',
      parent: 'parent_id',
      title: `case when title like 'New session - %' or title like 'Child session - %' then null else title end`,
      archived: 'time_archived is not null',
      version: 'time_updated',
      changes: [
        // From 1.14 on, every change of a session is counted.
        { table: 'event_sequence', sql: 'select seq from event_sequence where aggregate_id = :id' },
        {
          table: 'part',
          sql: `select (select count(*) || ' ' || coalesce(max(time_updated), 0) from message where session_id = :id) || ' ' ||
            count(*) || ' ' || coalesce(max(time_updated), 0) || ' ' || coalesce(sum(octet_length(data)), 0)
            from part where session_id = :id`,
        },
      ],
    },
    rows: [
      {
        table: 'session',
        session: 'id',
        order: ["''", "''"],
        only: SESSION_COLUMNS,
        ...(agent !== undefined && { beside: { agent } }),
      },
      {
        table: 'message',
        session: 'session_id',
        isNeeded: true,
        order: ['id', "''"],
        omit: ['time_updated'],
        values: { data: steady },
      },
      {
        table: 'part',
        session: 'session_id',
        isNeeded: true,
        order: ['message_id', 'id'],
        omit: ['time_updated'],
        settled: `coalesce((select ${isDone} from message where message.id = part.message_id), 1)`,
        written: 'time_updated',
      },
      {
        table: 'message',
        session: 'session_id',
        where: `json_valid(data) and ${role} <> 'user'`,
        order: ['id', "'~'"],
        omit: ['time_updated'],
        settled: isDone,
        written: 'time_updated',
      },
    ],
  };
}
