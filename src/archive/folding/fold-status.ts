import { machineLimits } from '../../limits/machine.ts';
import { lastActive } from '../../machine/facts/last-active.ts';
import type { StatusGatherer, StatusOptions } from '../../machine/facts/session-status.ts';
import type { FoldedStatus } from '../model/thread-sink.ts';

/** The status of a session, and its end: the end of the longest silence that changes nothing. */
export function foldedStatus(gatherer: StatusGatherer, options: Omit<StatusOptions, 'now'>): FoldedStatus {
  const { statusLastWordMs, statusSilenceMs, statusCallMs, statusWaitingMs } = machineLimits;
  const active = lastActive(options.modified, gatherer.lastAt);
  const after = (silence: number) => gatherer.status({ ...options, now: active + silence });
  const now = after(0);
  const lasting = [statusLastWordMs, statusSilenceMs, statusCallMs, statusWaitingMs].filter((ms) => after(ms) === now);
  const until = Math.floor(active) + Math.max(0, ...lasting);
  return { now, until, later: after(Number.MAX_SAFE_INTEGER) };
}
