import { createReviewWindows, type ReviewWindow } from './review-windows.ts';
import { createSeenKeys } from './seen-keys.ts';
import type { UsageRow } from './usage-row.ts';

export type MessageName = 'named' | 'nameless' | 'held' | 'copy';

/** Facts about requests from files. Which requests count is known only after all files. */
export interface RequestFacts {
  /** Adds a request. `globalKey` identifies it among all requests of its agent, if the provider names it. */
  add(row: UsageRow, globalKey: string | undefined): void;
  /**
   * Adds a request by the id of its message, which copies have too. `named`: its whole name is
   * known. `nameless`: its provider gives none. `held`: it lost its name, so another file may have
   * a better record. `copy`: it is older than its session, so another file may have it first.
   * `globalKey`: the name of a request that `id` is not.
   */
  addMessage(row: UsageRow, id: string, how: MessageName, globalKey?: string): void;
  /** Notes that another file may hold what this one omits, or may have recorded its content before. */
  lacks(): void;
  /** Names the thread of the file. */
  beginThread(isReview: boolean, startedAt: number): void;
  /** Marks the start of a review's usage, which is also in the review's own file, if it has one. */
  enterReview(at: number): void;
  exitReview(at: number): void;
}

/** Takes files one after the other, and emits each request once. */
export interface RequestLedger extends RequestFacts {
  beginFile(): void;
  endFile(): void;
  /** Called after all files: emits requests that were held back and turned out to count. */
  end(): void;
}

/** `onShared` is called if the count depends on other files. */
export function createRequestLedger(onRow: (row: UsageRow) => void, onShared: () => void = () => {}): RequestLedger {
  const seen = createSeenKeys();
  const reviews = createReviewWindows();
  const held: { row: UsageRow; id: string; isCopy: boolean; globalKey?: string | undefined }[] = [];
  let review: ReviewWindow | undefined;

  function add(row: UsageRow, globalKey: string | undefined): void {
    // A request without a name is identified by its position, which is the same in a copy of the file.
    const isNew = globalKey === undefined ? seen.add(row.threadId, row.key, row.at) : seen.add(row.agent, globalKey);
    if (!isNew) return;
    if (review) review.rows.push(row);
    else onRow(row);
  }

  const isUntold = (id: string) => !seen.has('message named', id) && seen.add('message copied', id);

  /** One document of a session may keep less of a request than another: its name is then the same, what was copied is not. */
  const isOfNewName = ({ agent }: UsageRow, name: string | undefined) => name === undefined || seen.add(agent, name);

  function isUntoldCopy(row: UsageRow, id: string, globalKey: string | undefined): boolean {
    if (seen.has('message copied', id) || !seen.add(row.agent, row.key)) return false;
    if (!isOfNewName(row, globalKey)) return false;
    seen.add('message named', id);
    return true;
  }

  return {
    add,
    addMessage(row, id, how, globalKey) {
      if (how !== 'named') onShared();
      if (how === 'held' || how === 'copy') held.push({ row, id, isCopy: how === 'copy', globalKey });
      else if (how === 'nameless') {
        if (isUntold(id)) add(row, row.key);
      } else if (!seen.has('message copied', id)) {
        seen.add('message named', id);
        if (isOfNewName(row, globalKey)) add(row, row.key);
        else seen.add(row.agent, row.key);
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
      for (const { row, id, isCopy, globalKey } of held) {
        if (!isCopy && isUntold(id)) onRow(row);
        if (isCopy && isUntoldCopy(row, id, globalKey)) onRow({ ...row, copied: true });
      }
    },
  };
}
