import type { Queries } from './connect.ts';

/** A mark of the sessions that the transaction's reader sees, as `createSight` makes it of their keys. */
export async function sightOf(queries: Queries): Promise<string> {
  const row = await queries.get(
    `select count(*) || '.' || coalesce(bit_xor(
        ('x' || left(md5(agent || E'\\n' || home || E'\\n' || thread_id), 16))::bit(64)::bigint), 0) as mark
      from session`,
  );
  return String(row?.mark);
}
