import { pathEnds, pathsBelow } from '../../core/tools/path-below.ts';
import type { SessionKey } from '../model/session-row.ts';
import type { Value } from './statements.ts';

/** An SQL condition and its values. */
export interface Condition {
  sql: string;
  values: Value[];
}

export function allOf(parts: readonly Condition[]): Condition {
  return joined(parts, ' and ', 'true');
}

/** False if there are none. */
export function anyOf(parts: readonly Condition[]): Condition {
  return joined(parts, ' or ', 'false');
}

function joined(parts: readonly Condition[], word: string, none: string): Condition {
  return {
    sql: parts.length === 0 ? none : parts.map(({ sql }) => `(${sql})`).join(word),
    values: parts.flatMap(({ values }) => values),
  };
}

// SQLite counts characters, JavaScript halves of them, so SQLite does the counting. No patterns are
// used: no character of a name has a special meaning.

export function startsWith(column: string, start: string): Condition {
  return { sql: `substr(${column}, 1, length(?)) = ?`, values: [start, start] };
}

function endsWith(column: string, end: string): Condition {
  return { sql: `substr(${column}, -length(?)) = ?`, values: [end, end] };
}

function equals(column: string, value: string): Condition {
  return { sql: `${column} = ?`, values: [value] };
}

/** Matches a folder and all below it. */
export function belowFolder(column: string, folder: string): Condition {
  const { names, starts } = pathsBelow(folder);
  return anyOf([...names.map((name) => equals(column, name)), ...starts.map((start) => startsWith(column, start))]);
}

/** Matches a whole path, or its last parts. */
export function touchedPath(path: string, column = 'touched.path'): Condition {
  return anyOf([equals(column, path), ...pathEnds(path).map((end) => endsWith(column, end))]);
}

export function isSession({ agent, threadId, home }: SessionKey): Condition {
  const sql = 'session.agent = ? and session.thread_id = ? and (? is null or session.home = ?)';
  return { sql, values: [agent, threadId, home, home] };
}
