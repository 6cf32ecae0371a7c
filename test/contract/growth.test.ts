import { describe, expect, it } from 'vitest';
import { readShape } from '../../bench/growth/read-shape.ts';
import { growthShapes } from '../../bench/growth/shapes.ts';

/** Time is measured by `npm run bench`; here, that what comes out stays bounded by what goes in. */
describe('output is bounded by input', () => {
  it.each(growthShapes)('for many $name', ({ lines }) => {
    for (const count of [500, 2000]) {
      const input = lines(count);
      const length = input.reduce((sum, line) => sum + line.length, 0);
      expect(readShape(input, true) / length, `${count}`).toBeLessThanOrEqual(10);
    }
  });
});
