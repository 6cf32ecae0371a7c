import { NO_POLICY } from '../../src/fleet/collect/collect-policy.ts';
import type { Visibility } from '../../src/fleet/postgres/team-reader.ts';
import { openTeam, type TeamOptions } from '../../src/fleet/team/open-team.ts';
import type { RunningTeamServer } from '../../src/fleet/team/team-server.ts';
import type { Provider } from './provider.ts';
import type { TeamArchive } from './team-archive.ts';

interface TestTeamOptions extends Partial<Pick<TeamOptions, 'pages' | 'onFault'>> {
  archive: TeamArchive;
  provider: Provider;
  port: number;
  visibility?: { usage: Visibility; text: Visibility };
}

/** A team server on this machine, whose one team is core. */
export function openTestTeam({
  archive,
  provider,
  port,
  visibility,
  ...more
}: TestTeamOptions): Promise<RunningTeamServer> {
  return openTeam({
    url: archive.teamUrl,
    tenant: archive.tenantName,
    config: {
      oidc: { issuer: provider.issuer, clientId: 'threadline', clientSecret: 'hush', groupsClaim: 'groups' },
      teams: { core: ['g-core'] },
      admins: ['g-admin'],
      visibility: { usage: 'team', text: 'private', ...visibility, repositories: {}, projects: {} },
      policy: NO_POLICY,
      retention: {},
    },
    publicUrl: `http://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    behindProxy: false,
    onFault: () => {},
    onHead: () => {},
    ...more,
  });
}
