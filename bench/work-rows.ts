import type pg from 'pg';

/** A year of working days, one session of each person on each, with four requests in quarters of an hour of their own. */
export interface WorkRows {
  people: number;
  days: number;
}

/** Each person is in one of them. */
export const TEAMS = Array.from({ length: 10 }, (_, number) => `team${number}`);
const FIRST_DAY = "timestamptz '2025-11-03 08:00:00+00'";

/**
 * Makes people of ten teams, their machines, sessions and requests, as they are after folding, and the kept sums of them. Triggers
 * that only say what is told here are off. Every tenth session is private, every tenth for everybody.
 */
export async function makeWork(client: pg.Client, { people, days }: WorkRows): Promise<void> {
  const statements = [
    `insert into team_group(tenant, team, member_group) select 1, 'team' || n, 'g' || n from generate_series(0, ${TEAMS.length - 1}) as n`,
    `insert into person(tenant, issuer, sub, name, groups)
      select 1, 'https://id.example', 'p' || n, 'person ' || n, array['g' || n % ${TEAMS.length}] from generate_series(1, ${people}) as n`,
    `insert into machine(tenant, name) select 1, 'laptop ' || id from person`,
    `alter table source disable trigger user`,
    `insert into source(tenant, machine_id, agent, home, path, path_hash, generation, mode, person_id, repository)
      select 1, machine.id, case when day % 3 = 0 then 'claude-code' else 'codex' end, '/home', day::text,
          sha256((machine.id || ' ' || day)::bytea), 'g', 'full', person.id, 'github.com/acme/app' || day % 20
        from person join machine on machine.name = 'laptop ' || person.id cross join generate_series(1, ${days}) as day`,
    `alter table source enable trigger user`,
    `alter table session disable trigger user`,
    `insert into session(tenant, agent, thread_id, home, source_id, path, archived, project, title, first_prompt, started_at, turns,
        messages, blocks, tools, errors, problems, size, status, status_until, later_status, revision, person_id, usage_seen_by,
        text_seen_by, seen_by_choice, repository)
      select 1, agent, md5(source.id::text), '/home', source.id, '/home/' || source.id, false, '/home/me/app', repeat('title ', 8),
          repeat('prompt ', 20), ${FIRST_DAY} + path::int * interval '1 day', 1, 1, 1, 0, 0, 0, 1, 'done', 'epoch', 'done', 1, person_id,
          case path::int % 10 when 0 then 0 when 1 then 2 else 1 end, 0, true, repository from source`,
    `alter table session enable trigger user`,
    `insert into usage(tenant, session_id, agent, thread_id, scope, key, counts, at, machine_id, project, model, input, cached,
        cache_write, output, reasoning, source, line)
      select 1, session.id, session.agent, thread_id, thread_id, n::text, true, started_at + n * interval '15 minutes', machine_id,
          session.project, case when session.agent = 'codex' then 'gpt-5.5' else 'claude-opus-4-5' end, 1000 * n, 500, 100, 70, 30,
          session.path, n
        from session join source on source.id = source_id cross join generate_series(1, 4) as n`,
    'select renew_usage_sums(1000000)',
    'analyze',
  ];
  await client.query('set search_path = threadline');
  for (const statement of statements) await client.query(statement);
}
