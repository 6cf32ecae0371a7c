import { fleetLimits } from '../../limits/fleet.ts';
import type { Queries, ServerDatabase } from './connect.ts';

/**
 * Objects that are to be removed from the object store: those whose segments are gone, and those that were announced before
 * they were stored and never became a segment. So a crash at any moment leaves no object that nobody knows.
 */
export const RAW_OBJECTS = `
create table raw_object(
  key text collate "C" primary key, tenant int not null references tenant,
  due timestamptz not null, removing boolean not null default false);
create index raw_object_due on raw_object(due);
alter table raw_object enable row level security;
create policy of_tenant on raw_object using (tenant = (select current_tenant()));
-- A worker removes what is due, whoever's it is.
create policy of_worker on raw_object to threadline_worker using (true);
grant select, insert, update, delete on raw_object to threadline_gateway, threadline_worker;

create function note_raw_object() returns trigger language plpgsql security definer set search_path = threadline, pg_temp as $$
begin
  insert into raw_object(key, tenant, due) values (old.object, old.tenant, now()) on conflict (key) do update set due = now();
  return null;
end $$;
revoke all on function note_raw_object() from public;
create trigger segment_object after delete on segment for each row when (old.object is not null)
  execute function note_raw_object();
`;

/** Says which object is about to be stored. False if the segment would be refused: then there is no need to store it. */
export async function announceObject(
  queries: Queries,
  key: string,
  { source, machine, start }: { source: string; machine: string; start: number },
): Promise<boolean> {
  const announced = await queries.run(
    `insert into raw_object(key, tenant, due) select $1, tenant, now() + make_interval(secs => $5) from source
      where id = $2 and machine_id = $3 and head = $4 and state = 'open'`,
    [key, source, machine, start, fleetLimits.unusedObjectMs / 1000],
  );
  return announced > 0;
}

/** Before a month is dropped whole: no trigger sees its rows. */
export async function noteObjectsOf(queries: Queries, part: string): Promise<void> {
  // Tables of an earlier version have no list of objects, and none of them.
  if (!(await queries.get(`select 1 from ${part} where object is not null limit 1`))) return;
  await queries.run(
    `insert into raw_object(key, tenant, due) select object, tenant, now() from ${part} where object is not null
      on conflict (key) do update set due = now()`,
  );
}

const OBJECTS_AT_ONCE = 64;

const TAKE = `update raw_object set removing = true, due = now() + interval '10 minutes' where key in
  (select key from raw_object where due <= now() order by due limit $1 for update skip locked) returning key`;

/** Removes some of the objects that are due, whoever's they are. Returns how many; 0 where no object store is named. */
export async function removeSomeObjects(database: ServerDatabase): Promise<number> {
  const { objects } = database;
  if (!objects) return 0;
  const rows = await database.transaction({ role: 'worker' }, (queries) => queries.all(TAKE, [OBJECTS_AT_ONCE]));
  const keys = rows.map(({ key }) => String(key));
  // One that fails is tried again later.
  await Promise.all(keys.map((key) => objects.remove(key)));
  if (keys.length > 0) {
    await database.transaction({ role: 'worker' }, (queries) =>
      queries.run('delete from raw_object where key = any($1::text[]) and removing', [keys]),
    );
  }
  return keys.length;
}

/** Removes all objects that are due. */
export async function removeObjects(database: ServerDatabase): Promise<void> {
  while ((await removeSomeObjects(database)) > 0);
}

/** The number of objects that are still to be removed. */
export async function countDueObjects(database: ServerDatabase): Promise<number> {
  const row = await database.transaction({ role: 'worker', readOnly: true }, (queries) =>
    queries.get('select count(*) as due from raw_object where due <= now() or removing'),
  );
  return Number(row?.due ?? 0);
}
