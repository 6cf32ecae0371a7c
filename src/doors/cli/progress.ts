import { type Stats, statSync } from 'node:fs';
import { clipEnd } from '../../core/text/text-layout.ts';
import { isTerminal, standardError } from './standard-streams.ts';
import { terminalLine } from './terminal-text.ts';

/** Shows the progress of long work on stderr. */
export interface Progress {
  /** Adds to the number of bytes read. */
  advance(bytes: number): void;
  /** Removes the bar, to print something else or because the work is done. */
  hide(): void;
}

/** Shorter waits need no bar. */
const PATIENCE_MILLISECONDS = 1000;
const REDRAW_MILLISECONDS = 100;
const BAR_WIDTH = 24;
/** The width of a terminal that does not tell it. */
const USUAL_COLUMNS = 80;

/** A progress bar for reading the named files. It is shown only on a terminal. */
export function createProgress(paths: readonly string[], { isWanted }: { isWanted: boolean }): Progress {
  const line = createStatusLine(isWanted);
  let total: number | undefined;
  let done = 0;
  return {
    advance(bytes) {
      done += bytes;
      line.show(() => {
        total ??= totalBytes(paths);
        return progressText(done, total);
      });
    },
    hide: line.hide,
  };
}

/** One line on stderr that is overwritten, for work that describes its progress in its own words. */
export interface StatusLine {
  /** Calls `text` only when the line is drawn. */
  show(text: () => string): void;
  hide(): void;
}

export function createStatusLine(isWanted = true): StatusLine {
  if (!isWanted || process.env.TERM === 'dumb' || !isTerminal('stderr')) return { show() {}, hide() {} };
  let isShown = false;
  let nextDraw = performance.now() + PATIENCE_MILLISECONDS;
  function hide(): void {
    if (!isShown) return;
    standardError().write('\r\x1b[K');
    isShown = false;
    process.off('exit', hide);
  }
  return {
    show(text) {
      const now = performance.now();
      if (now < nextDraw) return;
      nextDraw = now + REDRAW_MILLISECONDS;
      // Every end of the program passes there, Ctrl-C included.
      if (!isShown) process.once('exit', hide);
      isShown = true;
      const room = (process.stderr.columns || USUAL_COLUMNS) - 1;
      standardError().write(`\r${clipEnd(terminalLine(text()), room)}\x1b[K`);
    },
    hide,
  };
}

/** Undefined if unknown: a pipe has no size. */
function totalBytes(paths: readonly string[]): number | undefined {
  let total = 0;
  for (const path of paths) {
    const stats = path === '-' ? undefined : statOf(path);
    if (path === '-' || stats?.isFIFO() || stats?.isCharacterDevice()) return undefined;
    if (stats?.isFile()) total += stats.size;
  }
  return total;
}

/** Undefined if the file cannot be examined: opening it will report why. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** The same line for all work: what is done, a bar, and how much of it. */
export function progressText(done: number, total: number | undefined, what = 'reading'): string {
  if (!total) return `${what}  ${megabytes(done)}`;
  const part = Math.min(1, done / total);
  const filled = Math.round(part * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${what}  ${bar}  ${Math.floor(part * 100)} %  ${megabytes(done)} of ${megabytes(total)}`;
}

function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
