import { hash, randomBytes } from 'node:crypto';
import type { Appended, RawSource, RawStore, Segment, SourceHead } from '../../archive/model/raw-store.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Queries, ServerDatabase } from './connect.ts';
import { announceObject } from './raw-objects.ts';
import { isMonthMissing } from './server-fault.ts';

/** The owner of the sources. */
export interface RawStoreOwner {
  tenant: number;
  /** The id of the machine. */
  machine: string;
}

/** One statement moves the head and keeps the segment: repeats, lost answers and two senders end with the true head. */
const APPEND = appendSql({ body: '$8', object: 'null' });

/** The same for bytes in an object store. Their object was announced, and is not about to be removed again. */
const APPEND_OBJECT = appendSql({
  body: 'null',
  object: '$8',
  first: 'announced as (select key from raw_object where key = $8 and not removing for update),',
  condition: 'and exists (select from announced)',
  after: 'used as (delete from raw_object where key in (select key from announced) and exists (select from moved)),',
});

interface AppendParts {
  body: string;
  object: string;
  first?: string;
  condition?: string;
  after?: string;
}

// biome-ignore format: SQL
function appendSql({ body, object, first = '', condition = '', after = '' }: AppendParts): string {
  return `
with ${first} moved as (
  update source set head = head + $4, marker = $7, seen_at = now()
    where id = $1 and machine_id = $2 and head = $3 and state = 'open' ${condition} returning tenant, id, head, folded),
kept as (
  insert into segment(tenant, source_id, start, size, packed, body, object, redaction)
    select tenant, id, $3, $4, $5, ${body}, ${object}, $6 from moved), ${after}
wanted as (
  insert into job(tenant, kind, source_id, due)
    select tenant, 'fold', id, case when head - folded >= 65536 or (head - folded) * 20 >= folded then now()
      else now() + interval '2 seconds' end from moved
    on conflict (kind, source_id) do update set asked = job.asked + 1,
      due = case when job.tries > 0 then job.due else least(job.due, excluded.due) end)
select head from moved`;
}

/** In place of a key: the segment does not begin at the head, so there was nothing to store. */
const NOT_WANTED = '';

const MAKE = `
insert into source(tenant, machine_id, agent, home, path, path_hash, generation, mode, project, title, repository, no_repository, state)
  select distinct on (path_hash, generation) $1::int, $2::bigint, agent, case when gone then '' else home end,
      case when not gone then path end, path_hash, generation, mode, case when not gone then project end,
      case when not gone then title end, case when not gone then repository end,
      no_repository and repository is null and not gone, case when gone then 'forgotten' else 'open' end
    from unnest($3::text[], $4::text[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
      $12::boolean[]) as given(agent, home, path, path_hash, generation, mode, project, title, repository, no_repository)
    -- A file that was forgotten is so in every life.
    cross join lateral (select exists (select from source as earlier where earlier.machine_id = $2
      and earlier.path_hash = given.path_hash and earlier.state = 'forgotten') as gone) as known
  on conflict (machine_id, path_hash, generation) do update set mode = excluded.mode, project = excluded.project,
      title = coalesce(excluded.title, source.title), repository = coalesce(excluded.repository, source.repository),
      no_repository = (excluded.no_repository or source.no_repository) and coalesce(excluded.repository, source.repository) is null
    where (source.mode <> excluded.mode or source.project is distinct from excluded.project
      or source.title is distinct from coalesce(excluded.title, source.title)
      or (excluded.no_repository and not source.no_repository and source.repository is null)
      or source.repository is distinct from coalesce(excluded.repository, source.repository)) and source.state = 'open'`;

/** A session that gets another title is folded again, because its file may not have changed. */
const RENAME = `
insert into job(tenant, kind, source_id, due)
  select distinct source.tenant, 'fold', source.id, now() from unnest($2::bytea[], $3::text[], $4::text[]) as given(path_hash, generation, title)
    join source on source.machine_id = $1 and source.path_hash = given.path_hash and source.generation = given.generation
    where source.title is distinct from given.title and given.title is not null and source.folded > 0 and source.state = 'open'
  on conflict (kind, source_id) do update set asked = job.asked + 1,
    due = case when job.tries > 0 then job.due else least(job.due, excluded.due) end`;

