import type { DatabaseSync } from 'node:sqlite';
import { isLineKey } from '../../src/archive/folding/usage-facts.ts';
import { storedKey } from '../../src/archive/model/stored-row.ts';
import type { FoldedBlock, ThreadSink } from '../../src/archive/model/thread-sink.ts';
import { countTouched } from '../../src/archive/model/touched-counts.ts';
import { removeKept } from '../../src/archive/sqlite/kept-sessions.ts';
import { removeSession } from '../../src/archive/sqlite/remove-session.ts';
import { transaction } from '../../src/archive/sqlite/sqlite.ts';
import { createStatements } from '../../src/archive/sqlite/statements.ts';
import { findSession, writeSessions } from '../../src/archive/sqlite/write-session.ts';
import { packFacts, type UsageFact } from '../../src/machine/usage/usage-facts.ts';
import type { UsageRow } from '../../src/machine/usage/usage-row.ts';

/** Writes sessions that come from anywhere but a file of this machine. */
export function createSqliteSink(database: DatabaseSync): ThreadSink {
  const statements = createStatements(database);
  return {
    async putSession({ head, blocks, usage = [] }) {
      const all: FoldedBlock[] = [];
      const touched = new Map<string, number>();
      for await (const block of blocks) {
        all.push(block);
        countTouched(block, touched);
      }
      const { key, path, size } = head;
      const file = { ...key, path, size, modified: head.endedAt ?? 0, compressed: false, isSuperseded: false };
      const end = { usage: packRequests(usage) };
      const write = { file, identity: '', head, from: 0, blocks: all, touched, end };
      return { key, written: writeSessions(database, statements, [write]) };
    },
    async dropSession(key) {
      transaction(database, () => {
        const found = findSession(statements, key);
        if (!found) return;
        const row = statements.get('select agent, thread_id, home from session where id = ?', found.id);
        if (row) removeKept(database, storedKey(row));
        removeSession(statements, found.id);
        statements.run('delete from source where id = ?', found.source);
      });
    },
  };
}

/** Requests that something else than a file tells, each once. One that is named by its line has no name among others. */
function packRequests(rows: readonly UsageRow[]): Uint8Array | undefined {
  return packFacts(rows.map((row): UsageFact => ({ add: row, key: isLineKey(row.key) ? undefined : row.key })));
}
