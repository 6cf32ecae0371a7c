/**
 * Who sees a session: the strictest of what held since it began, at its beginning and whenever a rule changed after it; of all
 * that ever held if nobody knows when it began. Of the rules of its repository and of its folders the strictest counts, and
 * what none of them says is the general rule's. A session that tells no folder may be in any: what is stricter there holds for
 * it too.
 */
export const STRICTEST_RULE = `
create function strictest_rule(of_tenant int, began timestamptz, in_repository text, in_project text)
  returns table(usage_rank smallint, text_rank smallint)
  language sql stable security definer set search_path = threadline, pg_temp as $$
  with fitting as (
    select 'repository ' || repository as name, id, since, usage_seen_by, text_seen_by from repository_rule
      where tenant = of_tenant and repository = in_repository
    union all select 'folder ' || project, id, since, usage_seen_by, text_seen_by from project_rule
      where tenant = of_tenant and (in_project is null or fits_project(project, in_project))),
  moment as (
    select coalesce(began, '-infinity') as at
    union select since from visibility_rule where tenant = of_tenant and since > coalesce(began, '-infinity')
    union select since from fitting where since > coalesce(began, '-infinity')),
  held as (
    select coalesce(general.usage_seen_by, 1) as usage_rule, coalesce(general.text_seen_by, 0) as text_rule,
        named.usage_seen_by as usage_named, named.text_seen_by as text_named
      from moment
      left join lateral (select usage_seen_by, text_seen_by from visibility_rule where tenant = of_tenant and since <= at
        order by since desc, id desc limit 1) as general on true
      cross join lateral (select min(usage_seen_by) as usage_seen_by, min(text_seen_by) as text_seen_by from (
        select distinct on (name) usage_seen_by, text_seen_by from fitting where since <= at
          order by name, since desc, id desc) as last) as named)
  select min(case when in_project is null then least(usage_named, usage_rule) else coalesce(usage_named, usage_rule) end)::smallint,
      min(case when in_project is null then least(text_named, text_rule) else coalesce(text_named, text_rule) end)::smallint
    from held $$;

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
    select usage_rank, text_rank into new.usage_seen_by, new.text_seen_by from strictest_rule(new.tenant,
      case when new.started_at is not null then least(new.started_at, new.came_at) end, new.repository, new.project);
  end if;
  return new;
end $$;
-- Triggers run in the order of their names: session_repository has said by now which repository it is.
drop trigger session_seen_by on session;
create trigger session_seen_by before insert
  or update of started_at, person_id, usage_seen_by, text_seen_by, source_id, repository, project on session
  for each row execute function session_seen_by();
revoke all on function strictest_rule(int, timestamptz, text, text) from public;
`;
