import type { Archive, ThreadStore } from 'threadline/archive';
import { redactedStore } from '../../src/archive/folding/redacted-store.ts';
import { createReads, type Guarded } from '../../src/archive/sqlite/archive-reads.ts';
import { openDatabase } from '../../src/archive/sqlite/open-database.ts';
import { createStatements, type SqliteRow, type Statements } from '../../src/archive/sqlite/statements.ts';

/** What reading cost: a stand-in for time that is the same on every machine. */
export interface ReadCount {
  rows: number;
  chunks: number;
  /** Bytes of texts, as they are packed. */
  bytes: number;
}

/** An archive that counts what answers to others read of it. */
export async function countedArchive(
  archive: Archive,
): Promise<{ store: ThreadStore; count: ReadCount; close(): void }> {
  const database = await openDatabase(archive.folder, { readOnly: true });
  const count: ReadCount = { rows: 0, chunks: 0, bytes: 0 };
  const statements = createStatements(database);
  const note = (row: SqliteRow): void => {
    count.rows += 1;
    if (!(row.body instanceof Uint8Array)) return;
    count.chunks += 1;
    count.bytes += row.body.length;
  };
  const counted: Statements = {
    ...statements,
    get(sql, ...values) {
      const row = statements.get(sql, ...values);
      if (row) note(row);
      return row;
    },
    all(sql, ...values) {
      const rows = statements.all(sql, ...values);
      rows.forEach(note);
      return rows;
    },
  };
  const guarded: Guarded = async (run) => run(counted);
  const others = createReads(guarded, 'others');
  const store: ThreadStore = {
    ...archive,
    ...createReads(guarded, 'owner'),
    redacted: () => redactedStore(store, others),
  };
  return { store, count, close: () => database.close() };
}
