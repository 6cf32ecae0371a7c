/** Functions of the team server alone. */
const OWN_FUNCTIONS = `team_token_of(bytea, text), team_person(text, text, text, text, text[], bytea),
  team_add_token(bigint, text, bytea, text, text, text[], text[], int, bytea, timestamptz), team_renewal_of(bytea, text),
  team_take_renewal(bytea), team_end_token(bytea), team_start_device(bytea, text, text, text, text, int),
  team_device_named(text, text), team_confirm_device(text, text, bigint), team_take_device(bytea, text, int),
  team_push_token(bigint, text, bytea), team_configure(jsonb, text[], smallint, smallint),
  team_choose(text, text, smallint, smallint), team_key()`;

/** What a team server does with people and tokens. It calls these functions, and reads and writes none of the tables. */
export const TEAM_PEOPLE = `
create function owns_tables() returns boolean language sql stable
  return current_user = (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'threadline');

do $$
declare
  name text;
begin
  foreach name in array array['person', 'team_group', 'team_token', 'team_device', 'visibility_rule'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format('create policy of_owner on %I using ((select owns_tables()))', name);
  end loop;
end $$;

-- Who holds a token, if it still counts here: not that of another server, too old, revoked, or of a person who was.
create function team_token_of(wanted bytea, here text) returns table(id bigint, tenant int, tenant_name text, person_id bigint, name text, email text,
    issuer text, sub text, kind text, scopes text[], teams text[], admin boolean, expires_at timestamptz)
  language sql stable security definer set search_path = threadline, pg_temp as $$
  select t.id, t.tenant, tenant.name, t.person_id, coalesce(p.name, t.name), p.email, p.issuer, p.sub, t.kind, t.scopes,
      t.teams || array(select distinct g.team from team_group as g where g.tenant = t.tenant and g.team is not null
        and g.member_group = any(p.groups) order by 1),
      exists (select 1 from team_group as g where g.tenant = t.tenant and g.team is null and g.member_group = any(p.groups)),
      t.expires_at
    from team_token as t join tenant on tenant.id = t.tenant left join person as p on p.id = t.person_id
    where t.hash = wanted and t.audience = here and t.revoked_at is null and t.expires_at > now() and p.revoked_at is null $$;

-- The machine of a person who was revoked sends nothing any more.
create or replace function token_of(wanted bytea) returns table(id bigint, tenant int, name text, owner text, many boolean)
  language sql stable security definer set search_path = threadline, pg_temp
  as 'select token.id, token.tenant, token.name, owner, many from token left join person on person.id = token.person_id
    where hash = wanted and token.revoked_at is null and person.revoked_at is null';

-- A person who logged in, or of whom the provider was asked again. Nothing for one who was revoked.
create function team_person(of_issuer text, of_sub text, new_name text, new_email text, new_groups text[], new_refresh bytea)
  returns bigint language sql security definer set search_path = threadline, pg_temp as $$
  insert into person(tenant, issuer, sub, name, email, groups, refresh, seen_at)
    values (current_tenant(), of_issuer, of_sub, new_name, new_email, new_groups, new_refresh, now())
    on conflict (tenant, issuer, sub) do update set name = excluded.name, email = excluded.email, groups = excluded.groups,
      refresh = excluded.refresh, seen_at = now() where person.revoked_at is null
    returning id $$;

create function team_add_token(of_person bigint, new_name text, new_hash bytea, here text, new_kind text, new_scopes text[],
    new_teams text[], seconds int, renewal bytea, renew_until timestamptz) returns bigint
  language sql security definer set search_path = threadline, pg_temp as $$
  insert into team_token(tenant, person_id, name, hash, audience, kind, scopes, teams, expires_at, renewal_hash, renew_until)
    values (current_tenant(), of_person, new_name, new_hash, here, new_kind, new_scopes, new_teams,
      now() + make_interval(secs => seconds), renewal, renew_until)
    returning id $$;

-- Whose renewal, and what the provider is asked with.
create function team_renewal_of(renewal bytea, here text) returns table(id bigint, tenant int, person_id bigint, name text,
    issuer text, sub text, scopes text[], refresh bytea, was_asked boolean, renew_until timestamptz)
  language sql stable security definer set search_path = threadline, pg_temp as $$
  select t.id, t.tenant, t.person_id, t.name, p.issuer, p.sub, t.scopes, p.refresh, p.seen_at > now() - interval '1 minute', t.renew_until
    from team_token as t join person as p on p.id = t.person_id
    where t.renewal_hash = renewal and t.audience = here and t.revoked_at is null and t.renew_until > now() and p.revoked_at is null $$;

-- Uses a renewal up. The second to come gets nothing.
create function team_take_renewal(renewal bytea) returns bigint language sql security definer
  set search_path = threadline, pg_temp as $$
  update team_token set renewal_hash = null, revoked_at = now() where renewal_hash = renewal and revoked_at is null
    returning id $$;

create function team_end_token(wanted bytea) returns bigint language sql security definer
  set search_path = threadline, pg_temp as $$
  update team_token set revoked_at = now(), renewal_hash = null where hash = wanted and revoked_at is null
    returning id $$;

create function team_start_device(device bytea, code text, here text, machine text, from_address text, seconds int) returns void
  language sql security definer set search_path = threadline, pg_temp as $$
  delete from team_device where expires_at < now() - interval '1 hour';
  insert into team_device(hash, tenant, user_code, audience, name, address, expires_at)
    values (device, current_tenant(), code, here, machine, from_address, now() + make_interval(secs => seconds)) $$;

create function team_device_named(code text, here text) returns table(name text, address text)
  language sql stable security definer set search_path = threadline, pg_temp as $$
  select name, address from team_device where user_code = code and audience = here and tenant = current_tenant()
    and expires_at > now() and person_id is null $$;

create function team_confirm_device(code text, here text, person bigint) returns boolean language sql security definer
  set search_path = threadline, pg_temp as $$
  with confirmed as (update team_device set person_id = person where user_code = code and audience = here
    and tenant = current_tenant() and expires_at > now() and person_id is null returning 1)
  select exists (select 1 from confirmed) $$;

-- What has become of a device: slow, expired, pending, or ready, which it is once.
create function team_take_device(device bytea, here text, pause_seconds int) returns table(state text, tenant int, person_id bigint, name text)
  language plpgsql security definer set search_path = threadline, pg_temp as $$
declare
  found_row team_device;
begin
  select * into found_row from team_device where hash = device and audience = here and expires_at > now() for update;
  if found_row.hash is null then return query select 'expired', 0, null::bigint, null::text; return; end if;
  if found_row.person_id is not null then
    delete from team_device where hash = device;
    return query select 'ready', found_row.tenant, found_row.person_id, found_row.name;
    return;
  end if;
  update team_device set polled_at = now() where hash = device;
  return query select case when found_row.polled_at > now() - make_interval(secs => pause_seconds) then 'slow' else 'pending' end,
    found_row.tenant, null::bigint, found_row.name;
end $$;

-- A token that this person's machine sends with. An earlier one of the same machine counts no more.
create function team_push_token(of_person bigint, machine text, new_hash bytea) returns text language plpgsql security definer
  set search_path = threadline, pg_temp as $$
declare
  -- The person's number keeps machines of one name apart.
  full_name text := machine || '+' || of_person;
begin
  update token set revoked_at = now() where tenant = current_tenant() and name = full_name and revoked_at is null;
  insert into token(tenant, name, owner, hash, person_id)
    select current_tenant(), full_name, coalesce(name, sub), new_hash, id from person where id = of_person and tenant = current_tenant();
  return full_name;
end $$;

-- Teams, admins and the rule of visibility, as the server's configuration says. True if the rule changed.
create function team_configure(teams jsonb, admins text[], usage_rank smallint, text_rank smallint) returns boolean
  language plpgsql security definer set search_path = threadline, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('threadline team'), current_tenant());
  delete from team_group where tenant = current_tenant();
  insert into team_group(tenant, team, member_group)
    select distinct current_tenant(), key, member from jsonb_each(teams), jsonb_array_elements_text(value) as member;
  insert into team_group(tenant, team, member_group) select distinct current_tenant(), null, unnest(admins);
  if exists (select 1 from (select * from visibility_rule where tenant = current_tenant() order by id desc limit 1) as last
      where last.usage_seen_by = usage_rank and last.text_seen_by = text_rank) then return false; end if;
  insert into visibility_rule(tenant, usage_seen_by, text_seen_by) values (current_tenant(), usage_rank, text_rank);
  -- A stricter rule holds at once for all.
  update session set text_seen_by = text_seen_by where tenant = current_tenant() and not seen_by_choice
    and (usage_seen_by > usage_rank or text_seen_by > text_rank);
  return true;
end $$;

-- The owner's own word on a session of his.
create function team_choose(of_agent text, of_thread text, usage_rank smallint, text_rank smallint) returns boolean
  language plpgsql security definer set search_path = threadline, pg_temp as $$
begin
  update session set usage_seen_by = coalesce(usage_rank, usage_seen_by), text_seen_by = coalesce(text_rank, text_seen_by),
      seen_by_choice = true
    where tenant = current_tenant() and agent = of_agent and md5(thread_id) = md5(of_thread) and person_id = current_reader();
  return found;
end $$;

-- For sealing cursors and what a provider gave.
create table team_secret(tenant int primary key references tenant, secret bytea not null);
alter table team_secret enable row level security, force row level security;
create policy of_owner on team_secret using ((select owns_tables()));
create function team_key() returns bytea language plpgsql security definer set search_path = threadline, pg_temp as $$
begin
  insert into team_secret values (current_tenant(), uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) on conflict do nothing;
  return (select secret from team_secret where tenant = current_tenant());
end $$;

revoke all on function ${OWN_FUNCTIONS} from public;
grant execute on function ${OWN_FUNCTIONS}, tenant_named(text) to threadline_team;
`;
