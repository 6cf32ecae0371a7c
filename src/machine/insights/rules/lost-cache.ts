import { amount } from '../../../core/text/amount.ts';
import { createEvidence, type InsightRule } from '../finding.ts';
import { firstAfter } from '../first-after.ts';
import { type PricedRequest, roundUsd } from '../priced-request.ts';

/** Providers keep a cache for five minutes, unless an hour is paid for. */
const PAUSE_MS = 5 * 60_000;
/** A short context costs little to send again. */
const LEAST_INPUT = 10_000;
/** The part of the context before that has to be in the cache for it to count as kept. */
const KEPT_SHARE = 0.5;
const SEVERE_USD = 5;

/** Requests after a pause that had to send again what the provider had in its cache before it. */
export const lostCache: InsightRule = {
  code: 'lost-cache',
  create() {
    const places = createEvidence();
    let usd = 0;
    return {
      add(story) {
        for (const [index, request] of story.requests.entries()) {
          const before = story.requests[index - 1];
          const lost = before && lostUsd(before, request, story.compactions);
          if (lost === undefined || !before) continue;
          usd += lost;
          const minutes = Math.round((request.row.at - before.row.at) / 60_000);
          places.add(story, request.row.line, `${request.row.input} tokens after ${minutes} min`);
        }
      },
      findings() {
        if (places.total === 0 || usd <= 0) return [];
        const value = roundUsd(usd);
        return [
          {
            code: 'lost-cache',
            severity: value >= SEVERE_USD ? 'medium' : 'low',
            title: 'Pauses lose the cache',
            text: `After a pause of more than five minutes, ${amount(places.total, 'request')} sent again what had been cached, for $${value.toFixed(2)}.`,
            value,
            unit: 'usd',
            evidence: places.evidence(),
            action: 'Begin a new session after a long pause, or compact before it.',
          },
        ];
      },
    };
  },
};

/** What the request cost more than it would have with the context of the one before in the cache. */
function lostUsd(before: PricedRequest, now: PricedRequest, compactions: readonly number[]): number | undefined {
  const [was, is] = [before.row, now.row];
  const isPaused = was.at > 0 && is.at - was.at > PAUSE_MS;
  // A shorter context is another one.
  const isSame = was.model === is.model && is.input >= was.input && was.source === is.source;
  const wasCached = was.cached + was.cacheWrite >= KEPT_SHARE * was.input;
  if (!isPaused || !isSame || !wasCached || was.input < LEAST_INPUT) return undefined;
  const isSummary = (compactions[firstAfter(compactions, was.line)] ?? Number.POSITIVE_INFINITY) <= is.line;
  if (isSummary || is.cached >= KEPT_SHARE * was.input) return undefined;
  return now.usd === undefined ? undefined : Math.max(0, now.usd - now.usdIfCached(was.input));
}
