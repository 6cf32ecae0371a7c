import type { ThreadStore } from 'threadline/archive';
import { afterAll, describe, it } from 'vitest';
import { openPostgresStore } from '../../src/fleet/postgres/open-store.ts';
import { createPostgresSink } from '../../src/fleet/postgres/postgres-sink.ts';
import { threadStoreContract } from '../archive/thread-store-contract.ts';
import { startArchive, type TestArchive } from './archive.ts';

const started = await startArchive();
const opened: ThreadStore[] = [];
afterAll(async () => {
  for (const store of opened) await store.close();
  if (!('skip' in started)) await started.close();
});

async function openEmpty({ url, database, createTenant }: TestArchive) {
  const { id, name } = await createTenant();
  const store = await openPostgresStore({ url, tenant: name });
  opened.push(store);
  return { store, sink: createPostgresSink(database, { tenant: id }) };
}

if ('skip' in started) describe.skip(`PostgreSQL: ${started.skip}`, () => it('is a store', () => {}));
else threadStoreContract('PostgreSQL', () => openEmpty(started));
