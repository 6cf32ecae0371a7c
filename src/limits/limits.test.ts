import { expect, it } from 'vitest';
import * as core from './core.ts';
import { coreLimits } from './core-limits.ts';

it('names every bound of the core', () => {
  expect(coreLimits).toEqual({ ...core });
});
