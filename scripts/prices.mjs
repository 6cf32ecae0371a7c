// Writes src/machine/usage/prices.json from @pydantic/genai-prices: node scripts/prices.mjs [YYYY-MM-DD, the day of the data]
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProvider } from '@pydantic/genai-prices';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'src/machine/usage/prices.json');
const { version } = JSON.parse(readFileSync(join(root, 'node_modules/@pydantic/genai-prices/package.json'), 'utf8'));

/**
 * The makers of models that agents name. A model has the price of its maker, whoever answered: the first list that knows a
 * name decides. Google's list repeats Anthropic's models, Cursor's those of xAI.
 */
const providers = [
  'openai',
  'anthropic',
  'google',
  'x-ai',
  'deepseek',
  'moonshotai',
  'zai',
  'minimax',
  'mistral',
  'cursor',
];
/** Lists that repeat the models of others, and how their own are called. */
const own = { google: /^(?!claude)/, cursor: /^composer/ };
/** Their names for a price of a million tokens, and ours. Prices of sound, images and searches are left out. */
const names = {
  input_mtok: 'input',
  cache_read_mtok: 'cached',
  cache_write_mtok: 'cacheWrite',
  cache_write_1h_mtok: 'cacheWriteHour',
  output_mtok: 'output',
};
const NOT_SPEECH = '^(?!.*-[tT][tT][sS](?:$|-))';

/** Patterns of names: `*` stands for anything, `#` for a digit. Throws at a form that it has not met. */
function patternsOf(match) {
  if (match.or) return match.or.flatMap(patternsOf);
  if (match.equals) return [match.equals];
  if (match.starts_with) return [`${match.starts_with}*`];
  if (match.ends_with) return [`*${match.ends_with}`];
  if (match.contains) return [`*${match.contains}*`];
  if (match.and?.some(({ regex }) => regex === NOT_SPEECH)) {
    // Speech has models of its own, which stand before these in our table.
    return match.and.filter(({ regex }) => regex !== NOT_SPEECH).flatMap(patternsOf);
  }
  if (match.regex) return [patternOfRegex(match.regex)];
  throw new Error(`unknown match ${JSON.stringify(match)}`);
}

/** `^gpt-5\.6-\d{4}-\d{2}$` → `gpt-5.6-####-##`; without `$` anything may follow. */
function patternOfRegex(regex) {
  const body = regex.replace(/^\^/, '').replace(/\$$/, '');
  const pattern = body
    .replace(/\\d(?:\{(\d+)\})?/g, (_, count) => '#'.repeat(Number(count ?? 1)))
    .replace(/\\([.[\]])/g, '$1');
  if (!regex.startsWith('^') || /[\\(){}+?|^$]/.test(pattern)) throw new Error(`unknown pattern ${regex}`);
  return regex.endsWith('$') ? pattern : `${pattern}*`;
}

/** `{input, output, bands: [{over, input, …}]}` */
function ratesOf(prices) {
  const rates = {};
  const bands = new Map();
  for (const [theirs, ours] of Object.entries(names)) {
    const price = prices[theirs];
    if (price === undefined) continue;
    rates[ours] = typeof price === 'number' ? price : price.base;
    for (const { start, price: higher } of price.tiers ?? []) {
      bands.set(start, { ...(bands.get(start) ?? { over: start }), [ours]: higher });
    }
  }
  if (bands.size > 0) rates.bands = [...bands.values()].sort((a, b) => a.over - b.over);
  return rates;
}

function pricesOf({ id, prices }) {
  if (!Array.isArray(prices)) return [ratesOf(prices)];
  return prices.map(({ constraint, prices: dated }) => {
    if (constraint && constraint.type !== 'start_date') throw new Error(`unknown constraint of ${id}`);
    return { ...(constraint ? { from: constraint.start_date } : {}), ...ratesOf(dated) };
  });
}

/** Prices that change with the hour of the day cannot be told by the day of a request: such a model stays without a price. */
const hasHours = ({ prices }) =>
  Array.isArray(prices) && prices.some(({ constraint }) => constraint?.type === 'time_of_date');
const isSpeech = ({ id }) => /-tts(?:$|-)/i.test(id);
const isText = ({ prices }) => prices.every(({ input, output }) => input !== undefined && output !== undefined);
const isOwn =
  (provider) =>
  ({ id }) =>
    own[provider]?.test(id) ?? true;

/** Names are compared in lower case. */
const lowerCase = (patterns) => [...new Set(patterns.map((pattern) => pattern.toLowerCase()))];

const models = providers.flatMap((provider) => {
  const found = findProvider({ providerId: provider })
    .models.filter(isOwn(provider))
    .filter((model) => !hasHours(model));
  return [...found.filter(isSpeech), ...found.filter((model) => !isSpeech(model))]
    .map((model) => ({ provider, id: model.id, match: lowerCase(patternsOf(model.match)), prices: pricesOf(model) }))
    .filter(isText);
});

const table = {
  date: process.argv[2] ?? new Date().toISOString().slice(0, 10),
  source: `@pydantic/genai-prices ${version}`,
  licence: 'MIT License, Copyright (c) Pydantic Services Inc. 2025 to present; see NOTICE.md',
};
const lines = models.map((model) => `    ${JSON.stringify(model)}`).join(',\n');
writeFileSync(target, `${JSON.stringify(table, null, 2).slice(0, -2)},\n  "models": [\n${lines}\n  ]\n}\n`);
process.stdout.write(`${models.length} models\n`);
