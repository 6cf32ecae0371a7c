import type { Statements } from './statements.ts';

/** The word index stores distances between ids. Finer ids, of a microsecond each, made it half as large again. */
const MS_PER_ID = 250;
/** The year 2109. */
const LATEST_MS = 2 ** 42;
const IDS_AT_ONCE = 256;

/** The lowest id that a block of this time, or a later one, can have. */
export function firstIdAt(time: number): number {
  return Math.floor(Math.min(Math.max(time, 0), LATEST_MS) / MS_PER_ID);
}

/** A time that gives this id again, for a block without a time of its own. */
export function timeOfId(id: number): number {
  return id * MS_PER_ID;
}

/**
 * Assigns ids that grow with a block's time: the newest may be indexed first, and a search still walks from the end.
 * `take` tries an id, since the first one is mostly free. `next`: where to try, by the first id of a time.
 */
export function giveBlockId(
  statements: Statements,
  time: number,
  next: Map<number, number>,
  take: (id: number) => boolean,
): number {
  const first = firstIdAt(time);
  let id = next.get(first) ?? first;
  while (!take(id)) id = nextFree(statements, id);
  next.set(first, id + 1);
  return id;
}

function nextFree(statements: Statements, taken: number): number {
  for (let id = taken + 1; ; ) {
    const used = statements.all('select id from block where id >= ? order by id limit ?', id, IDS_AT_ONCE);
    for (const row of used) {
      if (row.id !== id) return id;
      id += 1;
    }
    if (used.length < IDS_AT_ONCE) return id;
  }
}
