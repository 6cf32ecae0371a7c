import { machineLimits } from '../../limits/machine.ts';

/** Counts of many keys. Beyond a limit, new ones are left out: an agent may make names up. */
export function createCountedKeys<Count>(create: () => Count) {
  const counts = new Map<string, Count>();
  return {
    of(key: string): Count | undefined {
      const known = counts.get(key);
      if (known || counts.size >= machineLimits.maxInsightKeys) return known;
      const count = create();
      counts.set(key, count);
      return count;
    },
    entries: () => [...counts],
  };
}
