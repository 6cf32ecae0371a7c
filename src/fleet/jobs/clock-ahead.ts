import { latestTime } from '../../machine/facts/last-active.ts';
import type { HeldFold } from './held-fold.ts';

/**
 * Reports a session whose machine has a wrong clock, and sorts it by when it arrived: it would stand first in everybody's list
 * and search until that time comes. What its messages say of their time stays.
 */
export function settleClock({ head, blocks }: HeldFold, arrivedAt: number): void {
  const latest = latestTime(arrivedAt);
  const isAhead = (at: number | undefined) => at !== undefined && at > latest;
  if (!isAhead(head.startedAt) && !blocks.some(({ at }) => isAhead(at))) return;
  if (isAhead(head.startedAt)) head.startedAt = arrivedAt;
  head.problem ??= "its machine's clock is ahead: it stands where it arrived";
}
