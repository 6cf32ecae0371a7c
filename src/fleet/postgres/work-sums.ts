import { ALIKE, noteStale, renewSums, SUMMED } from './usage-sums.ts';

/** The columns of the sums that a report by whose work it is reads, in the order of their table. */
export const WORK_SUM_COLUMNS = `session_id, person_id, repository, machine_id, agent, project, model, tier, band, requests, input, cached,
  cache_write, cache_write_hour, plain, output, reasoning`;

const TABLES = ['usage_sum', 'work_sum'];
const FIGURES = ['requests', 'input', 'cached', 'cache_write', 'cache_write_hour', 'plain', 'output', 'reasoning'];
/** Those of one session and quarter hour are made into those of the session, which knows when it began and ended. */
const WORKED = `s.tenant, s.id, s.person_id, s.usage_seen_by, s.repository,
    min(min(u.quarter)) over (partition by s.id), max(max(u.quarter)) over (partition by s.id), u.machine_id, u.agent, u.project,
    u.model, u.tier, u.band, ${FIGURES.map((name) => `sum(u.${name})`).join(', ')}
  from usage_sum as u join session as s on s.id = u.session_id`;
const WORKED_ALIKE = 's.id, u.machine_id, u.agent, u.project, u.model, u.tier, u.band';

/** What the reader may see of a session with this rank. The walls of a session's own row say the same. */
const isSeen = (rank: string) => `((select current_reader()) is not null and (
    person_id = (select current_reader()) or (person_id is null and (select reads_as_admin()))
    or (person_id is not null and ${rank} = 2) or (${rank} = 1 and person_id in (select colleagues()))))`;

const staleWork = (name: string, seen: string) => `
create function ${name}() returns table(quarter bigint, session_id bigint, person_id bigint, repository text, machine_id bigint,
    agent text, project text, model text, tier text, band bigint, ${FIGURES.map((figure) => `${figure} float8`).join(', ')})
  language sql stable security definer set search_path = threadline, pg_temp as $$
  with stale as (select id, s.person_id, s.repository from session as s where tenant = current_tenant()
    and id in (select stale_sessions()) and ${seen})
  select u.quarter, u.session_id, stale.person_id, stale.repository, u.machine_id, u.agent, u.project, u.model, u.tier, u.band,
      ${FIGURES.map((figure) => `u.${figure}`).join(', ')}
    from (select ${SUMMED} from usage where counts and usage.session_id in (select id from stale) group by ${ALIKE}) as u
    join stale on stale.id = u.session_id $$;`;

/**
 * Sums of whole sessions with whose they are and who may see them, so that a report by person asks nothing else. A session that
 * changes its owner, its visibility or its repository is stale as one whose requests changed, and rows of stale sessions are
 * shown to nobody: see docs/decisions/0290-sums-of-whole-sessions.md.
 */
export const WORK_SUMS = `
create table work_sum(
  tenant int not null, session_id bigint not null, person_id bigint, usage_seen_by smallint not null, repository text,
  first_quarter bigint not null, last_quarter bigint not null,    -- of the whole session; 0 if a request has no time
  machine_id bigint not null, agent text not null, project text, model text, tier text, band bigint not null,
  ${FIGURES.map((name) => `${name} float8 not null`).join(', ')});
create index work_sum_session on work_sum(session_id);
create index session_person on session(person_id, usage_seen_by);
insert into work_sum select ${WORKED} group by ${WORKED_ALIKE};

create or replace ${noteStale(TABLES)}
create function note_stale_work() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  insert into usage_stale(tenant, session_id) values (new.tenant, new.id);
  return null;
end $$;
create trigger work_changed after update on session for each row
  when ((old.tenant, old.person_id, old.usage_seen_by, old.repository) is distinct from
    (new.tenant, new.person_id, new.usage_seen_by, new.repository)) execute function note_stale_work();

create or replace ${renewSums(TABLES, [`insert into work_sum select ${WORKED} where u.session_id = any(wanted) group by ${WORKED_ALIKE};`])}

-- Sessions whose kept sums do not hold. Whoever reads sums must know all of them, also those that he may not see any more.
create function stale_sessions() returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$ select session_id from usage_stale where tenant = current_tenant() $$;
alter table work_sum enable row level security;
create policy of_tenant on work_sum using (tenant = (select current_tenant()));
create policy of_fresh on work_sum as restrictive to threadline_reader, threadline_team
  using (session_id not in (select stale_sessions()));
create policy of_reader on work_sum as restrictive to threadline_team using (${isSeen('usage_seen_by')});
-- One who may count a session may count its quarter hours.
alter policy of_reader on usage_sum using (exists (select 1 from work_sum where work_sum.session_id = usage_sum.session_id));

-- The same of stale sessions, out of their requests. A team server is told of those that its reader may count.
${staleWork('stale_work', 'true')}
${staleWork('team_stale_work', isSeen('usage_seen_by'))}

-- Machines of sessions whose texts or figures the reader may see.
create or replace function visible_machines() returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  select distinct machine_id from source where id in (select source_id from session where tenant = current_tenant() and
    ${isSeen('greatest(usage_seen_by, case when (select reads_text()) then text_seen_by end)')}) $$;

revoke all on function note_stale_work(), stale_sessions(), stale_work(), team_stale_work() from public;
grant select on work_sum to threadline_reader, threadline_team;
grant execute on function stale_sessions() to threadline_reader, threadline_team;
grant execute on function stale_work() to threadline_reader;
grant execute on function team_stale_work() to threadline_team;
`;
