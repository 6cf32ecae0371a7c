import prices from './prices.json' with { type: 'json' };

/** Prices in dollars per million tokens. Tokens without a price of their own cost as much as other input. */
export interface Rates {
  input: number;
  cached?: number;
  /** Writing to the cache for five minutes. */
  cacheWrite?: number;
  /** Writing to the cache for an hour. */
  cacheWriteHour?: number;
  output: number;
}

/** Other prices for all of a request whose input is larger. */
export interface Band extends Partial<Rates> {
  /** Applies to requests with more input tokens than this. */
  over: number;
}

/** Prices of a model from a day on. */
export interface DatedRates extends Rates {
  /** The first day of validity, `YYYY-MM-DD` in UTC. The first prices are always valid. */
  from?: string;
  bands?: readonly Band[];
  /** Prices of other service tiers, by name. */
  tiers?: Readonly<Record<string, Rates>>;
}

/** A model with its prices over time. */
export interface PricedModel {
  id: string;
  provider?: string;
  /** Name patterns in lower case: `*` matches anything, `#` a digit. */
  match: readonly string[];
  /** Ordered by day. */
  prices: readonly DatedRates[];
}

/** Prices of models. The first model that matches a name counts. */
export interface PriceTable {
  /** The day of the data, `YYYY-MM-DD`. */
  date: string;
  source: string;
  models: readonly PricedModel[];
}

/** The prices that come with this version: those that makers of models ask for them. */
export const defaultPrices: PriceTable = prices;
