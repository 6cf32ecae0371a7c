import { hasDay, MOST_MS, QUARTER_MS } from './calendar.ts';
import { type Cost, plainInput, priceOfAlike, type UnknownPrice } from './price-of.ts';
import type { PriceTable } from './price-table.ts';
import { addTokens, noTokens } from './token-counts.ts';
import type { UsageRow } from './usage-row.ts';
import { joinStretches, type WorkStretch } from './work-stretches.ts';

/**
 * The requests of one thread in a quarter of an hour of UTC, as far as they are alike in all that a report or a price
 * asks for: every day of every zone begins and ends with a quarter. It has the form of a request, without a name or a place.
 */
export interface UsageQuarter extends UsageRow {
  requests: number;
  /** The input that was neither cached nor written to the cache, request by request. */
  plain: number;
  /** The greatest of the sizes at which prices change that every request is larger than; 0 if there is none. */
  band: number;
  /** When the thread made them; without those whose time is unknown. */
  stretches: readonly WorkStretch[];
}

/** Adds requests up. */
export interface UsageQuarters {
  add(row: UsageRow): void;
  quarters(): UsageQuarter[];
}

/** `bands`: the sizes at which prices change, in order. */
export function createUsageQuarters(bands: readonly number[]): UsageQuarters {
  const known = new Map<string, UsageQuarter & { stretches: WorkStretch[] }>();
  return {
    add(row) {
      const at = quarterOf(row.at);
      const band = bandOf(row.input, bands);
      const { agent, threadId, model, tier, project, machine } = row;
      const name = JSON.stringify([at, band, agent, threadId, model, tier, project, machine]);
      let sum = known.get(name);
      if (!sum) {
        const what = { agent, threadId, key: '', at, model, tier, project, machine, source: '', line: 0 };
        sum = { ...what, ...noTokens(), cacheWriteHour: 0, requests: 0, plain: 0, band, stretches: [] };
        known.set(name, sum);
      }
      sum.requests += 1;
      addTokens(sum, row);
      sum.cacheWriteHour = (sum.cacheWriteHour ?? 0) + (row.cacheWriteHour ?? 0);
      sum.plain += plainInput(row);
      if (row.at > 0) sum.stretches.push({ from: row.at, to: row.at });
    },
    quarters() {
      for (const sum of known.values()) sum.stretches = joinStretches(sum.stretches);
      return [...known.values()];
    },
  };
}

/** The start of a quarter that has the same day in every zone. Times that have no day are 0, or one after all others. */
function quarterOf(at: number): number {
  if (!hasDay(at)) return at > 0 ? MOST_MS + 1 : 0;
  // The very first quarter begins with 0, which is no time.
  return Math.max(1, Math.floor(at / QUARTER_MS) * QUARTER_MS);
}

function bandOf(input: number, bands: readonly number[]): number {
  return bands.findLast((over) => input > over) ?? 0;
}

/** The sizes of requests at which any price changes, in order. */
export function priceBands({ models }: PriceTable): number[] {
  const sizes = models.flatMap(({ prices }) => prices.flatMap(({ bands = [] }) => bands.map(({ over }) => over)));
  return [...new Set(sizes)].sort((one, other) => one - other);
}

/** The price of requests that are alike. Prices are those that change at the sizes by which they were added up. */
export function priceOfQuarter(quarter: UsageQuarter, prices: PriceTable): Cost | UnknownPrice {
  return priceOfAlike(quarter, prices, quarter.plain, quarter.band + 1);
}
