import { ThreadlineError } from '../../errors.ts';
import { pack } from '../../machine/sessions/pack.ts';
import type { FoldedBlock } from '../model/thread-sink.ts';
import { encodeBlock } from './block-record.ts';
import { unpackBytes } from './chunks.ts';
import type { SqliteRow, Statements } from './statements.ts';

/** `words`: the text of the block as it was said, for the word index of its owner. */
export function insertRedacted(statements: Statements, id: number, redacted: FoldedBlock, words: string): void {
  const { bytes, length } = encodeBlock(redacted);
  statements.run(
    'insert into redacted_block(id, tool, length, facts, body) values (?, ?, ?, ?, ?)',
    id,
    redacted.tool,
    length,
    bytes.length - length,
    pack(bytes, { hasChecksum: true }),
  );
  statements.run('insert into secret_word(rowid, text) values (?, ?)', id, words);
}

export function removeRedacted(statements: Statements, id: number): void {
  if (!statements.tryRun('delete from redacted_block where id = ?', id)) return;
  statements.run('delete from secret_word where rowid = ?', id);
}

/** True if the stored block `row` is redacted like this, or holds no secret either. */
export function isSameRedacted(statements: Statements, row: SqliteRow, redacted: FoldedBlock | undefined): boolean {
  if (!redacted || row.secret === 0) return !redacted && row.secret === 0;
  try {
    const { columns, bytes } = readRedacted(statements, Number(row.id));
    return columns.tool === (redacted.tool ?? null) && bytes.equals(encodeBlock(redacted).bytes);
  } catch (error) {
    if (error instanceof ThreadlineError) return false;
    throw error;
  }
}

/** The columns of a block that differ for others, and its bytes in place of those of its chunk. */
export interface RedactedRow {
  columns: SqliteRow;
  bytes: Buffer;
}

/** Throws `damaged` if it cannot be read. */
export function readRedacted(statements: Statements, id: number): RedactedRow {
  const row = statements.get(
    'select tool, length, facts, length + facts as bytes, body from redacted_block where id = ?',
    id,
  );
  const bytes = unpackBytes(row);
  return { columns: { tool: row?.tool ?? null, length: row?.length ?? 0, facts: row?.facts ?? 0, start: 0 }, bytes };
}
