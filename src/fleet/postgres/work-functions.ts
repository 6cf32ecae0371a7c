/**
 * Whose work a session is and in which repository, for reports. A team server is told of those sessions alone whose figures its
 * reader may see: of nobody else not even a name, and of the teams of others only those that the reader is in.
 */
export const WORK_FUNCTIONS = `
create function usage_work() returns table(session_id bigint, person_id bigint, repository text) language sql stable
  security definer set search_path = threadline, pg_temp as $$
  select id, session.person_id, session.repository from session where tenant = current_tenant() $$;
create function team_usage_work() returns table(session_id bigint, person_id bigint, repository text) language sql stable
  security definer set search_path = threadline, pg_temp as $$
  select id, session.person_id, session.repository from session where id in (select counted_sessions()) $$;

-- Two people of one name are told apart by their numbers, but only where both are seen.
create function usage_people() returns table(id bigint, name text, teams text) language sql stable
  security definer set search_path = threadline, pg_temp as $$
  select p.id, coalesce(p.name, p.sub) || case when count(*) over (partition by coalesce(p.name, p.sub)) > 1 then ' #' || p.id else '' end,
      (select string_agg(distinct g.team, ', ' order by g.team) from team_group as g
        where g.tenant = p.tenant and g.team is not null and g.member_group = any(p.groups))
    from person as p where p.tenant = current_tenant() $$;
create function team_usage_people() returns table(id bigint, name text, teams text) language sql stable
  security definer set search_path = threadline, pg_temp as $$
  select p.id, coalesce(p.name, p.sub) || case when count(*) over (partition by coalesce(p.name, p.sub)) > 1 then ' #' || p.id else '' end,
      (select string_agg(distinct g.team, ', ' order by g.team) from team_group as g
        where g.tenant = p.tenant and g.team is not null and g.member_group = any(p.groups)
          and (reads_as_admin() or g.team = any(current_teams())))
    from person as p where p.tenant = current_tenant() and p.id in (select w.person_id from team_usage_work() as w) $$;
revoke all on function usage_work(), team_usage_work(), usage_people(), team_usage_people() from public;
grant execute on function usage_work(), usage_people() to threadline_reader;
grant execute on function team_usage_work(), team_usage_people() to threadline_team;
`;
