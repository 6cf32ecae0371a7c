import type { ServerDatabase } from './connect.ts';
import { clean } from './postgres-raw-store.ts';

/** Somebody whom a word names. */
export type NamedPerson =
  /** Who logged in. */
  | { id: string; sub: string; name: string | undefined; email: string | undefined }
  /** Whom an operator named as the owner of machines that nobody logged in on. */
  | { owner: string; machines: string[] };

/**
 * Everybody whom this may mean: `#` and a number, a subject, a display name, or the owner of machines. Display names are not
 * kept apart by anybody, so there may be several.
 */
export function findPeople(database: ServerDatabase, tenant: number, who: string): Promise<NamedPerson[]> {
  const values = [tenant, clean(who)];
  return database.transaction({ role: 'owner', tenant, readOnly: true }, async (queries) => {
    const people = await queries.all(
      `select id, sub, name, email from person where tenant = $1 and ('#' || id = $2 or sub = $2 or name = $2
        or exists (select 1 from machine where machine.person_id = person.id and machine.owner = $2)) order by id`,
      values,
    );
    const machines = await queries.all(
      'select name from machine where tenant = $1 and owner = $2 and person_id is null order by name',
      values,
    );
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
    const found: NamedPerson[] = people.map(({ id, sub, name, email }) => ({
      id: String(id),
      sub: String(sub),
      name: text(name),
      email: text(email),
    }));
    if (machines.length > 0) found.push({ owner: who, machines: machines.map(({ name }) => String(name)) });
    return found;
  });
}
