import { afterAll, describe, it } from 'vitest';
import { createPostgresSink } from '../../src/fleet/postgres/postgres-sink.ts';
import { openHttpsStore } from '../../src/fleet/team/https-store.ts';
import { threadStoreContract } from '../archive/thread-store-contract.ts';
import { type ServedTeam, serveTeam } from './serve-team.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const started = await startTeamArchive();
const served = 'skip' in started ? undefined : await serveTeam(started);
afterAll(async () => {
  await served?.close();
  if (!('skip' in started)) await started.close();
});

async function openEmpty({ database, team, createTenant }: TeamArchive, { url, tokenFor }: ServedTeam) {
  const { id: tenant } = await createTenant();
  // What nobody's machine sent is for admins.
  const row = await team.transaction({ role: 'team', tenant }, async (queries) => {
    await queries.run("select team_configure('{}', array['g-admin'], 1::smallint, 0::smallint)");
    return queries.get("select team_person('https://id.example', 'root', null, null, array['g-admin'], null) as id");
  });
  const token = await tokenFor({ tenant, person: Number(row?.id) });
  return {
    store: openHttpsStore({ url, token: async () => token }),
    sink: createPostgresSink(database, { tenant }),
  };
}

if ('skip' in started || !served) describe.skip('PostgreSQL is not there', () => it('is a store', () => {}));
else threadStoreContract('a team server over HTTP', () => openEmpty(started, served));
