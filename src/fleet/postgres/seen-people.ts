import type { StoredRow } from '../../archive/model/stored-row.ts';
import type { Queries } from './connect.ts';

/** People of whom the reader sees something, and the filters by whose work it is. */
export const SEEN_PEOPLE = `
-- Of the wanted ones, those of whom the reader sees a session or its figures, with the teams that he may know of.
create function team_seen_people(wanted bigint[]) returns table(id bigint, name text, teams text[]) language sql stable
  security definer set search_path = threadline, pg_temp as $$
  select p.id, coalesce(p.name, p.sub), array(select distinct g.team from team_group as g
      where g.tenant = p.tenant and g.team is not null and g.member_group = any(p.groups)
        and (reads_as_admin() or g.team = any(current_teams())) order by g.team)
    from person as p where p.tenant = current_tenant() and p.id = any(wanted) and (select current_reader()) is not null
      and (p.id = (select current_reader()) or exists (select 1 from session as s
        cross join lateral (select greatest(usage_seen_by, case when (select reads_text()) then text_seen_by end) as rank) as widest
        where s.person_id = p.id and s.tenant = p.tenant
          and (rank = 2 or (rank = 1 and p.id in (select colleagues()))))) $$;
-- The name may be that of a report, which tells two people of one name apart by their numbers.
create function team_people_named(wanted text) returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  select id from person where tenant = current_tenant() and (select current_reader()) is not null
    and wanted in (coalesce(name, sub), coalesce(name, sub) || ' #' || id) $$;
create function team_people_in(wanted text) returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  select id from person where tenant = current_tenant() and (select current_reader()) is not null
    and (reads_as_admin() or wanted = any(current_teams()))
    and groups && array(select member_group from team_group where tenant = current_tenant() and team = wanted) $$;
revoke all on function team_seen_people(bigint[]), team_people_named(text), team_people_in(text) from public;
grant execute on function team_seen_people(bigint[]), team_people_named(text), team_people_in(text) to threadline_team;
`;

/** Rows of sessions with whose they are. Only a team server's reader is told. */
export async function withPeople(queries: Queries, rows: readonly StoredRow[]): Promise<readonly StoredRow[]> {
  const wanted = [
    ...new Set(rows.flatMap(({ person_id: id }) => (id === null || id === undefined ? [] : [String(id)]))),
  ];
  if (queries.functions === '' || wanted.length === 0) return rows;
  const people = await queries.all('select id, name, teams from team_seen_people($1::bigint[])', [wanted]);
  const byId = new Map(people.map(({ id, name, teams }) => [String(id), { person: name, teams }]));
  return rows.map((row) => ({ ...row, ...byId.get(String(row.person_id)) }));
}
