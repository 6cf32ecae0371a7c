import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { IndexReport } from './index-report.ts';
import { type FreshOutcome, type KeepFreshOptions, keepFresh } from './keep-fresh.ts';

const whole: IndexReport = {
  files: 1,
  filesTotal: 1,
  bytes: 1,
  bytesTotal: 1,
  blocks: 1,
  found: 1,
  gone: 0,
  dropped: 0,
  problems: 0,
};

/** A keeper whose attempts end as `attempts` says, then well. */
function keeper(attempts: (IndexReport['unfinished'] | Error)[], more: Partial<KeepFreshOptions> = {}) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const outcomes: FreshOutcome[] = [];
  const times: number[] = [];
  let running = 0;
  const kept = keepFresh({
    async refresh() {
      times.push(performance.now());
      running += 1;
      expect(running).toBe(1);
      await delay(5);
      running -= 1;
      const attempt = attempts.shift();
      if (attempt instanceof Error) throw attempt;
      return attempt === undefined ? whole : { ...whole, unfinished: attempt };
    },
    signal: stop.signal,
    quietMs: 20,
    retryMs: 20,
    onOutcome: (outcome) => outcomes.push(outcome),
    ...more,
  });
  const states = () => outcomes.map((outcome) => (outcome.state === 'fresh' ? 'fresh' : outcome.reason));
  return { ...kept, states, times, stop: () => stop.abort() };
}

describe('an archive is kept up to date', () => {
  it('after faults and runs that did not come to their end, which are tried again by themselves, ever later', async () => {
    const { states, times } = keeper([new Error('a folder is in the way'), 'busy', 'disk-full']);
    await vi.waitFor(() => expect(states()).toEqual(['fault', 'busy', 'disk-full', 'fresh']));
    const [first = 0, second = 0, third = 0, fourth = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(20);
    expect(third - second).toBeGreaterThanOrEqual(40);
    expect(fourth - third).toBeGreaterThanOrEqual(80);
  });

  it('soon after something was noticed, also while more is noticed all the time, and not without', async () => {
    const { states, notice, stop, ended } = keeper([]);
    await vi.waitFor(() => expect(states()).toHaveLength(1));
    await delay(200);
    expect(states()).toHaveLength(1);
    const writing = setInterval(notice, 2);
    await vi.waitFor(() => expect(states().length).toBeGreaterThan(2), 5000);
    clearInterval(writing);
    stop();
    await ended;
  });

  it('when enough time went by', async () => {
    const { states } = keeper([], { everyMs: 30 });
    await vi.waitFor(() => expect(states().length).toBeGreaterThan(2));
  });

  it('for whoever asks, by a run that begins after that, once for all who ask meanwhile, and at once after a fault', async () => {
    const { states, ask } = keeper([], { retryMs: 60_000 });
    await Promise.all([ask(), ask(), ask()]);
    expect(states()).toHaveLength(2);
    const failing = keeper([new Error('away'), new Error('still away')], { retryMs: 60_000 });
    await failing.ask();
    expect(failing.states()).toEqual(['fault', 'fault']);
    await failing.ask();
    expect(failing.states().at(-1)).toBe('fresh');
  });

  it('until it is ended, and whoever asks then does not wait for ever', async () => {
    const { ask, stop, ended, states } = keeper([]);
    const asked = ask();
    stop();
    await Promise.all([asked, ended, ask()]);
    expect(states()).toEqual([]);
  });
});
