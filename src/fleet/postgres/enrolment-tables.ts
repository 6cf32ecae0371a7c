/** Functions of the team server alone. */
const OWN_FUNCTIONS = `team_enrol(bytea, text, bytea), team_bind_machine(bigint, text, bytea, bytea),
  team_rotate_token(bytea, bytea)`;

/** Codes by which many machines get tokens that only send, and what becomes of such a token later. */
export const ENROLMENT_TABLES = `
-- Only the hash of a code is kept.
create table enrolment(
  id bigint generated always as identity primary key,
  tenant int not null references tenant, name text not null, hash bytea unique not null,
  uses int not null check(uses > 0), used int not null default 0 check(used between 0 and uses),
  created_at timestamptz not null default now(), expires_at timestamptz not null, revoked_at timestamptz);
alter table enrolment enable row level security, force row level security;
create policy of_owner on enrolment using ((select owns_tables()));
alter table token add column enrolment_id bigint references enrolment;
create index token_enrolment on token(enrolment_id) where enrolment_id is not null;

-- Takes one use of a code and makes the token of a machine without an owner. No row for a code that does not count.
-- Of two that come for the last use, the second waits for the first and then finds none left.
create function team_enrol(code bytea, machine text, new_hash bytea) returns table(token bigint, code_id bigint)
  language plpgsql security definer set search_path = threadline, pg_temp as $$
declare
  code_name text;
begin
  update enrolment set used = used + 1 where hash = code and tenant = current_tenant() and revoked_at is null
    and expires_at > now() and used < uses returning id, name into code_id, code_name;
  if not found then return; end if;
  insert into token(tenant, name, hash, enrolment_id) values (current_tenant(), machine, new_hash, code_id)
    returning id into token;
  -- The number keeps machines of one name apart.
  update token as made set name = machine || '+' || code_name || '.' || made.id where made.id = token;
  return next;
end $$;

-- A token that this person's machine sends with. A machine that shows its token stays the same machine, if it was nobody's
-- or this person's: what it sends from now on is this person's, and what it sent before stays as it was.
create function team_bind_machine(of_person bigint, machine text, new_hash bytea, earlier bytea) returns text
  language plpgsql security definer set search_path = threadline, pg_temp as $$
declare
  kept_name text;
begin
  update token set revoked_at = now() where hash = earlier and tenant = current_tenant() and not many and revoked_at is null
    and (person_id is null or person_id = of_person) returning name into kept_name;
  if kept_name is null then return team_push_token(of_person, machine, new_hash); end if;
  update token set revoked_at = now() where tenant = current_tenant() and name = kept_name and revoked_at is null;
  insert into token(tenant, name, owner, hash, person_id)
    select current_tenant(), kept_name, coalesce(name, sub), new_hash, id from person where id = of_person and tenant = current_tenant();
  return kept_name;
end $$;

-- Another hash for the token of one machine, if it counts. From the commit on the old one is nobody's.
create function team_rotate_token(old_hash bytea, new_hash bytea) returns table(token bigint, person bigint)
  language sql security definer set search_path = threadline, pg_temp as $$
  update token as kept set hash = new_hash from token_of(old_hash) as counting
    where kept.id = counting.id and kept.hash = old_hash and kept.tenant = current_tenant() and not kept.many and new_hash <> old_hash
    returning kept.id, kept.person_id $$;

revoke all on function ${OWN_FUNCTIONS} from public;
grant execute on function ${OWN_FUNCTIONS} to threadline_team;
`;
