import { createReviewWindows, type ReviewWindow } from './review-windows.ts';
import { createSeenKeys } from './seen-keys.ts';
import type { UsageRow } from './usage-row.ts';

export type MessageName = 'named' | 'nameless' | 'held' | 'copy';

/** What files tell of requests. Which of them count shows when all files were heard. */
export interface RequestFacts {
  /** A request. `globalKey`: what tells it apart among all requests of its agent, where the provider names it. */
  add(row: UsageRow, globalKey: string | undefined): void;
  /**
   * A request by the id of the message that it gave, which copies of it have too. `named`: its whole name is known;
   * `nameless`: its provider gives none; `held`: it lost its name, so another file may tell it better; `copy`: it is older
   * than its session, so another file may tell it first.
   */
  addMessage(row: UsageRow, id: string, how: MessageName): void;
  /** Another file may tell what this one leaves out, or have told before what it holds. */
  lacks(): void;
  /** Which thread the file is of. */
  beginThread(isReview: boolean, startedAt: number): void;
  /** Between these two stands what a review used: again in the review's own file, where it has one. */
  enterReview(at: number): void;
  exitReview(at: number): void;
}

/** Hears one file after the other, and gives each request once. */
export interface RequestLedger extends RequestFacts {
  beginFile(): void;
  endFile(): void;
  /** All files were heard: gives what was held back and turned out to count. */
  end(): void;
}

/** `onShared`: told where what counts depends on other files. */
export function createRequestLedger(onRow: (row: UsageRow) => void, onShared: () => void = () => {}): RequestLedger {
  const seen = createSeenKeys();
  const reviews = createReviewWindows();
  const held: { row: UsageRow; id: string; isCopy: boolean }[] = [];
  let review: ReviewWindow | undefined;

  function add(row: UsageRow, globalKey: string | undefined): void {
    // Without a name of its own a request is told by its place: a copy of the file has it in the same one.
    const isNew = globalKey === undefined ? seen.add(row.threadId, row.key, row.at) : seen.add(row.agent, globalKey);
    if (!isNew) return;
    if (review) review.rows.push(row);
    else onRow(row);
  }

  const isUntold = (id: string) => !seen.has('claude named', id) && seen.add('claude copy', id);

  function isUntoldCopy(row: UsageRow, id: string): boolean {
    if (seen.has('claude copy', id) || !seen.add(row.agent, row.key)) return false;
    seen.add('claude named', id);
    return true;
  }

  return {
    add,
    addMessage(row, id, how) {
      if (how !== 'named') onShared();
      if (how === 'held' || how === 'copy') held.push({ row, id, isCopy: how === 'copy' });
      else if (how === 'nameless') {
        if (isUntold(id)) add(row, row.key);
      } else if (!seen.has('claude copy', id)) {
        seen.add('claude named', id);
        add(row, row.key);
      }
    },
    lacks: onShared,
    beginThread(isReview, startedAt) {
      if (isReview) reviews.addReview(startedAt);
    },
    enterReview(at) {
      review ??= { from: at, to: 0, rows: [] };
      onShared();
    },
    exitReview(at) {
      if (!review) return;
      reviews.addWindow({ ...review, to: at });
      review = undefined;
    },
    beginFile() {
      review = undefined;
    },
    endFile() {
      if (review) reviews.addWindow(review);
      review = undefined;
    },
    end() {
      for (const row of reviews.untold()) onRow(row);
      for (const { row, id, isCopy } of held) {
        if (!isCopy && isUntold(id)) onRow(row);
        if (isCopy && isUntoldCopy(row, id)) onRow({ ...row, copied: true });
      }
    },
  };
}
