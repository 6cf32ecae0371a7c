import { expect, it } from 'vitest';
import { setEngineFlags } from './engine-flags.ts';

it('a flag that is asked for again and again is set back once', () => {
  const before = process.listenerCount('exit');
  for (let time = 0; time < 50; time += 1) setEngineFlags('--heap-growing-percent=50');
  expect(process.listenerCount('exit')).toBe(before + 1);
  setEngineFlags('--heap-growing-percent=50', '--semi-space-growth-factor=1');
  expect(process.listenerCount('exit')).toBe(before + 2);
  // As the process is not about to end, they are set back here.
  for (const setBack of process.rawListeners('exit').slice(0, 2)) setBack.call(process, 0);
  expect(process.listenerCount('exit')).toBe(before);
});
