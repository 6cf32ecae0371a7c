import { followSessions } from '../../machine/sessions/following/follow-sessions.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import type { IndexReport } from '../model/index-report.ts';
import { keepFresh } from '../model/keep-fresh.ts';
import type { StoreChange } from '../model/thread-store.ts';

export interface FollowOptions extends Pick<HomeOptions, 'homes' | 'env' | 'agents'> {
  refresh(): Promise<IndexReport>;
  changes(signal: AbortSignal): AsyncIterable<StoreChange>;
  /** True if the archive was closed: a fault then ends this. Any other fault is waited out. */
  isClosed(): boolean;
  /** Receives the reason the archive is not up to date. The refresh is tried again. */
  onFault(error: unknown): void;
}

/** The wait for further writes after one. */
const QUIET_MS = 250;

/** Refreshes an archive while somebody listens: notices a change in the homes, indexes it, then yields it. */
export async function* followArchive(options: FollowOptions, ended: AbortSignal): AsyncGenerator<StoreChange> {
  const { homes, env, agents, refresh, changes, isClosed, onFault } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([ended, stop.signal]);
  let fault: unknown;

  const fail = (error: unknown) => {
    if (!signal.aborted) fault = error;
    stop.abort();
  };
  const keeper = keepFresh({
    refresh,
    signal,
    quietMs: QUIET_MS,
    onOutcome(outcome) {
      if (outcome.state === 'fresh' || !('error' in outcome)) return;
      if (isClosed()) fail(outcome.error);
      else onFault(outcome.error);
    },
  });

  async function notice(): Promise<void> {
    for await (const _ of followSessions({ homes, env, agents, signal })) keeper.notice();
  }

  const told = changes(signal);
  const beside = Promise.all([notice().catch(fail), keeper.ended]);
  try {
    yield* told;
    if (fault !== undefined) throw fault;
  } finally {
    stop.abort();
    await beside;
  }
}
