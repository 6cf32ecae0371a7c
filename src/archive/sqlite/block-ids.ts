import type { Statements } from './statements.ts';

/**
 * Ids are as dense as newest-first allows: the index of words keeps for each word the distances between the ids of its
 * blocks, and ids a thousandth of a millisecond apart would make it half as large again.
 */
const MS_PER_ID = 250;
/** The year 2109. */
const LATEST_MS = 2 ** 42;
const IDS_AT_ONCE = 256;

/** The least id that a block of this time, or a later one, can have. */
export function firstIdAt(time: number): number {
  return Math.floor(Math.min(Math.max(time, 0), LATEST_MS) / MS_PER_ID);
}

/** A time that leads to this id again, for a block that has no time of its own. */
export function timeOfId(id: number): number {
  return id * MS_PER_ID;
}

/**
 * Gives blocks ids that grow with their time. So the newest sessions can be indexed first, and a search still finds the
 * newest first by walking the index from its end. `take` is to try one, and says whether nobody has it: mostly the first
 * one is free, and asking before would cost as much as trying. `next`: where to try, by the first id of a time; a message
 * has many blocks of one time. More than one of a quarter of a second go on into the next ones.
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
