/**
 * Legal holds: what is held is neither forgotten nor dropped for its age, whatever comes of a held person, machine, project or
 * repository later too. A hold that was lifted stays as a row.
 */
export const HOLD_TABLES = `
create table hold(
  id bigint generated always as identity primary key,
  tenant int not null references tenant,
  kind text not null check(kind in ('session', 'project', 'repository', 'machine', 'person')), value text not null,
  since timestamptz not null default now(), lifted_at timestamptz);
create index hold_in_force on hold(tenant) where lifted_at is null;
alter table hold enable row level security, force row level security;
create policy of_owner on hold using ((select owns_tables()));

-- A folder and what is below it, as 'pathsBelow' says: below a POSIX folder only / separates names, below any other \\ does too.
create function is_below(path text, folder text) returns boolean language sql immutable
  return (select path in (folder, name) or starts_with(path, name || '/')
    or (not starts_with(folder, '/') and starts_with(path, name || '\\'))
    from rtrim(folder, case when starts_with(folder, '/') then '/' else '/\\' end) as name where path <> '');

-- Sources of held machines, people and folders, also those of which no session was made yet; of one hold, or of all.
create function held_sources(of_tenant int, of_hold bigint default null) returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  select source.id from source join machine on machine.id = source.machine_id left join person on person.id = source.person_id
    where source.tenant = of_tenant and exists (select 1 from hold where hold.tenant = of_tenant and lifted_at is null
      and hold.id = coalesce(of_hold, hold.id) and case kind
      when 'machine' then machine.name = value
      when 'person' then value in (machine.owner, person.sub, '#' || person.id, person.name)
      when 'repository' then source.repository = value
      when 'project' then is_below(source.project, value)
      else false end) $$;

-- With the sub-agents that they started.
create function held_sessions(of_tenant int, of_hold bigint default null) returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  with recursive held as (
    select session.id, agent, thread_id from session where tenant = of_tenant and (
      exists (select 1 from session_source where session_id = session.id and source_id in (select held_sources(of_tenant, of_hold)))
      or exists (select 1 from hold where hold.tenant = of_tenant and lifted_at is null
      and hold.id = coalesce(of_hold, hold.id) and case kind
        when 'session' then session.agent || ':' || session.thread_id = value
        when 'repository' then session.repository = value
        when 'project' then is_below(session.project, value)
        else false end))
    union select child.id, child.agent, child.thread_id from held join session as child
      on child.tenant = of_tenant and child.agent = held.agent and child.parent_thread = held.thread_id)
  select id from held $$;

-- Most archives hold nothing, which is told at once.
create function is_held(of_session bigint) returns boolean language plpgsql stable security definer
  set search_path = threadline, pg_temp as $$
begin
  if not exists (select 1 from hold where tenant = current_tenant() and lifted_at is null) then return false; end if;
  return of_session in (select held_sessions(current_tenant()));
end $$;
revoke all on function is_below(text, text), held_sources(int, bigint), held_sessions(int, bigint), is_held(bigint) from public;
grant execute on function is_held(bigint) to threadline_worker;
`;
