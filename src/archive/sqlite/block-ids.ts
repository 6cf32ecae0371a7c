import type { Statements } from './statements.ts';

/** So many blocks of one millisecond have ids in their order; more go on into the next one's. */
const IDS_PER_MS = 1024;
/** The year 2109: ids stay whole numbers that JavaScript can hold. */
const LATEST_MS = 2 ** 42;

/** The least id that a block of this time, or a later one, can have. */
export function firstIdAt(time: number): number {
  return Math.min(Math.max(Math.floor(time), 0), LATEST_MS) * IDS_PER_MS;
}

/**
 * Gives blocks ids that grow with their time. So the newest sessions can be indexed first, and a search still finds the
 * newest first by walking the index from its end. `take` is to try one, and says whether nobody has it: mostly the first
 * one is free, and asking before would cost as much as trying. `next`: where to try, by the first id of a time; a message
 * has many blocks of one time.
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
  for (let first = taken - (taken % IDS_PER_MS); ; first += IDS_PER_MS) {
    const last = statements.get(
      'select max(id) as id from block where id between ? and ?',
      first,
      first + IDS_PER_MS - 1,
    )?.id;
    if (typeof last !== 'number') return first;
    if (last < first + IDS_PER_MS - 1) return last + 1;
  }
}
