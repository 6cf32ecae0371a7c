import type { Queries } from './connect.ts';

/** True while a legal hold keeps what is known of the person, also if they sent nothing. */
export async function isHeldPerson(queries: Queries, tenant: number, person: string): Promise<boolean> {
  const row = await queries.get(
    `select 1 from hold join person on person.id = $2 and person.tenant = $1 where hold.tenant = $1 and lifted_at is null
      and kind = 'person' and value in (person.sub, '#' || person.id, person.name)`,
    [tenant, person],
  );
  return row !== undefined;
}

/**
 * Removes what was told of people when they logged in, and ends their logins. The number stays, which the audit names, with
 * issuer and subject, by which a revoked person is known; the provider tells the rest anew if they log in again.
 */
export async function forgetPeople(queries: Queries, tenant: number, people: readonly string[]): Promise<void> {
  const which = [tenant, people];
  const theirs = 'where tenant = $1 and person_id = any($2::bigint[])';
  await queries.run(`delete from team_device ${theirs}`, which);
  await queries.run(
    `update team_token set name = '', renewal_hash = null, revoked_at = coalesce(revoked_at, now()) ${theirs}`,
    which,
  );
  // Both keep the display name of the day on which the machine was bound.
  await queries.run(`update token set owner = null ${theirs}`, which);
  await queries.run(`update machine set owner = null ${theirs}`, which);
  await queries.run(
    `update person set name = null, email = null, groups = '{}', refresh = null where tenant = $1 and id = any($2::bigint[])`,
    which,
  );
}
