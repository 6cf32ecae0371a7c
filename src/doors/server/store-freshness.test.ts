import { describe, expect, it } from 'vitest';
import type { SessionFile } from '../../machine/sessions/store.ts';
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
// Only the path is asked for.
const file = (path: string) => ({ path }) as SessionFile;

/** Resolves at once, or is still waiting. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);
}

describe('an archive beside its files', () => {
  it('lacks what was written since the run began that it has', () => {
    let time = 0;
    const freshness = createFreshness(() => time);
    expect(freshness.changed()).toBeUndefined();
    freshness.noteWritten(file('before'));
    time = 10;
    freshness.noteBegin();
    expect(freshness.changed()).toBeUndefined();
    time = 20;
    freshness.noteWritten(file('meanwhile'));
    freshness.noteState(state('fresh'));
    expect([...(freshness.changed()?.keys() ?? [])]).toEqual(['meanwhile']);
    time = 30;
    freshness.noteBegin();
    freshness.noteWritten(file('before'));
    freshness.noteState(state('fresh'));
    expect([...(freshness.changed()?.keys() ?? [])]).toEqual(['before']);
  });

  it('is waited for until its first run is over', async () => {
    const freshness = createFreshness();
    expect(await isOver(freshness.caughtUp())).toBe(true);
    freshness.noteBegin();
    const waiting = freshness.caughtUp();
    freshness.noteState(state('indexing'));
    expect(await isOver(waiting)).toBe(false);
    freshness.noteState(state('fresh'));
    expect(await isOver(waiting)).toBe(true);
  });

  it('is not waited for where much is left, or it cannot be written to', async () => {
    for (const bad of [{ bytes: 1e9 }, { behind: 'disk-full' as const }]) {
      const freshness = createFreshness();
      freshness.noteBegin();
      const waiting = freshness.caughtUp();
      freshness.noteState(state('indexing', bad));
      expect(await isOver(waiting)).toBe(true);
    }
  });
});
