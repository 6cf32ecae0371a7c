import { growth, isNothing, type TokenCounts } from './token-counts.ts';

const ZERO: TokenCounts = { input: 0, cached: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** The rate limits beside a count: none, the flat form of 0.40 alone, or any other. */
export type RateLimits = 'none' | 'flat' | 'some';

/** Takes the `token_count`s of a thread and returns the usage of each request. */
export interface CodexTotal {
  /** The new usage. Undefined if the count repeats one or is empty. The arguments are only lent. */
  next(total: TokenCounts | undefined, last: TokenCounts | undefined, limits: RateLimits): TokenCounts | undefined;
  /** `info: null`: this process has no total yet. */
  noTotal(): void;
  /** Starts another file. */
  reset(): void;
  beginTurn(): void;
  /** A review's child counts from zero, and then the parent's total returns. */
  enterReview(): void;
  exitReview(): void;
  /** The thread continues one whose history is in another file, but its total does not begin at zero. */
  continueOther(): void;
}

/**
 * `token_count` was written in two ways. Without a field `rate_limits` there is one for each response, and `last` is
 * its usage. With it, a running total repeats, and its growth counts. It restarts with a process (up to 0.66), which
 * writes `info: null` before its first total. 0.40 alone does not: there, a total that equals one response at the
 * beginning of a turn is the sign. (Elsewhere that may be the previous count, repeated.)
 */
export function createCodexTotal(): CodexTotal {
  let before: TokenCounts | undefined = ZERO;
  let beforeReview: TokenCounts | undefined;
  let inReview = false;
  let restartedInReview = false;
  let tellsStarts = false;
  let isFirstOfTurn = true;

  function restart(): void {
    before = ZERO;
    restartedInReview = true;
  }

  function grow(total: TokenCounts, last: TokenCounts | undefined, isFlat: boolean): TokenCounts | undefined {
    if (isNothing(total)) return undefined;
    const isRepeated = before !== undefined && sameAll(total, before);
    const isWhole = last !== undefined && sameAll(last, total);
    if (isFirstOfTurn && !tellsStarts && isWhole && (isFlat || !isRepeated)) restart();
    isFirstOfTurn = false;
    const known = before ?? (last ? growth(total, last) : ZERO);
    before = { ...total };
    if (sameAll(total, known)) return undefined;
    const isReset = total.input < known.input || total.output < known.output;
    return isReset ? total : growth(total, known);
  }

  return {
    next(total, last, limits) {
      if (limits === 'none') return last && !isNothing(last) ? last : undefined;
      return total && grow(total, last, limits === 'flat');
    },
    noTotal() {
      tellsStarts = true;
      restart();
    },
    reset() {
      before = ZERO;
      beforeReview = undefined;
      inReview = false;
      tellsStarts = false;
      isFirstOfTurn = true;
    },
    beginTurn() {
      isFirstOfTurn = true;
    },
    enterReview() {
      if (inReview) return;
      inReview = true;
      restartedInReview = false;
      beforeReview = before;
    },
    exitReview() {
      if (inReview && restartedInReview) before = beforeReview;
      inReview = false;
    },
    continueOther() {
      before = undefined;
    },
  };
}

function sameAll(one: TokenCounts, other: TokenCounts): boolean {
  return one.input === other.input && one.output === other.output && one.cached === other.cached;
}
