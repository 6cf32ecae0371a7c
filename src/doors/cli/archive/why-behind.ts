import type { FreshOutcome } from '../../../archive/model/keep-fresh.ts';

/** The reason why an archive is not up to date, in a few words. */
export function whyBehind(outcome: Extract<FreshOutcome, { state: 'behind' }>): string {
  if ('error' in outcome) return outcome.error instanceof Error ? outcome.error.message : String(outcome.error);
  const reasons = {
    busy: 'another process is writing to the archive',
    'disk-full': 'the disk is full',
    stopped: 'it was stopped',
  };
  return reasons[outcome.reason];
}
