import type { FoldedSession } from 'threadline/archive';
import { connect, type ServerDatabase } from '../../src/fleet/postgres/connect.ts';
import { createPostgresSink } from '../../src/fleet/postgres/postgres-sink.ts';
import type { TeamReader, Visibility } from '../../src/fleet/postgres/team-reader.ts';
import { visibilities } from '../../src/fleet/postgres/team-reader.ts';
import { startArchive, type TestArchive } from '../postgres/archive.ts';

/** An archive with the login of a team server, and people whose sessions are in it. */
export interface TeamArchive extends TestArchive {
  tenant: number;
  tenantName: string;
  /** The address and the connections of a login that owns nothing, and is in the role of a team server. */
  teamUrl: string;
  team: ServerDatabase;
  configure(
    teams: Record<string, string[]>,
    admins?: string[],
    usage?: Visibility,
    text?: Visibility,
  ): Promise<boolean>;
  createPerson(sub: string, groups: string[]): Promise<number>;
  /** Puts a session of one text in, sent by a machine of the person. `also` is awaited before it is committed. */
  putSession(
    owner: { person: number; machine: string },
    session: MadeSession,
    also?: () => Promise<void>,
  ): Promise<void>;
}

export interface MadeSession {
  threadId: string;
  text: string;
  startedAt?: number;
  project?: string;
  /** Null: nobody knows. None by default. */
  repository?: string | null;
  parentThread?: string;
  seenBy?: { usage?: Visibility; text?: Visibility };
}

const HOME = '/home/user/.codex';
let logins = 0;

export async function startTeamArchive(): Promise<TeamArchive | { skip: string }> {
  const archive = await startArchive();
  if ('skip' in archive) return archive;
  logins += 1;
  const login = `team_server_${process.pid}_${logins}`;
  await archive.server.ask(`create role ${login} login password 'x' in role threadline_team, threadline_gateway`);
  const teamUrl = archive.url.replace(/\/\/[^@]*@/, `//${login}:x@`);
  const team = await connect({ url: teamUrl });
  const { id: tenant, name: tenantName } = await archive.createTenant();
  const rank = (visibility: Visibility | undefined) => (visibility ? visibilities.indexOf(visibility) : null);
  const asTeam = (sql: string, values: unknown[], reader?: TeamReader) =>
    team.transaction({ role: 'team', tenant, reader }, (queries) => queries.get(sql, values));
  return {
    ...archive,
    tenant,
    tenantName,
    teamUrl,
    team,
    async configure(teams, admins = [], usage = 'team', text = 'private') {
      const values = [JSON.stringify(teams), admins, rank(usage), rank(text)];
      return (await asTeam('select team_configure($1, $2, $3, $4) as changed', values))?.changed === true;
    },
    async createPerson(sub, groups) {
      const values = ['https://id.example', sub, sub, `${sub}@example.org`, groups];
      return Number((await asTeam('select team_person($1, $2, $3, $4, $5, null) as id', values))?.id);
    },
    async putSession({ person, machine }, { seenBy, repository, parentThread, ...made }, also) {
      const { threadId, text, startedAt = Date.now(), project = '/work/a' } = made;
      await archive.database.transaction({ role: 'owner' }, async (queries) => {
        const known = await queries.get('select 1 from machine where tenant = $1 and name = $2', [tenant, machine]);
        if (known) return;
        const token = await queries.get(
          'insert into token(tenant, name, hash, person_id) values ($1, $2, sha256($3), $4) returning id',
          [tenant, machine, Buffer.from(`${tenant} ${machine}`), person],
        );
        await queries.run('insert into machine(tenant, name, token_id) values ($1, $2, $3)', [
          tenant,
          machine,
          token?.id,
        ]);
      });
      const sink = createPostgresSink(archive.database, { tenant, also });
      const session = madeSession({ threadId, text, startedAt, project }, machine);
      await sink.putSession({ ...session, head: { ...session.head, parentThread } });
      // A collector tells it with its question about the file.
      if (repository !== null)
        await archive.database.transaction({ role: 'owner' }, (queries) =>
          queries.run(
            'update source set repository = $1, no_repository = $1::text is null where tenant = $2 and path = $3',
            [repository ?? null, tenant, `${HOME}/${threadId}.jsonl`],
          ),
        );
      if (!seenBy) return;
      const values = ['codex', threadId, rank(seenBy.usage), rank(seenBy.text)];
      await asTeam('select team_choose($1, $2, $3, $4)', values, { person, teams: [], admin: false, text: true });
    },
    async close() {
      await team.close();
      await archive.close();
    },
  };
}

function madeSession(
  { threadId, text, startedAt, project }: Required<Omit<MadeSession, 'seenBy' | 'repository' | 'parentThread'>>,
  machine: string,
): FoldedSession {
  const home = HOME;
  const path = `${home}/${threadId}.jsonl`;
  const counts = { input: 100, cached: 40, cacheWrite: 10, output: 7, reasoning: 3 };
  return {
    head: {
      key: { agent: 'codex', threadId, home },
      machine,
      path,
      archived: false,
      title: `title of ${text}`,
      firstPrompt: text,
      project,
      model: 'gpt-5.5',
      startedAt,
      endedAt: startedAt + 1000,
      status: { now: 'working', until: 0, later: 'done' },
      turns: 1,
      messages: 1,
      tools: 0,
      errors: 0,
      problems: 0,
      size: 10,
    },
    blocks: [
      { message: 'm1', role: 'user', kind: 'text', inherited: false, at: startedAt, line: 1, text },
      {
        message: 'm2',
        role: 'assistant',
        kind: 'tool_use',
        tool: 'Read',
        toolUse: 't1',
        inherited: false,
        at: startedAt + 1,
        line: 2,
        text: `/work/${threadId}.ts`,
        input: JSON.stringify({ file_path: `/work/${threadId}.ts` }),
        touched: [{ path: `/work/${threadId}.ts`, how: 'read' }],
      },
    ],
    usage: [
      {
        agent: 'codex',
        threadId,
        key: `resp_${threadId}`,
        at: startedAt,
        model: 'gpt-5.5',
        project,
        ...counts,
        source: path,
        line: 3,
      },
    ],
  };
}
