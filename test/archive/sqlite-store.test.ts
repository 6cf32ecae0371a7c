import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Archive, openArchive } from 'threadline/archive';
import { afterAll } from 'vitest';
import { openDatabase } from '../../src/archive/sqlite/open-database.ts';
import { renewVocabulary } from '../../src/archive/sqlite/vocabulary.ts';
import { createSqliteSink } from './sqlite-sink.ts';
import { threadStoreContract } from './thread-store-contract.ts';

const opened: Archive[] = [];
afterAll(async () => {
  for (const archive of opened) {
    await archive.close();
    rmSync(archive.folder, { recursive: true, force: true });
  }
});

threadStoreContract('SQLite', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-archive-'));
  const store = await openArchive({ folder, homes: [] });
  opened.push(store);
  const database = await openDatabase(folder);
  return { store, sink: createSqliteSink(database), listWords: () => renewVocabulary(database, true) };
});
