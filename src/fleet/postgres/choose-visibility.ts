import type { SessionKey } from '../../archive/model/session-row.ts';
import type { Queries } from './connect.ts';
import { clean } from './postgres-raw-store.ts';
import { type SessionVisibility, visibilities } from './team-reader.ts';

/**
 * The owner's word on a session is also for the agents that it started: for those that are here, and, when they are written,
 * for those that come later.
 */
export const CHOICES = `
-- The session of the reader, with those of the agents that it started.
create function chosen_sessions(of_agent text, of_thread text) returns setof bigint language sql stable security definer
  set search_path = threadline, pg_temp as $$
  with recursive meant as (
    select id, agent, thread_id from session where tenant = current_tenant() and agent = of_agent
      and md5(thread_id) = md5(of_thread) and person_id = current_reader()
    union select child.id, child.agent, child.thread_id from meant join session as child on child.tenant = current_tenant()
      and child.agent = meant.agent and child.parent_thread = meant.thread_id and child.person_id = current_reader())
  select id from meant $$;

create or replace function team_choose(of_agent text, of_thread text, usage_rank smallint, text_rank smallint) returns boolean
  language plpgsql security definer set search_path = threadline, pg_temp as $$
begin
  update session set usage_seen_by = coalesce(usage_rank, usage_seen_by), text_seen_by = coalesce(text_rank, text_seen_by),
      seen_by_choice = true
    where id in (select chosen_sessions(of_agent, of_thread));
  return found;
end $$;

-- Takes the owner's word back: the trigger finds what the rules say.
create function team_unchoose(of_agent text, of_thread text) returns boolean
  language plpgsql security definer set search_path = threadline, pg_temp as $$
begin
  update session set text_seen_by = text_seen_by, seen_by_choice = false
    where id in (select chosen_sessions(of_agent, of_thread));
  return found;
end $$;

create function session_choice() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
declare
  parent session;
begin
  if new.seen_by_choice or new.parent_thread is null then return new; end if;
  select * into parent from session where tenant = new.tenant and agent = new.agent and md5(thread_id) = md5(new.parent_thread)
    and person_id = new.person_id and seen_by_choice;
  if found then
    new.usage_seen_by := parent.usage_seen_by;
    new.text_seen_by := parent.text_seen_by;
    new.seen_by_choice := true;
  end if;
  return new;
end $$;
-- By its name it runs after session_seen_by, which says whose session it is.
create trigger session_seen_with before insert or update of parent_thread on session
  for each row execute function session_choice();
revoke all on function session_choice(), chosen_sessions(text, text), team_unchoose(text, text) from public;
grant execute on function team_unchoose(text, text) to threadline_team;
`;

/** Sets who sees a session of the transaction's reader. False if he has no such session. */
export async function chooseVisibility(
  queries: Queries,
  { agent, threadId }: SessionKey,
  { usage, text }: SessionVisibility,
): Promise<boolean> {
  const [usageRank, textRank] = [usage, text].map((name) => (name === undefined ? null : visibilities.indexOf(name)));
  const values = [clean(agent), clean(threadId), usageRank, textRank];
  return (await queries.get('select team_choose($1, $2, $3, $4) as chosen', values))?.chosen === true;
}

/** Lets the rules say again who sees a session of the transaction's reader. False if he has no such session. */
export async function unchooseVisibility(queries: Queries, { agent, threadId }: SessionKey): Promise<boolean> {
  const values = [clean(agent), clean(threadId)];
  return (await queries.get('select team_unchoose($1, $2) as done', values))?.done === true;
}
