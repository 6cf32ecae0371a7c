import { firstAfter } from './first-after.ts';
import type { SessionStory, StoryCall } from './session-story.ts';

/** An estimate: texts and code of all agents come to about four characters a token. */
const TOKEN_LENGTH = 4;

/** About how many tokens the result of a call is. */
export function resultTokens({ resultLength }: Pick<StoryCall, 'resultLength'>): number {
  return Math.round(resultLength / TOKEN_LENGTH);
}

/**
 * What the results of calls cost in dollars, in the order of the calls: each later request sends them again, until a
 * summary takes their place. A result pays its share of what the input of a request cost. Null without a price.
 */
export function resultCosts({ calls, requests, compactions }: SessionStory): (number | null)[] {
  const costs: (number | null)[] = [];
  // Dollars a token of input, of all requests from one on.
  const sums: number[] = [0];
  for (const { row, inputUsd } of [...requests].reverse()) {
    sums.push((sums.at(-1) ?? 0) + (inputUsd === undefined || row.input === 0 ? 0 : inputUsd / row.input));
  }
  sums.reverse();
  const isPriced = requests.some(({ inputUsd }) => inputUsd !== undefined);
  const lines = requests.map(({ row }) => row.line);
  for (const call of calls) {
    const end = compactions[firstAfter(compactions, call.line)] ?? Number.POSITIVE_INFINITY;
    const from = sums[firstAfter(lines, call.line)] ?? 0;
    const until = sums[firstAfter(lines, end)] ?? 0;
    costs.push(isPriced ? resultTokens(call) * (from - until) : null);
  }
  return costs;
}
