import type { Reading } from '../model/reading.ts';
import type { SearchQuery } from '../model/search-query.ts';
import { firstIdAt } from './block-ids.ts';
import { KINDS, ROLES } from './block-record.ts';
import { allOf, anyOf, belowFolder, type Condition, isSession, startsWith, touchedPath } from './conditions.ts';
import { READINGS } from './reading.ts';
import type { Value } from './statements.ts';

/**
 * A fork's inherited blocks are also in its parent thread, and are found there, while that is in the archive. The same is
 * true of a copy that was handed over, whose origin is named as `agent:ID`.
 */
const NOT_COPIED = `block.inherited = 0 or not (exists (select 1 from session as other where other.agent = session.agent
  and other.thread_id = coalesce(session.forked_from, session.parent_thread))
  or exists (select 1 from session as other where instr(session.forked_from, ':') > 0
    and other.agent = substr(session.forked_from, 1, instr(session.forked_from, ':') - 1)
    and other.thread_id = substr(session.forked_from, instr(session.forked_from, ':') + 1)))`;

/** The filters of a search, for rows of `block` joined with `session`. */
export function searchCondition(query: SearchQuery, reading: Reading): Condition {
  const { condition, tool, path, model, project } = READINGS[reading];
  const parts: Condition[] = [condition, { sql: NOT_COPIED, values: [] }];
  const add = (sql: string, ...values: Value[]) => parts.push({ sql, values });
  if (query.agent !== undefined) add('session.agent = ?', query.agent);
  if (query.agents) parts.push(anyOf(query.agents.map((agent) => ({ sql: 'session.agent = ?', values: [agent] }))));
  if (query.projects) parts.push(anyOf(query.projects.map((folder) => belowFolder(project, folder))));
  if (query.folders) add('session.project in (select value from json_each(?))', JSON.stringify(query.folders));
  if (query.sessions) parts.push(anyOf(query.sessions.map(isSession)));
  if (query.notSessions && query.notSessions.length > 0) {
    const { sql, values } = anyOf(query.notSessions.map(isSession));
    add(`not (${sql})`, ...values);
  }
  if (query.role !== undefined) add('block.role = ?', ROLES.indexOf(query.role));
  if (query.kind !== undefined) add('block.kind = ?', KINDS.indexOf(query.kind));
  if (query.tool !== undefined) add(`${tool} = ?`, query.tool);
  if (query.machine !== undefined) add('false');
  if (query.errors) add('block.error = 1');
  if (query.model !== undefined) parts.push(startsWith(model, query.model));
  if (query.file !== undefined) {
    const { sql, values } = touchedPath(query.file, path);
    add(`exists (select 1 from touched where touched.session_id = session.id and (${sql}))`, ...values);
  }
  // Ids are only about as exact as a second: they narrow the search, and serve blocks without a time of their own.
  if (query.since !== undefined) {
    add('block.id >= ? and (block.at_ms = 0 or block.at_ms >= ?)', firstIdAt(query.since), query.since);
  }
  if (query.until !== undefined) {
    add('iif(block.at_ms = 0, block.id < ?, block.at_ms < ?)', firstIdAt(query.until), query.until);
  }
  return allOf(parts);
}
