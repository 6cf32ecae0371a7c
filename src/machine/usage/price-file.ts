import { isObject, type JsonObject, parseObject } from '../../core/lines/json.ts';
import type { Band, DatedRates, PricedModel, PriceTable, Rates } from './price-table.ts';

/** Puts a user's prices, `{"models": […]}` or `{"my-model": {"input": 1.25, …}}`, before a table. Throws TypeErrors. */
export function addPrices(text: string, table: PriceTable, name: string): PriceTable {
  const value = parseObject(text);
  if (!value) throw new TypeError('the prices are not a JSON object');
  const models = Array.isArray(value.models)
    ? value.models.map((model, index) => readModel(model, `models[${index}]`))
    : Object.entries(value).map(([id, prices]) => ({ id, match: [id.toLowerCase()], prices: readPrices(prices, id) }));
  return { date: table.date, source: `${table.source}, ${name}`, models: [...models, ...table.models] };
}

function readModel(value: unknown, place: string): PricedModel {
  if (!isObject(value)) throw new TypeError(`${place} is no object`);
  const match = value.match ?? [value.id];
  if (!Array.isArray(match) || !match.every((pattern) => typeof pattern === 'string' && pattern !== '')) {
    throw new TypeError(`${place}.match is no list of names`);
  }
  const id = typeof value.id === 'string' ? value.id : match[0];
  const patterns = match.map((pattern: string) => pattern.toLowerCase());
  return { id, match: patterns, prices: readPrices(value.prices, `${place}.prices`) };
}

function readPrices(value: unknown, place: string): DatedRates[] {
  const list = Array.isArray(value) ? value : [value];
  if (list.length === 0) throw new TypeError(`${place} is empty`);
  return list.map((item, index) => readDated(item, Array.isArray(value) ? `${place}[${index}]` : place));
}

function readDated(value: unknown, place: string): DatedRates {
  const rates: DatedRates = readRates(value, place);
  const { from, bands, tiers } = value as JsonObject;
  if (from !== undefined) {
    if (typeof from !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(from)) throw new TypeError(`${place}.from is no day`);
    rates.from = from;
  }
  if (bands !== undefined) rates.bands = readBands(bands, `${place}.bands`);
  if (tiers !== undefined) {
    if (!isObject(tiers)) throw new TypeError(`${place}.tiers is no object`);
    const named = Object.entries(tiers).map(([name, tier]) => [name, readRates(tier, `${place}.tiers.${name}`)]);
    rates.tiers = Object.fromEntries(named) as Record<string, Rates>;
  }
  return rates;
}

function readBands(value: unknown, place: string): Band[] {
  if (!Array.isArray(value)) throw new TypeError(`${place} is no list`);
  const bands = value.map((band: unknown, index) => {
    if (!isObject(band)) throw new TypeError(`${place}[${index}] is no object`);
    return { ...readSome(band, `${place}[${index}]`), over: readPrice(band.over, `${place}[${index}].over`) };
  });
  return bands.sort((one, other) => one.over - other.over);
}

const RATES = ['input', 'cached', 'cacheWrite', 'cacheWriteHour', 'output'] as const;

function readRates(value: unknown, place: string): Rates {
  if (!isObject(value)) throw new TypeError(`${place} is no object with prices`);
  const some = readSome(value, place);
  return { ...some, input: readPrice(some.input, `${place}.input`), output: readPrice(some.output, `${place}.output`) };
}

function readSome(value: JsonObject, place: string): Partial<Rates> {
  const rates: Partial<Rates> = {};
  for (const name of RATES) if (value[name] !== undefined) rates[name] = readPrice(value[name], `${place}.${name}`);
  return rates;
}

function readPrice(value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return value;
  throw new TypeError(`${place} is no price`);
}
