import type { Queries } from './connect.ts';
import { type SessionVisibility, type Visibility, visibilities } from './team-reader.ts';

/**
 * Rules of visibility by repository, in the order in which they held. A rank that is null is that of the general rule, so a
 * repository that the configuration names no more gets a row of two nulls.
 */
export const REPOSITORY_RULES = `
create table repository_rule(
  id bigint generated always as identity primary key,
  tenant int not null references tenant, repository text not null, since timestamptz not null default now(),
  usage_seen_by smallint check(usage_seen_by between 0 and 2), text_seen_by smallint check(text_seen_by between 0 and 2));
create index repository_rule_key on repository_rule(tenant, repository, since);
alter table repository_rule enable row level security, force row level security;
create policy of_owner on repository_rule using ((select owns_tables()));

-- The strictest of what held since a session began: at its beginning, and whenever either rule changed after it. Of all that
-- ever held if nobody knows when it began.
create function strictest_rule(of_tenant int, began timestamptz, in_repository text)
  returns table(usage_rank smallint, text_rank smallint)
  language sql stable security definer set search_path = threadline, pg_temp as $$
  with moment as (
    select coalesce(began, '-infinity') as at
    union select since from visibility_rule where tenant = of_tenant and since > coalesce(began, '-infinity')
    union select since from repository_rule where tenant = of_tenant and repository = in_repository
      and since > coalesce(began, '-infinity'))
  select min(coalesce(named.usage_seen_by, general.usage_seen_by, 1))::smallint,
      min(coalesce(named.text_seen_by, general.text_seen_by, 0))::smallint
    from moment
    left join lateral (select usage_seen_by, text_seen_by from visibility_rule where tenant = of_tenant and since <= at
      order by since desc, id desc limit 1) as general on true
    left join lateral (select usage_seen_by, text_seen_by from repository_rule where tenant = of_tenant
      and repository = in_repository and since <= at order by since desc, id desc limit 1) as named on true $$;

-- When a session was first written here: it began before that, whatever the clock of its machine says.
alter table session add column came_at timestamptz not null default now();

create or replace function session_seen_by() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  -- A rule that changes waits for those that are being written, and finds them: it sees no row before its commit.
  if tg_op = 'INSERT' then perform pg_advisory_xact_lock_shared(hashtext('threadline team'), new.tenant); end if;
  new.person_id := case when tg_op = 'INSERT' then (select person_id from source where id = new.source_id) else old.person_id end;
  new.came_at := case when tg_op = 'INSERT' then now() else old.came_at end;
  if not new.seen_by_choice then
    select usage_rank, text_rank into new.usage_seen_by, new.text_seen_by
      from strictest_rule(new.tenant, case when new.started_at is not null then least(new.started_at, new.came_at) end, new.repository);
  end if;
  return new;
end $$;
-- Triggers run in the order of their names: session_repository has said by now which repository it is.
drop trigger session_seen_by on session;
create trigger session_seen_by before insert
  or update of started_at, person_id, usage_seen_by, text_seen_by, source_id, repository on session
  for each row execute function session_seen_by();

-- The rules of all repositories that have one, as {"NAME": {"usage": RANK, "text": RANK}}. Returns those whose rule changed.
create function team_configure_repositories(rules jsonb) returns setof text
  language plpgsql security definer set search_path = threadline, pg_temp as $$
declare
  changed text[];
begin
  perform pg_advisory_xact_lock(hashtext('threadline team'), current_tenant());
  with last as (
    select distinct on (repository) repository, usage_seen_by, text_seen_by from repository_rule
      where tenant = current_tenant() order by repository, id desc),
  wanted as (
    select key as repository, (value ->> 'usage')::smallint as usage_rank, (value ->> 'text')::smallint as text_rank from jsonb_each(rules)),
  added as (
    insert into repository_rule(tenant, repository, usage_seen_by, text_seen_by)
      select current_tenant(), repository, usage_rank, text_rank from wanted full join last using (repository)
        where (usage_rank, text_rank) is distinct from (last.usage_seen_by, last.text_seen_by)
      returning repository)
  select array_agg(repository order by repository) into changed from added;
  -- A stricter rule holds at once for all. A wider one leaves what the trigger finds again.
  update session set text_seen_by = text_seen_by where tenant = current_tenant() and not seen_by_choice
    and repository = any(changed) and left(repository, 200) in (select left(name, 200) from unnest(changed) as name);
  return query select unnest(changed);
end $$;

revoke all on function strictest_rule(int, timestamptz, text), team_configure_repositories(jsonb) from public;
grant execute on function team_configure_repositories(jsonb) to threadline_team;
`;

/** From the commit on these rules hold, and no others. Returns the repositories whose rule changed. */
export async function setRepositoryRules(
  queries: Queries,
  rules: Readonly<Record<string, SessionVisibility>>,
): Promise<string[]> {
  const rank = (visibility: Visibility | undefined) =>
    visibility === undefined ? null : visibilities.indexOf(visibility);
  const ranks = Object.entries(rules).map(([name, { usage, text }]) => [
    name,
    { usage: rank(usage), text: rank(text) },
  ]);
  const sql = 'select team_configure_repositories($1) as repository';
  const rows = await queries.all(sql, [JSON.stringify(Object.fromEntries(ranks))]);
  return rows.map(({ repository }) => String(repository));
}
