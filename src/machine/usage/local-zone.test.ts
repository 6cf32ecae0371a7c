import { expect, it } from 'vitest';
import { localZone } from './local-zone.ts';

it('tells the same zone as the engine', () => {
  const ofEngine = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // `Etc/UTC` and `UTC` are one zone under two names.
  expect(localZone().replace(/^Etc\//, '')).toBe(ofEngine.replace(/^Etc\//, ''));
});
