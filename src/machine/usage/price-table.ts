import prices from './prices.json' with { type: 'json' };

/** Prices in dollars for a million tokens. What has no price of its own costs as much as other input. */
export interface Rates {
  input: number;
  cached?: number;
  /** What is written to the cache for five minutes. */
  cacheWrite?: number;
  /** What is written to the cache for an hour. */
  cacheWriteHour?: number;
  output: number;
}

/** Other prices for the whole of a request whose input is larger. */
export interface Band extends Partial<Rates> {
  /** More input tokens than this. */
  over: number;
}

export interface DatedRates extends Rates {
  /** The first day that they hold, `YYYY-MM-DD` in UTC; the first ones hold always. */
  from?: string;
  bands?: readonly Band[];
  /** The prices of other service tiers, by their names. */
  tiers?: Readonly<Record<string, Rates>>;
}

export interface PricedModel {
  id: string;
  provider?: string;
  /** Patterns of names, in lower case: `*` stands for anything, `#` for a digit. */
  match: readonly string[];
  /** In the order of their days. */
  prices: readonly DatedRates[];
}

/** Which model costs what; the first model that fits a name counts. */
export interface PriceTable {
  /** The day of the data, `YYYY-MM-DD`. */
  date: string;
  source: string;
  models: readonly PricedModel[];
}

/** The prices that came with this version: OpenAI, Anthropic, Google. */
export const defaultPrices: PriceTable = prices;
