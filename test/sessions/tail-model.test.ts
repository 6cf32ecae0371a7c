import { describe, expect, it } from 'vitest';
import { createRealClock, runSequence } from './tail-model.ts';

const SEQUENCES = Number(process.env.THREADLINE_TAIL_SEQUENCES ?? 30);
const REAL_SEQUENCES = Number(process.env.THREADLINE_TAIL_REAL_SEQUENCES ?? 0);
const MINUTES = 60_000;

describe('a session that is followed', () => {
  it(
    `loses no line and tells none twice, whatever is done to its file: ${SEQUENCES} sequences`,
    async () => {
      for (let seed = 1; seed <= SEQUENCES; seed += 1) {
        const violation = await runSequence(seed);
        if (violation !== undefined) expect.fail(violation);
      }
      expect(SEQUENCES).toBeGreaterThan(0);
    },
    30 * MINUTES,
  );

  it.runIf(REAL_SEQUENCES > 0)(
    `does so by the clock on the wall: ${REAL_SEQUENCES} sequences`,
    async () => {
      const seeds = Array.from({ length: REAL_SEQUENCES }, (_, index) => 1_000_000 + index);
      const violations = await Promise.all(seeds.map((seed) => runSequence(seed, createRealClock())));
      expect(violations.filter((text) => text !== undefined)).toEqual([]);
    },
    10 * MINUTES,
  );
});
