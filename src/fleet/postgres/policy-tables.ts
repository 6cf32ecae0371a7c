/**
 * The repository of a session, and what a server asks of those that send to it. A policy is kept as text: its version is made
 * of the text, and every version that ever held stays.
 */
export const POLICY_TABLES = `
alter table source add column repository text;
alter table session add column repository text;
create index session_repository on session(tenant, left(repository, 200)) where repository is not null;

-- A session is in the repository that its source names, whoever folds it.
create function session_repository() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  new.repository := (select repository from source where id = new.source_id);
  return new;
end $$;
create trigger session_repository before insert or update of source_id, repository on session
  for each row execute function session_repository();
-- A machine tells it with its next question about a file, also of one that was folded before.
create function source_repository() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  update session set repository = new.repository where source_id = new.id;
  return null;
end $$;
create trigger source_repository after update of repository on source for each row
  when (old.repository is distinct from new.repository) execute function source_repository();

create table collect_policy(
  id bigint generated always as identity primary key,
  tenant int not null references tenant, since timestamptz not null default now(),
  version text not null check(version ~ '^[0-9a-f]{1,64}$'), document text not null);
alter table collect_policy enable row level security, force row level security;
create policy of_owner on collect_policy using ((select owns_tables()));

create function policy_version(of_tenant int) returns text language sql stable security definer
  set search_path = threadline, pg_temp
  as 'select version from collect_policy where tenant = of_tenant order by id desc limit 1';
create function policy_document() returns text language sql stable security definer
  set search_path = threadline, pg_temp
  as 'select document from collect_policy where tenant = current_tenant() order by id desc limit 1';

-- True if it says something else than the one before.
create function set_policy(new_version text, new_document text) returns boolean language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('threadline policy'), current_tenant());
  if policy_version(current_tenant()) is not distinct from new_version then return false; end if;
  insert into collect_policy(tenant, version, document) values (current_tenant(), new_version, new_document);
  return true;
end $$;

-- How long texts, bytes as they were sent and counts are kept, in days; -1 leaves it as it is, null is for ever.
create function set_retention(text_days int, raw_days int, usage_days int) returns boolean language sql security definer
  set search_path = threadline, pg_temp as $$
  with kept as (select id, case when text_days = -1 then retain_text else make_interval(days => text_days) end as texts,
      case when raw_days = -1 then retain_raw else make_interval(days => raw_days) end as raws,
      case when usage_days = -1 then retain_usage else make_interval(days => usage_days) end as usages
    from tenant where id = current_tenant()),
  changed as (update tenant set retain_text = texts, retain_raw = raws, retain_usage = usages from kept
    where tenant.id = kept.id and (retain_text, retain_raw, retain_usage) is distinct from (texts, raws, usages) returning 1)
  select exists (select 1 from changed) $$;

-- A token that machines send with may end by itself.
alter table token add column expires_at timestamptz;
create or replace function token_of(wanted bytea) returns table(id bigint, tenant int, name text, owner text, many boolean)
  language sql stable security definer set search_path = threadline, pg_temp
  as 'select token.id, token.tenant, token.name, owner, many from token left join person on person.id = token.person_id
    where hash = wanted and token.revoked_at is null and person.revoked_at is null
      and (token.expires_at is null or token.expires_at > now())';

revoke all on function session_repository(), source_repository(), policy_version(int), policy_document(),
  set_policy(text, text), set_retention(int, int, int) from public;
grant execute on function policy_version(int), policy_document() to threadline_gateway;
grant execute on function set_policy(text, text), set_retention(int, int, int) to threadline_team;
`;
