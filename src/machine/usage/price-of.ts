import { parseTime } from '../../core/thread/time.ts';
import type { DatedRates, PricedModel, PriceTable, Rates } from './price-table.ts';
import type { UsageRow } from './usage-row.ts';

/** The cost of a request, in dollars. */
export interface Cost {
  usd: number;
  /** Input that was neither cached nor written to the cache. */
  input: number;
  cached: number;
  cacheWrite: number;
  output: number;
  /** The model in the table that matched the name. */
  model: string;
  /** The band of large requests that applied: more input tokens than this. */
  over?: number;
}

/** A model, or a tier of it, that the table lacks. Its price is never guessed. */
export interface UnknownPrice {
  unknown: string;
}

/** The name for requests without a model. */
export const NO_MODEL = '(no model)';

/** Prices one request. Its size and its day choose the prices, so a sum of requests cannot be priced. */
export function priceOf(row: UsageRow, table: PriceTable): Cost | UnknownPrice {
  return priceOfAlike(row, table, plainInput(row), row.input);
}

/** The input of a request that was neither cached nor written to the cache. */
export function plainInput({ input, cached, cacheWrite }: UsageRow): number {
  return Math.max(0, input - cached - cacheWrite);
}

/** Prices the sum of requests whose size and day have the same prices. `plain` is the sum of their plain inputs. */
export function priceOfAlike(row: UsageRow, table: PriceTable, plain: number, size: number): Cost | UnknownPrice {
  const name = row.model ?? NO_MODEL;
  const found = row.model === undefined ? undefined : findModel(row.model, table);
  const dated = found && ratesAt(found, row.at);
  if (!found || !dated) return { unknown: name };
  const rates = ratesOf(dated, row.tier, size);
  if (!rates) return { unknown: `${name} (${row.tier})` };
  const hour = row.cacheWriteHour ?? 0;
  const written = rates.cacheWrite ?? rates.input;
  const input = (plain * rates.input) / 1e6;
  const cached = (row.cached * (rates.cached ?? rates.input)) / 1e6;
  const cacheWrite = ((row.cacheWrite - hour) * written + hour * (rates.cacheWriteHour ?? written)) / 1e6;
  const output = (row.output * rates.output) / 1e6;
  const usd = input + cached + cacheWrite + output;
  const cost: Cost = { usd, input, cached, cacheWrite, output, model: found.id };
  if (rates.over !== undefined) cost.over = rates.over;
  return cost;
}

/** Undefined for a tier without a known price. */
function ratesOf(dated: DatedRates, tier: string | undefined, size: number): (Rates & { over?: number }) | undefined {
  if (tier !== undefined) return dated.tiers && Object.hasOwn(dated.tiers, tier) ? dated.tiers[tier] : undefined;
  const band = dated.bands?.findLast(({ over }) => size > over);
  return band ? { ...dated, ...band } : dated;
}

/** The prices of a day. The first ones also apply before their date, since no others are known. */
function ratesAt({ prices }: PricedModel, at: number): DatedRates | undefined {
  if (prices.length === 1) return prices[0];
  return prices.findLast(({ from }) => from === undefined || (parseTime(from) ?? 0) <= at) ?? prices[0];
}

/** Caches each name: there are many requests, and few models. */
const lookups = new WeakMap<PriceTable, Map<string, PricedModel | undefined>>();

function findModel(model: string, table: PriceTable): PricedModel | undefined {
  let known = lookups.get(table);
  if (!known) {
    known = new Map();
    lookups.set(table, known);
  }
  const found = known.get(model);
  if (found || known.has(model)) return found;
  const fitting = modelNamed(plainName(model), table) ?? modelNamed(bareName(model), table);
  known.set(model, fitting);
  return fitting;
}

function modelNamed(name: string, { models }: PriceTable): PricedModel | undefined {
  // What a reseller gives away for nothing is no version of the model.
  const isFree = name.endsWith(':free');
  return models.find(({ match }) =>
    match.some((pattern) => (isFree ? name === pattern : name !== '' && fits(name, pattern))),
  );
}

/** Resellers put the maker's name, or a place of their own, before that of the model: `x-ai/grok-4.6`. */
function bareName(model: string): string {
  return plainName(model).split('/').at(-1) ?? '';
}

/** Claude Code marks a model with a large context `claude-x[1m]`; the price is the model's. */
function plainName(model: string): string {
  return model.toLowerCase().replace(/\[1m\]$/, '');
}

/** Compares from both ends: a pattern has at most one `*` at its beginning and one at its end. */
function fits(name: string, pattern: string): boolean {
  const isOpenBefore = pattern.startsWith('*');
  const isOpenAfter = pattern.endsWith('*');
  const core = pattern.slice(isOpenBefore ? 1 : 0, isOpenAfter ? -1 : undefined);
  if (isOpenBefore && isOpenAfter) return name.includes(core);
  if (isOpenBefore) return name.endsWith(core);
  if (!isOpenAfter && name.length !== core.length) return false;
  for (let index = 0; index < core.length; index += 1) {
    const wanted = core[index];
    const is = name[index];
    if (wanted === '#' ? !(is !== undefined && is >= '0' && is <= '9') : is !== wanted) return false;
  }
  return true;
}
