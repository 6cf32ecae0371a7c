import type { IncomingMessage } from 'node:http';
import { openGatewayStore } from '../gateway/open-store.ts';
import {
  connect,
  type ServerDatabase,
  setPolicy,
  setProjectRules,
  setRepositoryRules,
  setTeamRetention,
  tenantNamed,
} from '../postgres/index.ts';
import { type SessionVisibility, visibilities } from '../postgres/team-reader.ts';
import { createAuthRoutes, pageDigest, requireOwnOrigin } from './auth-routes.ts';
import { createLoginStore } from './login-store.ts';
import { createMachineRoutes } from './machine-routes.ts';
import { createOidc } from './oidc.ts';
import { createSeal } from './seal.ts';
import { createStrangerBounds } from './stranger-bounds.ts';
import { checkTeamLogin, createTeamAccess, type TeamAccess } from './team-access.ts';
import type { TeamConfig } from './team-config.ts';
import {
  clientAddress,
  fromDatabase,
  type PageVisitor,
  type RunningTeamServer,
  startTeamServer,
  type TeamPages,
  type TeamServerOptions,
} from './team-server.ts';

export interface TeamOptions
  extends Pick<TeamServerOptions, 'tls' | 'onFault' | 'host' | 'port' | 'behindProxy' | 'metricsPort' | 'version'> {
  /** `postgres://…` of a login in the roles `threadline_team` and `threadline_gateway`. */
  url: string;
  tenant: string;
  config: TeamConfig;
  /** `https://team.example`, as people reach it. */
  publicUrl: string;
  /** The pages for people who log in; without them there is only a page to log out. */
  pages?: TeamPages | undefined;
  /** Receives the end of the audit's chain each hour, to be kept elsewhere. */
  onHead(head: { server: string; n: string; hash: string }): void;
}

/** The connections of all readers together; machines that send have their own. */
const CONNECTIONS = 12;
const HEAD_MS = 3600_000;

/** Starts a team server: one process that alone holds the database. */
export async function openTeam(options: TeamOptions): Promise<RunningTeamServer> {
  const { url, config, onFault, behindProxy } = options;
  const { origin } = new URL(options.publicUrl);
  const database = await connect({ url, connections: CONNECTIONS });
  const gateway = await openGatewayStore(url, onFault);
  const close = async () => {
    await gateway.close();
    await database.close();
  };
  try {
    await checkTeamLogin(database);
    const tenant = await tenantNamed(database, options.tenant, 'team');
    const access = createTeamAccess(database, origin);
    await access.note({ tenant, address: '', action: 'start' });
    await configure(database, tenant, config, access);
    const secret = Buffer.concat([await access.secretOf(tenant), Buffer.from(config.oidc.clientSecret ?? '')]);
    const logins = createLoginStore(database, tenant, origin, createSeal(secret, 'provider'));
    const addressOf = (request: IncomingMessage) => clientAddress(request, behindProxy);
    const machineRoutes = createMachineRoutes({ access, database, tenant, addressOf });
    const authRoutes = createAuthRoutes({
      access,
      tenant,
      origin,
      oidc: createOidc(config.oidc, `${origin}/auth/callback`),
      logins,
      seal: createSeal(secret, 'login'),
      addressOf,
      onFault,
    });
    const admitStranger = createStrangerBounds();
    const writes = createSeal(secret, 'writes');
    async function visitorOf(request: IncomingMessage): Promise<PageVisitor | undefined> {
      const digest = pageDigest(request);
      const principal = digest && (await access.find(digest));
      if (!principal?.person) return undefined;
      const { token, reader, scopes, name } = principal;
      const key = JSON.stringify([token, reader.person, reader.teams, reader.admin, scopes]);
      // Any process of the server knows its own seal, so that none keeps a list.
      const writeTokens = {
        issue: () => writes.close('', token),
        isKnown: (given: string) => writes.open(given, token) !== undefined,
      };
      const openStore = () => access.storeOf(principal, addressOf(request));
      return { key, name, openStore, notes: access.notesOf(principal), writeTokens };
    }
    const running = await startTeamServer({
      ...options,
      access,
      gateway,
      pages: options.pages && { pages: options.pages, visitorOf },
      more(method, path) {
        const route = authRoutes(method, path) ?? machineRoutes(method, path);
        if (!route) return undefined;
        return {
          name: route.name,
          async answer(request) {
            const leave = admitStranger(route.name, addressOf(request));
            return fromDatabase(route.answer(request)).finally(leave);
          },
        };
      },
      digestOf(request) {
        const digest = request.headers.authorization === undefined ? pageDigest(request) : undefined;
        if (digest && request.method !== 'GET') requireOwnOrigin(request, origin);
        return digest;
      },
    });
    const told = setInterval(() => {
      const head = access.head();
      if (head) options.onHead(head);
    }, HEAD_MS).unref();
    return {
      ...running,
      async close() {
        clearInterval(told);
        await running.close();
        const head = access.head();
        if (head) options.onHead(head);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Writes what the configuration says, with a row of the audit for each change by it. */
async function configure(
  database: ServerDatabase,
  tenant: number,
  config: TeamConfig,
  access: TeamAccess,
): Promise<void> {
  const { teams, admins, visibility, policy, retention } = config;
  const rank = (name: 'usage' | 'text') => visibilities.indexOf(visibility[name]);
  // A stricter rule is written to every session that it hides.
  await database.transaction({ role: 'team', tenant, timeoutMs: 0 }, async (queries) => {
    const changed = (action: string, detail: string) => access.note({ tenant, address: '', action, detail }, queries);
    const groups = async () => String((await queries.get('select team_groups() as told'))?.told);
    const before = await groups();
    const values = [JSON.stringify(teams), admins, rank('usage'), rank('text')];
    const rule = await queries.get('select team_configure($1, $2, $3, $4) as changed', values);
    const now = await groups();
    if (now !== before) await changed('teams', now);
    if (rule?.changed === true) await changed('visibility', ruleText(visibility));
    const { repositories, projects } = visibility;
    for (const name of await setRepositoryRules(queries, repositories))
      await changed('visibility', `${name}: ${ruleText(repositories[name] ?? {})}`);
    for (const name of await setProjectRules(queries, projects))
      await changed('visibility', `${name}: ${ruleText(projects[name] ?? {})}`);
    const { version, modes, redaction } = policy;
    if (await setPolicy(queries, version, JSON.stringify({ modes, redaction }))) await changed('policy', version);
    const days = Object.entries(retention).map(([name, kept]) => `${name} ${kept ?? 'forever'}`);
    if (await setTeamRetention(queries, retention)) await changed('retention', days.join(', '));
  });
}

function ruleText({ usage, text }: SessionVisibility): string {
  return `usage ${usage ?? 'by the general rule'}, text ${text ?? 'by the general rule'}`;
}
