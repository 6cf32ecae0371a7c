// Compares pages with commands on the homes of some seeds, in a process of its own: the commands write to its standard output,
// a file, and ask in its folder. FIRST LAST: each difference is sent to the parent.
import { comparePages } from './compare-pages.ts';

const [first = '1', last = '1'] = process.argv.slice(2);

for (let seed = Number(first); seed <= Number(last); seed += 1) {
  const found = await comparePages(seed);
  process.send?.(found.map((line) => `seed ${seed}: ${line}`));
}
process.disconnect?.();
