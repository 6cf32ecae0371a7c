import { amount } from '../../../core/text/amount.ts';
import { createEvidence, type InsightRule } from '../finding.ts';
import { roundUsd } from '../priced-request.ts';

const LEAST_USD = 0.01;
const SEVERE_USD = 10;

/** Money in sessions that ended in failure: the last turn failed, or broke off. */
export const failedSessions: InsightRule = {
  code: 'failed-sessions',
  create() {
    const failed: { add(): void; usd: number }[] = [];
    const places = createEvidence();
    let usd = 0;
    return {
      add(story) {
        if (story.status !== 'failed') return;
        const cost = story.requests.reduce((sum, request) => sum + (request.usd ?? 0), 0);
        usd += cost;
        failed.push({ usd: cost, add: () => places.add(story, 0, `$${cost.toFixed(2)} ${story.title}`) });
      },
      findings() {
        const value = roundUsd(usd);
        if (failed.length === 0 || value < LEAST_USD) return [];
        // The most expensive ones first.
        for (const one of failed.sort((a, b) => b.usd - a.usd).splice(0)) one.add();
        return [
          {
            code: 'failed-sessions',
            severity: value >= SEVERE_USD ? 'high' : 'medium',
            title: 'Money went into sessions that failed',
            text: `${amount(places.total, 'session')} ended in failure, for $${value.toFixed(2)} in all.`,
            value,
            unit: 'usd',
            evidence: places.evidence(),
            action: 'Look at the end of the first one; go on with it, or begin anew with what it found out.',
          },
        ];
      },
    };
  },
};
