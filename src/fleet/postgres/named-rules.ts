import type { Queries } from './connect.ts';
import { type SessionVisibility, type Visibility, visibilities } from './team-reader.ts';

/** Rules of visibility that go by a column of sessions. */
interface NamedRules {
  column: 'repository' | 'project';
  /** Sets the rules of all names at once. */
  configure: string;
  /** Which sessions a change of the names in `changed` may concern. */
  concerns: string;
}

/**
 * A table of such rules, in the order in which they held, and the function that sets them. A rank that is null is that of the
 * general rule, so a name that the configuration has no more gets a row of two nulls.
 */
export function namedRuleTables({ column, configure, concerns }: NamedRules): string {
  return `
create table ${column}_rule(
  id bigint generated always as identity primary key,
  tenant int not null references tenant, ${column} text not null, since timestamptz not null default now(),
  usage_seen_by smallint check(usage_seen_by between 0 and 2), text_seen_by smallint check(text_seen_by between 0 and 2));
create index ${column}_rule_key on ${column}_rule(tenant, ${column}, since);
alter table ${column}_rule enable row level security, force row level security;
create policy of_owner on ${column}_rule using ((select owns_tables()));

-- All rules, as {"NAME": {"usage": RANK, "text": RANK}}. Returns the names whose rule changed.
create function ${configure}(rules jsonb) returns setof text
  language plpgsql security definer set search_path = threadline, pg_temp as $$
declare
  changed text[];
begin
  perform pg_advisory_xact_lock(hashtext('threadline team'), current_tenant());
  with last as (
    select distinct on (${column}) ${column}, usage_seen_by, text_seen_by from ${column}_rule
      where tenant = current_tenant() order by ${column}, id desc),
  wanted as (
    select key as ${column}, (value ->> 'usage')::smallint as usage_rank, (value ->> 'text')::smallint as text_rank from jsonb_each(rules)),
  added as (
    insert into ${column}_rule(tenant, ${column}, usage_seen_by, text_seen_by)
      select current_tenant(), ${column}, usage_rank, text_rank from wanted full join last using (${column})
        where (usage_rank, text_rank) is distinct from (last.usage_seen_by, last.text_seen_by)
      returning ${column})
  select array_agg(${column} order by ${column}) into changed from added;
  -- A stricter rule holds at once for all. A wider one leaves what the trigger finds again.
  update session set text_seen_by = text_seen_by where tenant = current_tenant() and not seen_by_choice and ${concerns};
  return query select unnest(changed);
end $$;

revoke all on function ${configure}(jsonb) from public;
grant execute on function ${configure}(jsonb) to threadline_team;
`;
}

/** From the commit on these rules hold, and no others. Returns the names whose rule changed. */
export async function setNamedRules(
  queries: Queries,
  configure: string,
  rules: Readonly<Record<string, SessionVisibility>>,
): Promise<string[]> {
  const rows = await queries.all(`select ${configure}($1) as name`, [rulesAsRanks(rules)]);
  return rows.map(({ name }) => String(name));
}

/** Rules as the database takes them: JSON with ranks, null where the general rule holds. */
function rulesAsRanks(rules: Readonly<Record<string, SessionVisibility>>): string {
  const rank = (visibility: Visibility | undefined) =>
    visibility === undefined ? null : visibilities.indexOf(visibility);
  const ranks = Object.entries(rules).map(([name, { usage, text }]) => [
    name,
    { usage: rank(usage), text: rank(text) },
  ]);
  return JSON.stringify(Object.fromEntries(ranks));
}
