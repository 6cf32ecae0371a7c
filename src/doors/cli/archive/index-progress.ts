import type { IndexProgress } from '../../../archive/index.ts';
import { amount, grouped } from '../../../core/text/amount.ts';
import { progressText } from '../progress.ts';

/** Before this part is read, no estimate is possible. */
const LEAST_PART = 0.02;

/** The progress of an index run: bytes, the estimated time left, files, and the sessions that can be searched already. */
export function indexText(
  { files, filesTotal, bytes, bytesTotal, searchable = 0 }: IndexProgress,
  elapsedMs: number,
): string {
  const part = bytesTotal === 0 ? 1 : Math.min(1, bytes / bytesTotal);
  const left = part < LEAST_PART ? '' : `, ${timeText((elapsedMs / part) * (1 - part))} left`;
  const ready = searchable === 0 ? '' : `; the newest ${amount(searchable, 'session')} can be searched`;
  const done = `${grouped(files)} of ${grouped(filesTotal)} files`;
  return `${progressText(bytes, bytesTotal, 'indexing')}${left}, ${done}${ready}`;
}

function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