const HEADS = `
select source.id, head, marker, state from unnest($2::bytea[], $3::text[]) with ordinality as given(path_hash, generation, place)
  join source on source.machine_id = $1 and source.path_hash = given.path_hash and source.generation = given.generation
  order by place`;

/** The bytes of one machine's sources, on PostgreSQL. */
export function createPostgresRawStore(database: ServerDatabase, { tenant, machine }: RawStoreOwner): RawStore {
  const asGateway = <Result>(run: (queries: Queries) => Promise<Result>) =>
    database.transaction({ role: 'gateway', tenant }, run);

  async function open(sources: readonly RawSource[]): Promise<SourceHead[]> {
    const column = <Value>(of: (source: RawSource) => Value) => sources.map(of);
    const [hashes, generations] = [
      column(({ home, path }) => hash('sha256', JSON.stringify([home, path]), 'buffer')),
      column(({ generation }) => clean(generation)),
    ];
    const titles = column(({ title }) => cleanOrNull(title));
    const rows = await asGateway(async (queries) => {
      if (titles.some((title) => title !== null)) await queries.run(RENAME, [machine, hashes, generations, titles]);
      await queries.run(MAKE, [
        tenant,
        machine,
        column(({ agent }) => clean(agent)),
        column(({ home }) => clean(home)),
        column(({ path }) => clean(path)),
        hashes,
        generations,
        column(({ mode }) => mode),
        column(({ project }) => cleanOrNull(project)),
        titles,
        column(({ repository }) => cleanOrNull(repository)),
        column(({ noRepository }) => noRepository === true),
      ]);
      return queries.all(HEADS, [machine, hashes, generations]);
    });
    return rows.map(({ id, head, marker, state }) => ({
      id: String(id),
      head: Number(head),
      marker: String(marker),
      state: state === 'forgotten' ? 'forgotten' : 'open',
    }));
  }

  /** Stores the bytes outside of the database. The object is announced first, so that none is left there unknown. */
  async function putObject(objects: ObjectStore, source: string, { start, packed }: Segment): Promise<string> {
    const key = `${tenant}/${source}/${start}-${randomBytes(8).toString('hex')}.zst`;
    const isWanted = await asGateway((queries) => announceObject(queries, key, { source, machine, start }));
    if (!isWanted) return NOT_WANTED;
    await objects.put(key, packed);
    return key;
  }

  async function append(source: string, segment: Segment) {
    if (!/^\d{1,18}$/.test(source)) return undefined;
    const { start, size, packed, redaction, marker } = segment;
    const object = database.objects && (await putObject(database.objects, source, segment));
    return asGateway(async (queries): Promise<Appended | 'forgotten' | undefined> => {
      const values = [source, machine, start, size, packed.length, redaction, marker, object ?? packed];
      const append = object === undefined ? APPEND : APPEND_OBJECT;
      const moved = object === NOT_WANTED ? undefined : await queries.get(append, values);
      if (moved) return { ok: true, head: Number(moved.head) };
      const sql = 'select head, state from source where id = $1 and machine_id = $2';
      const known = await queries.get(sql, [source, machine]);
      if (known?.state === 'forgotten') return 'forgotten';
      return known && { ok: false, head: Number(known.head) };
    });
  }

  return {
    open,
    async append(source, segment) {
      try {
        return await append(source, segment);
      } catch (error) {
        if (!isMonthMissing(error)) throw error;
        await asGateway((queries) => queries.run("select make_month('segment', now())"));
        return append(source, segment);
      }
    },
  };
}

/** PostgreSQL stores no NUL and no half of a character, so text that is compared with its rows must have neither. */
export function clean(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '\ufffd') : whole;
}

export function cleanOrNull(text: string | undefined): string | null {
  return text === undefined ? null : clean(text);
}
