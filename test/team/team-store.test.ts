import { afterAll, describe, it } from 'vitest';
import { createPostgresSink } from '../../src/fleet/postgres/postgres-sink.ts';
import { createSeal } from '../../src/fleet/team/seal.ts';
import { createTeamStore } from '../../src/fleet/team/team-store.ts';
import { threadStoreContract } from '../archive/thread-store-contract.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
afterAll(async () => {
  if (!('skip' in started)) await started.close();
});

async function openEmpty({ database, team, createTenant }: TeamArchive) {
  const { id: tenant } = await createTenant();
  // What nobody's machine sent is for admins.
  const reader = { person: 0, teams: [], admin: true, text: true };
  const seal = createSeal(Buffer.alloc(32, 1), 'cursors');
  const store = createTeamStore({
    database: team,
    tenant,
    reader,
    seal,
    note: async () => {},
    noteChoice: async () => {},
  });
  return { store, sink: createPostgresSink(database, { tenant }) };
}

if ('skip' in started) describe.skip(`PostgreSQL: ${started.skip}`, () => it('is a store', () => {}));
else threadStoreContract('a team server on PostgreSQL', () => openEmpty(started));
