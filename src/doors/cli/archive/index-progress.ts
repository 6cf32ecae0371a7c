import type { IndexProgress } from '../../../archive/index.ts';
import { grouped } from '../wording.ts';

/** Before this part is read, no estimate is possible. */
const LEAST_PART = 0.02;

/** The progress of an index run in words: files, bytes, and the estimated time left. */
export function indexText({ files, filesTotal, bytes, bytesTotal }: IndexProgress, elapsedMs: number): string {
  const part = bytesTotal === 0 ? 1 : Math.min(1, bytes / bytesTotal);
  const left = part < LEAST_PART ? '' : `, ${timeText((elapsedMs / part) * (1 - part))} left`;
  return `indexing  ${grouped(files)} of ${grouped(filesTotal)} files  ${megabytes(bytes)} of ${megabytes(bytesTotal)}${left}`;
}

function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
