import type { IndexProgress } from '../../../archive/index.ts';
import { grouped } from '../wording.ts';

/** Before so much was read, nobody knows how long it takes. */
const LEAST_PART = 0.02;

/** How far an index run is, in words: files, bytes, and the time that is left if it goes on like this. */
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
