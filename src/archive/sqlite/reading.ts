import { presentRedaction } from '../folding/block-redaction.ts';
import type { Reading } from '../model/reading.ts';
import type { Condition } from './conditions.ts';
import type { SqliteRow } from './statements.ts';

/** How a search reads blocks. */
export interface BlockReading {
  /** The columns of a candidate. */
  columns: string;
  /** A join after `block` and `session`. */
  join: string;
  /** The tool of a block. */
  tool: string;
  /** The path of a touched file, and the model and the folder of a session. */
  path: string;
  model: string;
  project: string;
  /** Which sessions and blocks of `word` count. */
  condition: Condition;
  /** The word indexes: their tables, and which of their blocks count. */
  words: readonly { table: string; filter: string }[];
  /** Which blocks hold runs that are too long for a word: each has an index. */
  odd: readonly string[];
}

/** The name of `redactText` in SQL, for facts that are too short to be kept twice. */
export const REDACT = 'redact_text';

/** Of blocks with secrets, `word` has the redacted text and `secret_word` the other. Neither reader asks for both. */
export const READINGS: Readonly<Record<Reading, BlockReading>> = {
  owner: {
    columns: 'block.id, block.chunk_id, block.start, block.length, 0 as is_redacted',
    join: '',
    tool: 'block.tool',
    path: 'touched.path',
    model: 'session.model',
    project: 'session.project',
    condition: { sql: 'true', values: [] },
    words: [
      { table: 'word', filter: 'block.secret = 0' },
      { table: 'secret_word', filter: 'true' },
    ],
    odd: ['block.is_odd = 1 and block.secret = 0', 'block.secret = 2'],
  },
  others: {
    columns: `block.id, iif(block.secret = 0, block.chunk_id, 0) as chunk_id, iif(block.secret = 0, block.start, 0) as start,
      iif(block.secret = 0, block.length, redacted_block.length) as length, block.secret > 0 as is_redacted`,
    join: 'left join redacted_block on redacted_block.id = block.id',
    tool: 'iif(block.secret = 0, block.tool, redacted_block.tool)',
    path: 'coalesce(touched.redacted, touched.path)',
    model: `${REDACT}(session.model)`,
    project: `${REDACT}(session.project)`,
    get condition() {
      return { sql: 'session.redaction = ?', values: [presentRedaction()] };
    },
    words: [{ table: 'word', filter: 'true' }],
    odd: ['block.is_odd = 1'],
  },
};

/** Sessions that were not looked at by the present rules, which are given twice: an index serves each half. */
export const NOT_REDACTED = '(session.redaction is null or session.redaction < ? or session.redaction > ?)';

/** The columns of a session's row that others see, if it was looked at by the present rules. */
export function promptFor(reading: Reading, row: SqliteRow): SqliteRow {
  if (reading === 'owner') return row;
  return { ...row, first_prompt: row.redaction === presentRedaction() ? (row.redacted_prompt ?? null) : null };
}
