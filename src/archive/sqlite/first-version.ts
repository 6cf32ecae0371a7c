// Archives of the first version kept ids of messages in columns, names of roles and kinds in full,
// and block ids a thousandth of a millisecond apart.

const ROLE = `case role when 'user' then 0 when 'assistant' then 1 else 2 end`;
const KIND = `case kind when 'text' then 0 when 'thinking' then 1 when 'tool_use' then 2 when 'tool_result' then 3 else 4 end`;
export const FIRST_COLUMNS = `id, session_id, seq, ${ROLE} as role, ${KIND} as kind, tool, error, inherited, at_ms, chunk_id, start,
  length, input as facts, is_odd, 0 as secret, message, line, tool_use, parent, omitted`;

/** The time from which an id was made. */
export function firstTimeOf(id: number): number {
  return Math.floor(id / 1024);
}

/** The blocks of a session as rows of this version. `isDamaged`: indexes are not trusted. */
export function firstBlocks(table: string, isDamaged: boolean): string {
  return `select ${FIRST_COLUMNS} from main.${table} ${isDamaged ? 'not indexed' : ''} where session_id = ? order by seq`;
}
