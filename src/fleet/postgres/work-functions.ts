/**
 * The names of people, for reports. A team server is told of those alone of whom its reader may count a session: of nobody else
 * not even a name, and of the teams of others only those that the reader is in.
 */
export const WORK_FUNCTIONS = `
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
    from person as p cross join lateral (select max(usage_seen_by) as rank from session where person_id = p.id) as widest
    where p.tenant = current_tenant() and rank is not null and (select current_reader()) is not null
      and (p.id = (select current_reader()) or rank = 2 or (rank = 1 and p.id in (select colleagues()))) $$;
revoke all on function usage_people(), team_usage_people() from public;
grant execute on function usage_people() to threadline_reader;
grant execute on function team_usage_people() to threadline_team;
`;
