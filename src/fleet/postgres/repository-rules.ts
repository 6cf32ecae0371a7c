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

revoke all on function team_configure_repositories(jsonb) from public;
grant execute on function team_configure_repositories(jsonb) to threadline_team;
`;

/** Named rules as the database takes them: JSON with ranks, null where the general rule holds. */
export function rulesAsRanks(rules: Readonly<Record<string, SessionVisibility>>): string {
  const rank = (visibility: Visibility | undefined) =>
    visibility === undefined ? null : visibilities.indexOf(visibility);
  const ranks = Object.entries(rules).map(([name, { usage, text }]) => [
    name,
    { usage: rank(usage), text: rank(text) },
  ]);
  return JSON.stringify(Object.fromEntries(ranks));
}

/** From the commit on these rules hold, and no others. Returns the repositories whose rule changed. */
export async function setRepositoryRules(
  queries: Queries,
  rules: Readonly<Record<string, SessionVisibility>>,
): Promise<string[]> {
  const sql = 'select team_configure_repositories($1) as repository';
  const rows = await queries.all(sql, [rulesAsRanks(rules)]);
  return rows.map(({ repository }) => String(repository));
}
