/**
 * How many sessions and blocks a tenant has, so that a search need not count them. A row for each version of the rules of
 * redaction. Counted at the end of a transaction: whoever writes a session waits for the tenant's row there anyway.
 */
export const SESSION_COUNTS = `
create table session_count(
  tenant int not null references tenant, redaction text not null, sessions bigint not null, blocks bigint not null,
  primary key(tenant, redaction));
alter table session_count enable row level security;
create policy of_tenant on session_count using (tenant = (select current_tenant()));
grant select on session_count to threadline_reader, threadline_worker;
insert into session_count select tenant, coalesce(redaction, ''), count(*), sum(blocks) from session group by 1, 2;

create function count_session() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    update session_count set sessions = sessions - 1, blocks = blocks - old.blocks
      where tenant = old.tenant and redaction = coalesce(old.redaction, '');
  end if;
  if tg_op <> 'DELETE' then
    insert into session_count as known values (new.tenant, coalesce(new.redaction, ''), 1, new.blocks)
      on conflict (tenant, redaction) do update set sessions = known.sessions + 1, blocks = known.blocks + excluded.blocks;
  end if;
  return null;
end $$;
revoke all on function count_session() from public;
create constraint trigger session_counted after insert or delete on session deferrable initially deferred
  for each row execute function count_session();
create constraint trigger session_recounted after update on session deferrable initially deferred for each row
  when (old.blocks is distinct from new.blocks or old.redaction is distinct from new.redaction)
  execute function count_session();
`;
