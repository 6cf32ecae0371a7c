/**
 * Who read whose text. A reader asks for a row and cannot write one: the server fills in the login and the time, which
 * neither `set role` nor a statement changes. The tenant is the one whose rows the transaction sees.
 */
export const AUDIT = `
create function note_access(what text, of_agent text, of_thread text, more text) returns void
  language plpgsql security definer set search_path = threadline, pg_temp as $$
begin
  if what is null or what not in ('read', 'search') then raise 'no action of a reader'; end if;
  if not exists (select 1 from tenant where id = current_tenant()) then raise 'no tenant is named'; end if;
  insert into audit(tenant, at, actor, action, agent, thread_id, detail)
    values (current_tenant(), now(), session_user, what, of_agent, of_thread, more);
end $$;
revoke all on function note_access(text, text, text, text) from public;
grant execute on function note_access(text, text, text, text) to threadline_reader;

revoke insert on audit from threadline_reader, threadline_worker;
`;

/** Notes an access of the transaction's tenant: what was done, the agent, the thread, and a detail. */
export const NOTE_ACCESS = 'select note_access($1, $2, $3, $4)';
