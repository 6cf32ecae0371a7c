import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaleSteps } from './scale.ts';

it('reaches the most in two to six even steps from zero', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), (most) => {
      const steps = scaleSteps(most);
      expect(steps[0]).toBe(0);
      expect(steps.at(-1) ?? 0).toBeGreaterThanOrEqual(most * (1 - 1e-9));
      expect(steps.length).toBeGreaterThanOrEqual(2);
      expect(steps.length).toBeLessThanOrEqual(6);
    }),
  );
});

it('gives a scale for nothing and for what is no number', () => {
  for (const most of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(scaleSteps(most)).toEqual([0, 1]);
});
