import * as coreLimits from '../../limits/core.ts';
import { amount, grouped } from '../text/amount.ts';
import type { Outcome } from '../thread/outcome.ts';

/** Lists unreadable lines for the end of a page. Their number is limited. */
export interface PageProblems {
  add(outcome: Outcome): void;
  /** One line each, and one for those left out. */
  found(): string[];
}

export function createPageProblems(): PageProblems {
  const found: string[] = [];
  let count = 0;
  return {
    add(outcome) {
      for (const { code, message } of outcome.ok ? outcome.problems : [outcome.error]) {
        count += 1;
        if (found.length < coreLimits.maxPageProblems)
          found.push(`line ${grouped(outcome.line)}: ${message.slice(0, 300)} (${code})`);
      }
    },
    found: () => (count > found.length ? [...found, `and ${amount(count - found.length, 'more problem')}`] : found),
  };
}
