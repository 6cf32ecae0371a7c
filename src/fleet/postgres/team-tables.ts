/**
 * People, their teams and tokens, and who sees what. Visibilities are ranks, so that the stricter of two is the smaller:
 * 0 nobody but the owner, 1 the owner's teams, 2 everybody who logs in.
 */
export const TEAM_TABLES = `
-- A person is an issuer and a subject. Name and e-mail are shown, and never compared.
create table person(
  id bigint generated always as identity primary key,
  tenant int not null references tenant,
  issuer text not null check(length(issuer) between 1 and 500), sub text not null check(length(sub) between 1 and 255),
  name text, email text, groups text[] not null default '{}',
  refresh bytea,                                      -- sealed: what the provider is asked again with
  created_at timestamptz not null default now(), seen_at timestamptz, revoked_at timestamptz,
  unique(tenant, issuer, sub));
create index person_groups on person using gin(groups);

-- Which groups of the provider make a team; without a team, those of the admins.
create table team_group(tenant int not null references tenant, team text, member_group text not null);
create unique index team_group_key on team_group(tenant, coalesce(team, ''), member_group);

-- What a person or a program reads with. Only the hash is kept.
create table team_token(
  id bigint generated always as identity primary key,
  tenant int not null references tenant, person_id bigint references person,
  name text not null, hash bytea unique not null, audience text not null,
  kind text not null check(kind in ('page', 'login', 'added')), scopes text[] not null, teams text[] not null default '{}',
  created_at timestamptz not null default now(), expires_at timestamptz not null, renew_until timestamptz,
  renewal_hash bytea unique, revoked_at timestamptz);
create index team_token_person on team_token(person_id);

-- A machine that waits until its person logs in on the page and confirms.
create table team_device(
  hash bytea primary key, tenant int not null references tenant, user_code text unique not null, audience text not null,
  name text not null, address text not null, expires_at timestamptz not null, polled_at timestamptz, person_id bigint references person);

-- The rules of visibility in the order in which they held. Before the first one: figures for the team, texts for nobody.
create table visibility_rule(
  id bigint generated always as identity primary key,
  tenant int not null references tenant, since timestamptz not null default now(),
  usage_seen_by smallint not null check(usage_seen_by between 0 and 2),
  text_seen_by smallint not null check(text_seen_by between 0 and 2));

alter table token add column person_id bigint references person;
alter table machine add column person_id bigint references person;
alter table source add column person_id bigint references person;
alter table session add column person_id bigint references person,
  add column usage_seen_by smallint not null default 1 check(usage_seen_by between 0 and 2),
  add column text_seen_by smallint not null default 0 check(text_seen_by between 0 and 2),
  add column seen_by_choice boolean not null default false;   -- true: its owner chose

-- A machine is that of its token's person, whatever it says of itself.
create function machine_person() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  new.person_id := (select person_id from token where id = new.token_id);
  return new;
end $$;
create trigger machine_person before insert or update of token_id on machine
  for each row execute function machine_person();

-- A file is that of whoever had the machine when it first came; a later owner gets none of what was sent before.
create function source_person() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  new.person_id := case when tg_op = 'INSERT' then (select person_id from machine where id = new.machine_id) else old.person_id end;
  return new;
end $$;
create trigger source_person before insert or update of person_id, machine_id on source
  for each row execute function source_person();

-- The strictest of the rules that held since a session began. A wider rule is for sessions that begin after it.
create function strictest_rule(of_tenant int, began timestamptz) returns table(usage_rank smallint, text_rank smallint)
  language sql stable security definer set search_path = threadline, pg_temp as $$
  with held as (
    select since, usage_seen_by, text_seen_by from visibility_rule where tenant = of_tenant
    union all select '-infinity', 1, 0)
  select min(usage_seen_by), min(text_seen_by) from held
    where began is null or since >= coalesce((select max(since) from held where since <= began), '-infinity') $$;

create function session_seen_by() returns trigger language plpgsql security definer
  set search_path = threadline, pg_temp as $$
begin
  new.person_id := case when tg_op = 'INSERT' then (select person_id from source where id = new.source_id) else old.person_id end;
  if not new.seen_by_choice then
    select usage_rank, text_rank into new.usage_seen_by, new.text_seen_by
      from strictest_rule(new.tenant, least(new.started_at, now()));
  end if;
  return new;
end $$;
create trigger session_seen_by before insert or update of started_at, person_id, usage_seen_by, text_seen_by on session
  for each row execute function session_seen_by();
`;
