import { ThreadlineError } from '../../errors.ts';
import type { Queries } from './connect.ts';

/** The name of each role and of what acts as it. */
const NAMES = ['threadline_reader', 'threadline_gateway', 'threadline_worker', 'threadline_team'];

/** Everyone but the owner acts as one of these roles. A cluster has them once for all its databases. */
export const ROLES = `
do $$
declare
  name text;
begin
  foreach name in array array['${NAMES.join("', '")}'] loop
    execute format('grant usage on schema threadline to %I', name);
  end loop;
end $$;
`;

/**
 * Makes the roles that the cluster lacks, and lets the user act as each of them. A user who creates a role is a member of it
 * since PostgreSQL 16, but may not act as it. The user needs no more than CREATEROLE, and not even that where a superuser did this.
 */
export async function makeRoles(queries: Queries): Promise<void> {
  await refuseWithSentence(queries.run(MAKE_ROLES), NO_CREATEROLE);
  await refuseWithSentence(queries.run(ACT_AS_ROLES), NO_MEMBER);
}

const CREATE = NAMES.map((name) => `create role ${name} nologin`).join('; ');
const NO_CREATEROLE = `may not create roles: as a superuser run \`alter role USER createrole\`, or \`${CREATE}\``;
const NO_MEMBER = `may not act as the roles of the archive: as a superuser run \`grant ${NAMES.join(', ')} to USER\``;

/** Another database of the cluster may make them at the same time. */
const MAKE_ROLES = `
do $$
declare
  name text;
begin
  foreach name in array array['${NAMES.join("', '")}'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when duplicate_object or unique_violation then
      end;
    end if;
  end loop;
end $$`;

const ACT_AS_ROLES = `
do $$
declare
  name text;
  acts text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach name in array array['${NAMES.join("', '")}'] loop
    if not pg_has_role(current_user, name, acts) then execute format('grant %I to current_user', name); end if;
  end loop;
end $$`;

async function refuseWithSentence(asked: Promise<unknown>, sentence: string): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof ThreadlineError) || error.code !== 'refused') throw error;
    throw new ThreadlineError('refused', `the user of the archive ${sentence}`, { cause: error });
  }
}

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
