import type { Queries } from './connect.ts';
import { rulesAsRanks } from './repository-rules.ts';
import type { SessionVisibility } from './team-reader.ts';

/**
 * Rules of visibility by folder, in the order in which they held, for sessions that are in no repository too. They are kept as
 * those of repositories are; of all named rules that fit a session the strictest counts.
 */
export const PROJECT_RULES = `
create table project_rule(
  id bigint generated always as identity primary key,
  tenant int not null references tenant, project text not null, since timestamptz not null default now(),
  usage_seen_by smallint check(usage_seen_by between 0 and 2), text_seen_by smallint check(text_seen_by between 0 and 2));
create index project_rule_key on project_rule(tenant, project, since);
alter table project_rule enable row level security, force row level security;
create policy of_owner on project_rule using ((select owns_tables()));

-- A whole path is that folder and all below it; a name is any folder of that name. Windows writes paths with the other slash.
create function fits_project(rule text, folder text) returns boolean language sql immutable return
  case when rule ~ '^([/\\\\]|[A-Za-z]:)' then starts_with(translate(folder, '\\', '/') || '/', translate(rule, '\\', '/') || '/')
    else strpos('/' || translate(folder, '\\', '/') || '/', '/' || rule || '/') > 0 end;

-- The rules of all folders that have one, as {"NAME": {"usage": RANK, "text": RANK}}. Returns those whose rule changed.
create function team_configure_projects(rules jsonb) returns setof text
  language plpgsql security definer set search_path = threadline, pg_temp as $$
declare
  changed text[];
begin
  perform pg_advisory_xact_lock(hashtext('threadline team'), current_tenant());
  with last as (
    select distinct on (project) project, usage_seen_by, text_seen_by from project_rule
      where tenant = current_tenant() order by project, id desc),
  wanted as (
    select key as project, (value ->> 'usage')::smallint as usage_rank, (value ->> 'text')::smallint as text_rank from jsonb_each(rules)),
  added as (
    insert into project_rule(tenant, project, usage_seen_by, text_seen_by)
      select current_tenant(), project, usage_rank, text_rank from wanted full join last using (project)
        where (usage_rank, text_rank) is distinct from (last.usage_seen_by, last.text_seen_by)
      returning project)
  select array_agg(project order by project) into changed from added;
  -- A stricter rule holds at once for all. A wider one leaves what the trigger finds again.
  update session set text_seen_by = text_seen_by where tenant = current_tenant() and not seen_by_choice
    and exists (select 1 from unnest(changed) as rule where session.project is null or fits_project(rule, session.project));
  return query select unnest(changed);
end $$;

revoke all on function fits_project(text, text), team_configure_projects(jsonb) from public;
grant execute on function team_configure_projects(jsonb) to threadline_team;
`;

/** From the commit on these rules hold, and no others. Returns the folders whose rule changed. */
export async function setProjectRules(
  queries: Queries,
  rules: Readonly<Record<string, SessionVisibility>>,
): Promise<string[]> {
  const rows = await queries.all('select team_configure_projects($1) as project', [rulesAsRanks(rules)]);
  return rows.map(({ project }) => String(project));
}
