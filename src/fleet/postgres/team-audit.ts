import { createHash, timingSafeEqual } from 'node:crypto';
import type { StoredRow } from '../../archive/model/stored-row.ts';
import type { Queries } from './connect.ts';

/**
 * Who did what by a team server: ids, never texts. Rows are only added, by a function, and each holds the hash of the one
 * before it of the same server process. A row that is changed or missing breaks its chain.
 */
export const TEAM_AUDIT = `
create table team_audit(
  server uuid not null, n bigint not null, previous bytea not null, hash bytea not null,
  tenant int not null, at timestamptz not null, person_id bigint, token_id bigint, address text,
  action text not null, agent text, thread_id text, detail text,
  primary key(server, n));
create index team_audit_newest on team_audit(tenant, at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of the audit are only added' using errcode = '42501';
end $$;
create trigger team_audit_kept before update or delete on team_audit for each row execute function refuse_change();
create trigger team_audit_whole before truncate on team_audit for each statement execute function refuse_change();
create trigger audit_kept before update or delete on audit for each row execute function refuse_change();
create trigger audit_whole before truncate on audit for each statement execute function refuse_change();

-- Each text with its length, so that no two rows are written alike.
create function audit_text(fields text[]) returns text language sql immutable
  return (select string_agg(coalesce(octet_length(field) || ':' || field, '-'), ',' order by place)
    from unnest(fields) with ordinality as given(field, place));

create function note_team(of_server uuid, person bigint, token bigint, from_address text, what text, of_agent text,
    of_thread text, more text) returns table(n bigint, hash bytea)
  language plpgsql security definer set search_path = threadline, pg_temp as $$
declare
  last_n bigint;
  last_hash bytea;
  moment timestamptz := clock_timestamp();
begin
  if of_server is null or what is null then raise 'a row of the audit names its server and what was done'; end if;
  if not exists (select 1 from tenant where id = current_tenant()) then raise 'no tenant is named'; end if;
  perform pg_advisory_xact_lock(hashtext('threadline audit'), hashtext(of_server::text));
  select one.n, one.hash into last_n, last_hash from team_audit as one where server = of_server order by one.n desc limit 1;
  n := coalesce(last_n, 0) + 1;
  last_hash := coalesce(last_hash, '');
  hash := sha256(last_hash || convert_to(audit_text(array[of_server::text, n::text, current_tenant()::text,
    (extract(epoch from moment) * 1000000)::bigint::text, person::text, token::text, from_address, what, of_agent, of_thread,
    more]), 'UTF8'));
  insert into team_audit values (of_server, n, last_hash, hash, current_tenant(), moment, person, token, from_address, what,
    of_agent, of_thread, more);
  return next;
end $$;
revoke all on function note_team(uuid, bigint, bigint, text, text, text, text, text), audit_text(text[]), refuse_change() from public;
grant execute on function note_team(uuid, bigint, bigint, text, text, text, text, text) to threadline_team;

alter table team_audit enable row level security, force row level security;
create policy of_owner on team_audit using ((select owns_tables()));
`;

const ROWS_AT_ONCE = 5000;
const NEXT_ROWS = `select server::text, n, previous, hash, tenant, (extract(epoch from at) * 1000000)::bigint as us, person_id, token_id,
  address, action, agent, thread_id, detail from team_audit where (server, n) > ($1::uuid, $2) order by server, n limit ${ROWS_AT_ONCE}`;

/** Computes all chains anew, here and not in the database. Returns a sentence for each row that breaks one. */
export async function findBrokenChains(queries: Queries): Promise<string[]> {
  // Tables of an earlier version have no such audit.
  if ((await queries.get("select to_regclass('team_audit') as found"))?.found === null) return [];
  const broken: string[] = [];
  let last = { server: '00000000-0000-0000-0000-000000000000', n: 0, hash: Buffer.alloc(0) };
  for (;;) {
    const rows = await queries.all(NEXT_ROWS, [last.server, last.n]);
    for (const row of rows) {
      const server = String(row.server);
      const n = Number(row.n);
      const before = server === last.server ? last : { n: 0, hash: Buffer.alloc(0) };
      if (n !== before.n + 1) broken.push(`audit ${server}: ${n - before.n - 1} rows are missing before row ${n}`);
      else if (!isEqual(row.previous, before.hash) || !isEqual(row.hash, hashOf(row)))
        broken.push(`audit ${server}: row ${n} is not as it was written`);
      last = { server, n, hash: row.hash instanceof Uint8Array ? Buffer.from(row.hash) : Buffer.alloc(0) };
    }
    if (rows.length < ROWS_AT_ONCE) return broken;
  }
}

function hashOf(row: StoredRow): Buffer {
  const fields = [
    'server',
    'n',
    'tenant',
    'us',
    'person_id',
    'token_id',
    'address',
    'action',
    'agent',
    'thread_id',
    'detail',
  ];
  const texts = fields.map((name) => {
    const value = row[name];
    return value === null || value === undefined ? '-' : `${Buffer.byteLength(String(value))}:${value}`;
  });
  const previous = row.previous instanceof Uint8Array ? row.previous : new Uint8Array();
  return createHash('sha256').update(previous).update(texts.join(',')).digest();
}

function isEqual(kept: unknown, computed: Uint8Array): boolean {
  return kept instanceof Uint8Array && kept.length === computed.length && timingSafeEqual(kept, computed);
}
