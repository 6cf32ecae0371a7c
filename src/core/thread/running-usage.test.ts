import { describe, expect, it } from 'vitest';
import { addUsage, createRunningUsage } from './running-usage.ts';
import type { Usage } from './usage.ts';

/** Counts with the usual proportions. */
const counts = (input: number, output: number): Usage => ({
  input_tokens: input,
  cached_input_tokens: input / 2,
  output_tokens: output,
  reasoning_output_tokens: output / 2,
});
const full = (input: number, output: number): Usage => addUsage(counts(input, output));

describe('the running total of usage', () => {
  it('does not know what the first total holds, then gives the differences', () => {
    const running = createRunningUsage();
    expect(running.next(counts(100, 10))).toBeUndefined();
    expect(running.next(counts(300, 30))).toEqual(full(200, 20));
    expect(running.next(counts(300, 30))).toEqual(full(0, 0));
  });

  it('knows the first difference when told the total before', () => {
    expect(createRunningUsage(addUsage()).next(counts(100, 10))).toEqual(full(100, 10));
    expect(createRunningUsage(counts(60, 4)).next(counts(100, 10))).toEqual(full(40, 6));
  });

  it('takes a total with less input or less output for a new count', () => {
    const running = createRunningUsage(counts(300, 30));
    expect(running.next(counts(100, 10))).toEqual(full(100, 10));
    expect(running.next(counts(150, 14))).toEqual(full(50, 4));
    expect(running.next(counts(400, 10))).toMatchObject({ input_tokens: 400 });
  });

  it('takes a finer count that is no longer told for no new count', () => {
    const { reasoning_output_tokens: _, ...printed } = counts(300, 30);
    const turn = createRunningUsage(counts(100, 10)).next({ ...printed, reasoning_output_tokens: 0 });
    expect(turn).toMatchObject({ input_tokens: 200, output_tokens: 20, reasoning_output_tokens: 0 });
  });

  it.each([
    ['all zeros, as a review reports', full(0, 0)],
    ['a bare total, as a full context window reports', { ...full(0, 0), total_tokens: 272_000 }],
  ])('skips a total of %s', (_what, empty) => {
    const running = createRunningUsage(counts(100, 10));
    expect(running.next(empty)).toBeUndefined();
    expect(running.next(counts(120, 12))).toEqual(full(20, 2));
  });

  it('computes the total on the side that does not tell it', () => {
    const prior = counts(100, 10);
    expect(prior).not.toHaveProperty('total_tokens');
    expect(createRunningUsage(prior).next(full(200, 20))).toMatchObject({ total_tokens: 110 });
  });

  it('forgets', () => {
    const running = createRunningUsage(counts(100, 10));
    running.forget();
    expect(running.next(counts(120, 12))).toBeUndefined();
    expect(running.next(counts(130, 14))).toEqual(full(10, 2));
  });
});
