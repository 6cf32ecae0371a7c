import { OTHERS_MONTH, OWNER_MONTH } from './redacted-texts.ts';
import { SEARCH_TYPES, searchFunction } from './search-functions.ts';

/** Only blocks of sessions that the reader sees, and copied ones only where he sees what they were copied of. */
const seen = (month: string) =>
  month
    .replace('is_copied(b.session_id)', 'team_is_copied(b.session_id)')
    .replace('where b.tenant = $1', 'where b.tenant = $1 and b.session_id in (select readable_sessions())');

/** Of the words that hold a part, those of blocks that the reader sees. Too many are told by as many empty ones. */
const wordsFunction = (name: string, all: string, holds: string) => `
create function ${name}(part text, at_end boolean, most int) returns setof text language plpgsql stable security definer
  set search_path = threadline, pg_temp as $$
declare
  found_words text[] := array(select ${all}(part, at_end, most));
begin
  if cardinality(found_words) >= most then
    return query select '' from generate_series(1, most);
    return;
  end if;
  return query select one from unnest(found_words) as one where exists (select 1 from block as b
    where b.tenant = current_tenant() and (${holds}) and b.session_id in (select readable_sessions()));
end $$;`;
const HOLDS = 'b.words @@ (quote_literal(one))::tsquery';

/**
 * What the team server's login sees: what its transaction's reader may. It can do nothing without one. FORCE holds where no
 * function of the owner searches: see docs/decisions/0275.
 */
export const TEAM_POLICIES = `
create function current_reader() returns bigint language sql stable parallel safe
  return nullif(current_setting('threadline.reader', true), '')::bigint;
create function current_teams() returns text[] language sql stable parallel safe
  return string_to_array(nullif(current_setting('threadline.teams', true), ''), ',');
create function reads_as_admin() returns boolean language sql stable parallel safe
  return coalesce(current_setting('threadline.admin', true), '') = 'on' and current_reader() is not null;
create function reads_text() returns boolean language sql stable parallel safe
  return coalesce(current_setting('threadline.text', true), '') = 'on' and current_reader() is not null;

-- Everybody of the reader's teams.
create function colleagues() returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  select id from person where tenant = current_tenant() and groups && array(
    select member_group from team_group where tenant = current_tenant() and team = any(current_teams())) $$;

-- Sessions whose texts, or whose figures, the reader may see.
create function readable_sessions() returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  select id from session where tenant = current_tenant() and (select reads_text()) and (
    person_id = (select current_reader()) or (person_id is null and (select reads_as_admin()))
    or (person_id is not null and text_seen_by = 2)
    or (text_seen_by = 1 and person_id in (select colleagues()))) $$;
create function counted_sessions() returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  select id from session where tenant = current_tenant() and (select current_reader()) is not null and (
    person_id = (select current_reader()) or (person_id is null and (select reads_as_admin()))
    or (person_id is not null and usage_seen_by = 2)
    or (usage_seen_by = 1 and person_id in (select colleagues()))) $$;
create function visible_machines() returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  select distinct machine_id from source join session on session.source_id = source.id
    where session.id in (select readable_sessions() union all select counted_sessions()) $$;

create policy of_reader on session as restrictive to threadline_team using ((select reads_text()) and (
  person_id = (select current_reader()) or (person_id is null and (select reads_as_admin()))
  or (person_id is not null and text_seen_by = 2)
  or (text_seen_by = 1 and person_id in (select colleagues()))));
create policy of_reader on session_source as restrictive to threadline_team
  using (exists (select 1 from session where session.id = session_id));
create policy of_reader on block as restrictive to threadline_team
  using (exists (select 1 from session where session.id = session_id));
create policy of_reader on touched as restrictive to threadline_team
  using (exists (select 1 from session where session.id = session_id));
create policy of_reader on source as restrictive to threadline_team
  using (exists (select 1 from session where session.source_id = source.id));
create policy of_reader on segment as restrictive to threadline_team
  using (exists (select 1 from session where session.source_id = segment.source_id));
create policy of_reader on machine as restrictive to threadline_team using (id in (select visible_machines()));
create policy of_reader on usage as restrictive to threadline_team using (session_id in (select counted_sessions()));
create policy of_reader on usage_sum as restrictive to threadline_team using (session_id in (select counted_sessions()));
create policy of_reader on usage_stale as restrictive to threadline_team using (session_id in (select counted_sessions()));

grant select on session, session_source, block, touched, usage, usage_sum, usage_stale, migration to threadline_team;
grant select(id, tenant, machine_id, problem) on source to threadline_team;
grant select(tenant, source_id, start, size, body, object, at) on segment to threadline_team;
grant select(id, tenant, name) on machine to threadline_team;
grant select(id, name) on tenant to threadline_team;

create function team_is_copied(session bigint) returns boolean language plpgsql stable security definer
  set search_path = threadline, pg_temp as $$
begin
  return exists (select 1 from session as s join session as other on other.tenant = s.tenant and (
        (other.agent = s.agent and md5(other.thread_id) = md5(coalesce(s.forked_from, s.parent_thread)))
        or (position(':' in s.forked_from) > 0 and other.agent = split_part(s.forked_from, ':', 1)
          and md5(other.thread_id) = md5(substr(s.forked_from, position(':' in s.forked_from) + 1))))
    where s.id = session and other.id in (select readable_sessions()));
end $$;
${searchFunction('team_search_block', seen(OWNER_MONTH))}
${searchFunction('team_search_redacted', seen(OTHERS_MONTH))}
${wordsFunction('team_words_with', 'words_with', `${HOLDS} or b.secret_words @@ (quote_literal(one))::tsquery`)}
${wordsFunction('team_redacted_words_with', 'redacted_words_with', HOLDS)}

revoke all on function colleagues(), readable_sessions(), counted_sessions(), visible_machines(), team_is_copied(bigint),
  strictest_rule(int, timestamptz), machine_person(), source_person(), session_seen_by(),
  team_search_block(${SEARCH_TYPES}), team_search_redacted(${SEARCH_TYPES}),
  team_words_with(text, boolean, int), team_redacted_words_with(text, boolean, int) from public;
grant execute on function colleagues(), readable_sessions(), counted_sessions(), visible_machines(),
  team_search_block(${SEARCH_TYPES}), team_search_redacted(${SEARCH_TYPES}),
  team_words_with(text, boolean, int), team_redacted_words_with(text, boolean, int) to threadline_team;
`;
