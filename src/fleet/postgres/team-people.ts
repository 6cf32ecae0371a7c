/** What a team server does with people and tokens. It calls these functions, and reads and writes none of the tables. */
export const TEAM_PEOPLE = `
create function owns_tables() returns boolean language sql stable
  return current_user = (select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'threadline');

do $$
declare
  name text;
begin
  foreach name in array array['person', 'team_group', 'team_token', 'visibility_rule'] loop
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

-- A person who logged in. Nothing for one who was revoked.
create function team_person(of_issuer text, of_sub text, new_name text, new_email text, new_groups text[]) returns bigint
  language sql security definer set search_path = threadline, pg_temp as $$
  insert into person(tenant, issuer, sub, name, email, groups, seen_at)
    values (current_tenant(), of_issuer, of_sub, new_name, new_email, new_groups, now())
    on conflict (tenant, issuer, sub) do update set name = excluded.name, email = excluded.email, groups = excluded.groups,
      seen_at = now() where person.revoked_at is null
    returning id $$;

create function team_add_token(of_person bigint, new_name text, new_hash bytea, here text, new_kind text, new_scopes text[],
    new_teams text[], seconds int, renewal bytea, renew_seconds int, new_refresh bytea) returns bigint
  language sql security definer set search_path = threadline, pg_temp as $$
  insert into team_token(tenant, person_id, name, hash, audience, kind, scopes, teams, expires_at, renewal_hash, renew_until, refresh)
    values (current_tenant(), of_person, new_name, new_hash, here, new_kind, new_scopes, new_teams,
      now() + make_interval(secs => seconds), renewal, now() + make_interval(secs => renew_seconds), new_refresh)
    returning id $$;

-- Takes a renewal, once: a second use of the same finds nothing.
create function team_take_renewal(renewal bytea, here text) returns table(id bigint, tenant int, person_id bigint, issuer text,
    sub text, kind text, scopes text[], refresh bytea, renew_until timestamptz)
  language sql security definer set search_path = threadline, pg_temp as $$
  update team_token as t set renewal_hash = null, revoked_at = now() from person as p
    where t.renewal_hash = renewal and t.audience = here and t.revoked_at is null and t.renew_until > now()
      and p.id = t.person_id and p.revoked_at is null
    returning t.id, t.tenant, t.person_id, p.issuer, p.sub, t.kind, t.scopes, t.refresh, t.renew_until $$;

create function team_end_token(wanted bytea) returns bigint language sql security definer
  set search_path = threadline, pg_temp as $$
  update team_token set revoked_at = now(), renewal_hash = null, refresh = null where hash = wanted and revoked_at is null
    returning id $$;

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

revoke all on function team_token_of(bytea, text), team_person(text, text, text, text, text[]),
  team_add_token(bigint, text, bytea, text, text, text[], text[], int, bytea, int, bytea), team_take_renewal(bytea, text),
  team_end_token(bytea), team_configure(jsonb, text[], smallint, smallint), team_choose(text, text, smallint, smallint),
  team_key() from public;
grant execute on function team_token_of(bytea, text), team_person(text, text, text, text, text[]),
  team_add_token(bigint, text, bytea, text, text, text[], text[], int, bytea, int, bytea), team_take_renewal(bytea, text),
  team_end_token(bytea), team_configure(jsonb, text[], smallint, smallint), team_choose(text, text, smallint, smallint),
  team_key() to threadline_team;
grant execute on function tenant_named(text) to threadline_team;
`;
