/** A copy that was handed over names its origin as `agent:ID`. What both hold is found in the origin, while that is here. */
export const HANDED_OVER_COPIES = `
create or replace function is_copied(session bigint) returns boolean language plpgsql stable
  set search_path = threadline, pg_temp as $$
begin
  return exists (select 1 from session as s join session as other on other.tenant = s.tenant and other.agent = s.agent
      and md5(other.thread_id) = md5(coalesce(s.forked_from, s.parent_thread)) where s.id = session)
    or exists (select 1 from session as s join session as other on other.tenant = s.tenant
      and other.agent = split_part(s.forked_from, ':', 1)
      and md5(other.thread_id) = md5(substr(s.forked_from, position(':' in s.forked_from) + 1))
      where s.id = session and position(':' in s.forked_from) > 0);
end $$;
`;
