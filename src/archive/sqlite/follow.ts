import { setTimeout as wait } from 'node:timers/promises';
import { followSessions } from '../../machine/sessions/following/follow-sessions.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import type { IndexReport } from '../model/index-report.ts';
import type { StoreChange } from '../model/thread-store.ts';

export interface FollowOptions extends Pick<HomeOptions, 'homes' | 'env' | 'agents'> {
  refresh(): Promise<IndexReport>;
  changes(signal: AbortSignal): AsyncIterable<StoreChange>;
}

/** After something was written, so long is waited for more. */
const QUIET_MS = 250;
/** An index run looks at all files: it may take one part of so many of the time. */
const REST = 20;

/**
 * Keeps an archive up to date for as long as somebody listens: what changes in the homes is noticed as `followSessions`
 * does, then taken in, then told. A fault that ends an index run ends this, too.
 */
export async function* followArchive(options: FollowOptions, ended: AbortSignal): AsyncGenerator<StoreChange> {
  const stop = new AbortController();
  const signal = AbortSignal.any([ended, stop.signal]);
  let isNoticed = false;
  let wake = (): void => {};
  let fault: unknown;

  async function notice(): Promise<void> {
    const { homes, env, agents } = options;
    for await (const _ of followSessions({ homes, env, agents, signal })) {
      isNoticed = true;
      wake();
    }
  }

  async function takeIn(): Promise<void> {
    while (!signal.aborted) {
      isNoticed = false;
      const began = performance.now();
      await options.refresh();
      await wait(QUIET_MS + (performance.now() - began) * REST, undefined, { signal });
      if (!isNoticed && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  signal.addEventListener('abort', () => wake(), { once: true });
  const fail = (error: unknown) => {
    if (!signal.aborted) fault = error;
    stop.abort();
  };
  const changes = options.changes(signal);
  const beside = Promise.all([notice().catch(fail), takeIn().catch(fail)]);
  try {
    yield* changes;
    if (fault !== undefined) throw fault;
  } finally {
    stop.abort();
    await beside;
  }
}
