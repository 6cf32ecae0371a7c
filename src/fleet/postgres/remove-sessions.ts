import type { Queries } from './connect.ts';
import { countedKeys, promoteCopies } from './write-usage.ts';

/** Their words are only noted: looking each one up takes long, and writers would wait for it. */
const REMOVE_BLOCKS = `
with gone as (delete from block where session_id = any($2::bigint[]) returning words, secret_words)
insert into stale_word(tenant, word)
  select distinct $1::int, unnest(tsvector_to_array(words) || tsvector_to_array(coalesce(secret_words, ''))) from gone
  on conflict do nothing`;

/** Removes sessions with their texts and requests, inside a transaction. `dropStaleWords` removes their words after it. */
export async function removeSessions(queries: Queries, tenant: number, sessions: readonly string[]): Promise<void> {
  // In one order for all, so that two writers never deadlock.
  const locked = await queries.all(
    'select id from session where tenant = $1 and id = any($2::bigint[]) order by id for update',
    [tenant, sessions],
  );
  const ids = locked.map(({ id }) => String(id));
  const freed = await countedKeys(queries, ids);
  await queries.run(REMOVE_BLOCKS, [tenant, ids]);
  await queries.run('delete from session where id = any($1::bigint[])', [ids]);
  await promoteCopies(queries, tenant, freed);
}
