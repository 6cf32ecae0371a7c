import type { FoldedBlock } from './thread-sink.ts';

/** Numbers of uses of files, by kind of use and path. */
export type TouchedCounts = ReadonlyMap<string, number>;

export function countTouched({ touched = [] }: FoldedBlock, counts: Map<string, number>): void {
  for (const { how, path } of touched) {
    const key = `${how} ${path}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}

/** The parts of a key of the counts. */
export function touchedOf(key: string): { how: string; path: string } {
  const space = key.indexOf(' ');
  return { how: key.slice(0, space), path: key.slice(space + 1) };
}
