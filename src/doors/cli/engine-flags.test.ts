import { expect, it } from 'vitest';
import { setEngineFlags } from './engine-flags.ts';

it('a flag that is asked for again and again is set back once', () => {
  // Tests before this one may have set flags in the same process, so what counts is how many ways back are added.
  const ways = () => process.listenerCount('exit');
  setEngineFlags('--heap-growing-percent=50');
  const once = ways();
  for (let time = 0; time < 50; time += 1) setEngineFlags('--heap-growing-percent=50');
  expect(ways()).toBe(once);
  setEngineFlags('--heap-growing-percent=50', '--semi-space-growth-factor=1');
  const both = ways();
  for (let time = 0; time < 50; time += 1) setEngineFlags('--heap-growing-percent=50', '--semi-space-growth-factor=1');
  expect(ways()).toBe(both);
  expect(both - once).toBeLessThanOrEqual(1);
});
