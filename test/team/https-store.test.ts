import { afterAll, describe, it } from 'vitest';
import { openGatewayStore } from '../../src/fleet/gateway/open-store.ts';
import { createToken, tokenDigest } from '../../src/fleet/gateway/token.ts';
import { createPostgresSink } from '../../src/fleet/postgres/postgres-sink.ts';
import { openHttpsStore } from '../../src/fleet/team/https-store.ts';
import { checkTeamLogin, createTeamAccess } from '../../src/fleet/team/team-access.ts';
import { startTeamServer } from '../../src/fleet/team/team-server.ts';
import { threadStoreContract } from '../archive/thread-store-contract.ts';
import { startTeamArchive, type TeamArchive } from './team-archive.ts';

const HERE = 'https://team.example';
const started = await startTeamArchive();
const gateway = 'skip' in started ? undefined : await openGatewayStore(started.teamUrl);
const running = 'skip' in started || !gateway ? undefined : await startServer(started);
afterAll(async () => {
  await running?.close();
  await gateway?.close();
  if (!('skip' in started)) await started.close();
});

async function startServer({ team }: TeamArchive) {
  await checkTeamLogin(team);
  if (!gateway) throw new Error('there is no gateway');
  const access = createTeamAccess(team, HERE);
  const onFault = (error: unknown) => console.error(error);
  return startTeamServer({ access, gateway, host: '127.0.0.1', port: 0, behindProxy: false, onFault });
}

async function openEmpty({ database, team, createTenant }: TeamArchive) {
  const { id: tenant } = await createTenant();
  const token = createToken();
  // What nobody's machine sent is for admins.
  await team.transaction({ role: 'team', tenant }, async (queries) => {
    await queries.run("select team_configure('{}', array['g-admin'], 1::smallint, 0::smallint)");
    await queries.run(
      `select team_add_token(team_person('https://id.example', 'root', null, null, array['g-admin'], null), 'test', $1, $2, 'login',
        array['text'], '{}', 3600, null, null)`,
      [tokenDigest(token), HERE],
    );
  });
  const store = openHttpsStore({ url: `http://127.0.0.1:${running?.port}`, token: async () => token });
  return { store, sink: createPostgresSink(database, { tenant }) };
}

if ('skip' in started) describe.skip(`PostgreSQL: ${started.skip}`, () => it('is a store', () => {}));
else threadStoreContract('a team server over HTTP', () => openEmpty(started));
