import { z } from 'zod';
import type { UsageSum } from '../../archive/index.ts';
import { storedRows } from '../../archive/model/stored-usage.ts';
import { defaultPrices, priceOf } from '../../machine/usage/index.ts';
import { createBudget, cutText, refusal, untrusted } from './answer.ts';
import { sessionFacts, sessionId } from './session-facts.ts';
import { defineTool } from './tool.ts';

/** Requests beyond this are not priced: nobody waits for a minute. */
const MOST_ROWS = 100_000;

const input = z.object({ session: sessionId });

export const sessionUsageTool = defineTool({
  name: 'session_usage',
  title: 'Tokens and cost of an earlier session',
  description: 'Tells what an earlier session used: requests, tokens by model, and what they cost in dollars.',
  input,
  async run({ session }, { redacted, scope, redactor, signal }) {
    const row = await scope.find(session);
    if (!row) return refusal('there is no such session here');
    const sums = await redacted.usage({ by: 'model', session: row.key });
    let cost = 0;
    let unpriced = 0;
    let seen = 0;
    for await (const request of storedRows(redacted, { session: row.key })) {
      signal.throwIfAborted();
      const price = priceOf(request, defaultPrices);
      if ('usd' in price) cost += price.usd;
      else unpriced += 1;
      seen += 1;
      if (seen === MOST_ROWS) break;
    }
    const budget = createBudget();
    const models = sums.map((sum) => modelFacts(sum));
    return untrusted({
      ...sessionFacts(row, redactor),
      models: models.filter((model) => budget.take(model)),
      cost_usd: unpriced === seen ? null : Number(cost.toFixed(6)),
      unpriced_requests: unpriced,
      prices_of: defaultPrices.date,
    });
  },
});

function modelFacts({ key, cacheWrite, ...counts }: UsageSum): object {
  return { model: cutText(key, 200), ...counts, cache_write: cacheWrite };
}
