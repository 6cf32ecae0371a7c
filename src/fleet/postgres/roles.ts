/** Everyone but the owner acts as one of these roles. A cluster has them once for all its databases. */
export const ROLES = `
do $$
declare
  name text;
begin
  foreach name in array array['threadline_reader', 'threadline_gateway', 'threadline_worker'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then
    end;
    -- So that the owner may act as one of them.
    if not pg_has_role(current_user, name, 'member') then execute format('grant %I to current_user', name); end if;
    execute format('grant usage on schema threadline to %I', name);
  end loop;
end $$;
`;

/** A transaction sees the rows of the tenant that it names: a second wall behind each statement's conditions. */
export const POLICIES = `
create function current_tenant() returns int language sql stable parallel safe
  return nullif(current_setting('threadline.tenant', true), '')::int;

do $$
declare
  name text;
begin
  foreach name in array array['token', 'machine', 'source', 'segment', 'job', 'session', 'session_source', 'block', 'word',
      'touched', 'usage', 'forgotten', 'audit'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy of_tenant on %I using (tenant = (select current_tenant()))', name);
  end loop;
end $$;
alter table tenant enable row level security;
create policy of_tenant on tenant using (id = (select current_tenant()));
-- A worker takes what is due, whoever's it is.
create policy of_worker on job to threadline_worker using (true);

grant select on tenant, machine, source, segment, session, session_source, block, word, touched, usage, forgotten
  to threadline_reader;
grant insert on audit to threadline_reader;

-- It takes bytes in. What they say, it cannot read again.
grant select, insert, update on machine, source, job to threadline_gateway;
grant select(source_id, start, size, at), insert on segment to threadline_gateway;
grant select(id, tenant, name, owner, many, seen_at, revoked_at), update(seen_at) on token to threadline_gateway;
grant select on forgotten to threadline_gateway;

grant select on tenant, machine, segment, forgotten to threadline_worker;
grant update(revision, folded_at) on tenant to threadline_worker;
grant insert on machine, forgotten, audit to threadline_worker;
grant delete on segment to threadline_worker;
grant select, insert, update, delete on source, job, session, session_source, block, word, touched, usage
  to threadline_worker;

grant select on migration to threadline_reader, threadline_gateway, threadline_worker;

-- Which tenant, before any is named.
create function tenant_named(wanted text) returns int language sql stable security definer
  set search_path = threadline, pg_temp
  as 'select id from tenant where name = wanted';

-- Whose token. One that was revoked is nobody's.
create function token_of(wanted bytea) returns table(id bigint, tenant int, name text, owner text, many boolean)
  language sql stable security definer set search_path = threadline, pg_temp
  as 'select id, tenant, name, owner, many from token where hash = wanted and revoked_at is null';

revoke all on function make_month(text, timestamptz), token_of(bytea) from public;
grant execute on function make_month(text, timestamptz) to threadline_gateway, threadline_worker;
grant execute on function token_of(bytea) to threadline_gateway;
`;
