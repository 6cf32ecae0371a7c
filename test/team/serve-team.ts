import { openGatewayStore } from '../../src/fleet/gateway/open-store.ts';
import { createToken, tokenDigest } from '../../src/fleet/gateway/token.ts';
import { checkTeamLogin, createTeamAccess } from '../../src/fleet/team/team-access.ts';
import { startTeamServer } from '../../src/fleet/team/team-server.ts';
import type { TeamArchive } from './team-archive.ts';

/** A team server without a provider: a test gives tokens out itself. */
export interface ServedTeam {
  url: string;
  metricsPort: number;
  tokenFor(options: { tenant: number; person?: number; scopes?: string[]; teams?: string[] }): Promise<string>;
  close(): Promise<void>;
}

const HERE = 'https://team.example';

export async function serveTeam({ team, teamUrl }: TeamArchive): Promise<ServedTeam> {
  await checkTeamLogin(team);
  const gateway = await openGatewayStore(teamUrl);
  const running = await startTeamServer({
    access: createTeamAccess(team, HERE),
    gateway,
    host: '127.0.0.1',
    port: 0,
    metricsPort: 0,
    behindProxy: false,
    onFault: () => {},
  });
  return {
    url: `http://127.0.0.1:${running.port}`,
    metricsPort: running.metricsPort ?? 0,
    async tokenFor({ tenant, person, scopes = ['text'], teams = [] }) {
      const token = createToken();
      const values = [person ?? null, tokenDigest(token), HERE, scopes, teams];
      await team.transaction({ role: 'team', tenant }, (queries) =>
        queries.run("select team_add_token($1, 'test', $2, $3, 'login', $4, $5, 3600, null, null)", values),
      );
      return token;
    },
    async close() {
      await running.close();
      await gateway.close();
    },
  };
}
