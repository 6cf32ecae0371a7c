import { describe, expect, it } from 'vitest';
import type { ApiIndexState } from './api-types.ts';
import { createFreshness } from './store-freshness.ts';

const state = (name: ApiIndexState['state'], rest: Partial<ApiIndexState> = {}): ApiIndexState => ({
  state: name,
  files: 0,
  done: 0,
  bytes: 0,
  doneBytes: 0,
  lagMs: 0,
  ...rest,
});

/** Resolves at once, or is still waiting. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
}

describe('an archive beside its files', () => {
  it('is fresh after its first run, until a write is older than ten seconds', () => {
    let time = 0;
    const freshness = createFreshness(() => time);
    expect(freshness.isFresh()).toBe(false);
    freshness.noteState(state('indexing'));
    freshness.noteState(state('fresh'));
    expect(freshness.isFresh()).toBe(true);
    time = 5000;
    freshness.noteWritten();
    time = 14_000;
    expect(freshness.isFresh()).toBe(true);
    time = 15_001;
    freshness.noteWritten();
    expect(freshness.isFresh()).toBe(false);
  });

  it('has what was written before a run, and not what was written while it compared files', async () => {
    let time = 0;
    const freshness = createFreshness(() => time);
    freshness.noteState(state('fresh'));
    time = 10_000;
    freshness.noteWritten();
    const caughtUp = freshness.caughtUp();
    time = 10_500;
    freshness.noteState(state('indexing'));
    freshness.noteState(state('fresh'));
    expect(await isOver(caughtUp)).toBe(false);
    time = 12_000;
    freshness.noteState(state('indexing'));
    freshness.noteState(state('fresh'));
    expect(await isOver(caughtUp)).toBe(true);
    expect(await isOver(freshness.caughtUp())).toBe(true);
  });

  it('is not waited for where nothing is indexed, much is left, or it cannot be written to', async () => {
    const freshness = createFreshness();
    expect(await isOver(freshness.caughtUp())).toBe(true);
    freshness.noteState(state('indexing'));
    const waiting = freshness.caughtUp();
    expect(await isOver(waiting)).toBe(false);
    freshness.noteState(state('indexing', { bytes: 1e9 }));
    expect(await isOver(waiting)).toBe(true);
    freshness.noteState(state('indexing', { behind: 'disk-full' }));
    expect(await isOver(freshness.caughtUp())).toBe(true);
  });
});
