import { redactText } from '../../archive/folding/block-redaction.ts';
import type { FoldedBlock } from '../../archive/model/thread-sink.ts';
import { countTouched, type TouchedCounts, touchedOf } from '../../archive/model/touched-counts.ts';
import { lastName } from '../../core/tools/paths.ts';
import type { Queries } from './connect.ts';
import { clean } from './postgres-raw-store.ts';

/** Adds the counts of these blocks to the earlier ones. */
export function addTouched(blocks: Iterable<FoldedBlock>, before: TouchedCounts = new Map()): TouchedCounts {
  const counts = new Map(before);
  for (const block of blocks) countTouched(block, counts);
  return counts;
}

/** Returns the number of changed rows. */
export async function writeTouched(
  queries: Queries,
  tenant: number,
  session: string,
  counts: TouchedCounts,
): Promise<number> {
  const kept = new Map<string, number>();
  for (const [key, count] of counts) kept.set(clean(key), (kept.get(clean(key)) ?? 0) + count);
  const all = [...kept].map(([key, count]) => ({ ...touchedOf(key), count }));
  const given = [all.map(({ how }) => how), all.map(({ path }) => path)];
  const removed = await queries.run(
    `delete from touched where session_id = $1
      and (how, md5(path)) not in (select how, md5(path) from unnest($2::text[], $3::text[]) as given(how, path))`,
    [session, ...given],
  );
  if (all.length === 0) return removed;
  const written = await queries.run(
    `insert into touched(tenant, session_id, how, path, name, count, redacted)
      select $1, $2, how, path, name, count, redacted from unnest($3::text[], $4::text[], $5::text[], $6::int[], $7::text[])
        as given(how, path, name, count, redacted)
      on conflict (session_id, how, md5(path)) do update set count = excluded.count, redacted = excluded.redacted
        where touched.count <> excluded.count or touched.redacted is distinct from excluded.redacted`,
    [
      tenant,
      session,
      ...given,
      all.map(({ path }) => lastName(path)),
      all.map(({ count }) => count),
      all.map(({ path }) => redactedPath(path)),
    ],
  );
  return removed + written;
}

/** Null if there is no secret in it. */
export function redactedPath(path: string): string | null {
  const safe = redactText(path);
  return safe === path ? null : clean(safe);
}
