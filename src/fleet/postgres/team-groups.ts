/** The teams and admins in force, in one order. It waits for a server that changes them, so that what differs is told once. */
export const TEAM_GROUPS = `
create function team_groups() returns text language plpgsql security definer set search_path = threadline, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('threadline team'), current_tenant());
  return (select coalesce(jsonb_object_agg(coalesce('team ' || team, 'admins'), members), '{}')::text from
    (select team, jsonb_agg(member_group order by member_group collate "C") as members from team_group
      where tenant = current_tenant() group by team) as one);
end $$;
revoke all on function team_groups() from public;
grant execute on function team_groups() to threadline_team;
`;
