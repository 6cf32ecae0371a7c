// Compares the doors on the homes of some seeds, in a process of its own: the zone of its clock is the process's, and its
// standard output a file. FIRST LAST STEP [viewer] [URL of an archive on PostgreSQL]: each difference is sent to the parent.
import { compareDoors } from './compare-doors.ts';

const [first = '1', last = '1', step = '1', viewer = '', server] = process.argv.slice(2);

for (let seed = Number(first); seed <= Number(last); seed += Number(step)) {
  const found = await compareDoors(seed, { viewer: viewer === 'viewer', server });
  process.send?.(found.map((line) => `seed ${seed}, ${process.env.TZ}: ${line}`));
}
process.disconnect?.();
