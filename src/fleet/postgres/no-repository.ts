/**
 * A session that is in no repository is told from one of which nobody knows: its folder is gone, or its collector is of before.
 * That one might be in any, so the stricter rules of repositories hold for it, as those of folders do for a session that tells
 * no folder. A rule that surely fits takes the place of the general one; one that may fit only makes it stricter.
 */
export const NO_REPOSITORY = `
alter table source add column no_repository boolean not null default false;
alter table session add column no_repository boolean not null default false;

create or replace function session_repository() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  select repository, no_repository into new.repository, new.no_repository from source where id = new.source_id;
  new.no_repository := coalesce(new.no_repository, false);
  return new;
end $$;
create or replace function source_repository() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  update session set repository = new.repository where source_id = new.id;
  return null;
end $$;
drop trigger source_repository on source;
create trigger source_repository after update of repository, no_repository on source for each row
  when ((old.repository, old.no_repository) is distinct from (new.repository, new.no_repository)) execute function source_repository();

create function strictest_rule(of_tenant int, began timestamptz, in_repository text, is_in_none boolean, in_project text)
  returns table(usage_rank smallint, text_rank smallint)
  language sql stable security definer set search_path = threadline, pg_temp as $$
  with fitting as (
    select 'repository ' || repository as name, id, since, usage_seen_by, text_seen_by, in_repository is not null as is_sure
      from repository_rule where tenant = of_tenant
        and (repository = in_repository or (in_repository is null and not is_in_none))
    union all select 'folder ' || project, id, since, usage_seen_by, text_seen_by, in_project is not null from project_rule
      where tenant = of_tenant and (in_project is null or fits_project(project, in_project))),
  moment as (
    select coalesce(began, '-infinity') as at
    union select since from visibility_rule where tenant = of_tenant and since > coalesce(began, '-infinity')
    union select since from fitting where since > coalesce(began, '-infinity')),
  held as (
    select coalesce(general.usage_seen_by, 1) as usage_rule, coalesce(general.text_seen_by, 0) as text_rule, named.*
      from moment
      left join lateral (select usage_seen_by, text_seen_by from visibility_rule where tenant = of_tenant and since <= at
        order by since desc, id desc limit 1) as general on true
      cross join lateral (select
          min(usage_seen_by) filter (where is_sure) as usage_sure, min(text_seen_by) filter (where is_sure) as text_sure,
          min(usage_seen_by) filter (where not is_sure) as usage_maybe, min(text_seen_by) filter (where not is_sure) as text_maybe
        from (select distinct on (name) usage_seen_by, text_seen_by, is_sure from fitting where since <= at
          order by name, since desc, id desc) as last) as named)
  select
      min(least(coalesce(usage_sure, usage_rule), usage_maybe, case when in_project is null then usage_rule end))::smallint,
      min(least(coalesce(text_sure, text_rule), text_maybe, case when in_project is null then text_rule end))::smallint
    from held $$;

create or replace function session_seen_by() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  if tg_op = 'INSERT' then perform pg_advisory_xact_lock_shared(hashtext('threadline team'), new.tenant); end if;
  new.person_id := case when tg_op = 'INSERT' then (select person_id from source where id = new.source_id) else old.person_id end;
  new.came_at := case when tg_op = 'INSERT' then now() else old.came_at end;
  if not new.seen_by_choice then
    select usage_rank, text_rank into new.usage_seen_by, new.text_seen_by from strictest_rule(new.tenant,
      case when new.started_at is not null then least(new.started_at, new.came_at) end,
      new.repository, new.no_repository, new.project);
  end if;
  return new;
end $$;

-- A rule of a repository concerns also the sessions of which nobody knows theirs.
create function repository_rule_unknown() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  update session set text_seen_by = text_seen_by where repository is null and not no_repository and not seen_by_choice
    and tenant in (select tenant from added);
  return null;
end $$;
create trigger repository_rule_unknown after insert on repository_rule referencing new table as added
  for each statement execute function repository_rule_unknown();
update session set text_seen_by = text_seen_by where repository is null and not seen_by_choice
  and tenant in (select tenant from repository_rule);
revoke all on function strictest_rule(int, timestamptz, text, boolean, text), repository_rule_unknown() from public;
`;
