import { firstFrom } from '../facts/first-from.ts';
import type { UsageRow } from './usage-row.ts';

/**
 * Counts recorded twice. Up to 0.97, Codex wrote the counts of a review both into the parent's file, between two marks,
 * and into the review's own file. Only the time connects the two, so the parent's copy is held back until all files
 * were read. It counts if no review began between the marks, as in the versions that had no file for it.
 */
export interface ReviewWindows {
  /** A review that has a file of its own. */
  addReview(startedAt: number): void;
  /** Adds the rows between the marks of a parent's file. */
  addWindow(window: ReviewWindow): void;
  /** The rows that no other file has. */
  untold(): UsageRow[];
}

export interface ReviewWindow {
  from: number;
  /** 0 while open: the agent was stopped in the review. */
  to: number;
  rows: UsageRow[];
}

/** The child starts a moment before its parent records it. */
const EARLY_MS = 2000;

export function createReviewWindows(): ReviewWindows {
  const starts: number[] = [];
  const windows: ReviewWindow[] = [];
  return {
    addReview(startedAt) {
      starts.push(startedAt);
    },
    addWindow(window) {
      if (window.rows.length > 0) windows.push(window);
    },
    untold() {
      const sorted = Float64Array.from(starts).sort();
      const isTold = ({ from, to, rows }: ReviewWindow) => {
        const end = to || (rows.at(-1)?.at ?? from);
        const first = sorted[firstFrom(sorted, from - EARLY_MS)];
        return first !== undefined && first <= end;
      };
      return windows.filter((window) => !isTold(window)).flatMap(({ rows }) => rows);
    },
  };
}
