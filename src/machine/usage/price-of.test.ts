import { describe, expect, it } from 'vitest';
import { addPrices } from './price-file.ts';
import { type Cost, priceOf } from './price-of.ts';
import { defaultPrices } from './price-table.ts';
import type { UsageRow } from './usage-row.ts';

const base: UsageRow = {
  agent: 'codex',
  threadId: 't',
  key: 'k',
  at: Date.parse('2026-10-01T00:00:00Z'),
  model: 'gpt-5.5',
  input: 0,
  cached: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  source: 'f',
  line: 1,
};

function usd(row: Partial<UsageRow>, table = defaultPrices): number {
  const cost = priceOf({ ...base, ...row }, table);
  if ('unknown' in cost) throw new Error(`unknown ${cost.unknown}`);
  return cost.usd;
}

describe('the price of a request', () => {
  it('is double for all its tokens from 272 000 input tokens on', () => {
    expect(usd({ input: 271_999, output: 1000 })).toBeCloseTo((271_999 * 5 + 1000 * 30) / 1e6, 9);
    expect(usd({ input: 272_000, output: 1000 })).toBeCloseTo((272_000 * 10 + 1000 * 45) / 1e6, 9);
    expect(usd({ input: 272_001, output: 1000 })).toBeCloseTo((272_001 * 10 + 1000 * 45) / 1e6, 9);
    expect(priceOf({ ...base, input: 272_000 }, defaultPrices)).toMatchObject({ over: 271_999 });
  });

  it('counts the cached part of the input once, at its own price, and in the size of the request', () => {
    expect(usd({ input: 1_000_000, cached: 900_000, output: 0 })).toBeCloseTo(0.1 * 10 + 0.9 * 1, 9);
    expect(usd({ input: 200_000, cached: 100_000 })).toBeCloseTo(0.1 * 5 + 0.1 * 0.5, 9);
  });

  it('tells cache writes for five minutes and for an hour apart', () => {
    const row = { model: 'claude-opus-4-5-20251101', input: 3000, cacheWrite: 3000 };
    expect(usd(row)).toBeCloseTo(0.003 * 6.25, 9);
    expect(usd({ ...row, cacheWriteHour: 1000 })).toBeCloseTo(0.002 * 6.25 + 0.001 * 10, 9);
  });

  it('takes what is written to a cache that has no price for plain input', () => {
    expect(usd({ input: 1000, cacheWrite: 400 })).toBeCloseTo(0.001 * 5, 9);
  });

  it('is that of the day: prices change', () => {
    const row = { model: 'claude-sonnet-4-6', input: 300_000 };
    expect(usd({ ...row, at: Date.parse('2026-03-12T23:59:59Z') })).toBeCloseTo(0.3 * 6, 9);
    expect(usd({ ...row, at: Date.parse('2026-03-13T00:00:00Z') })).toBeCloseTo(0.3 * 3, 9);
  });

  it.each([
    'gpt-5.5-2026-04-23',
    'GPT-5.5',
    'gpt-5.6-sol-2026-08-21',
    'claude-opus-5-5-20261001',
    'claude-opus-5-5[1m]',
    'gemini-2.5-flash',
  ])('is known for %s', (model) => {
    expect(usd({ model, input: 1000 })).toBeGreaterThan(0);
  });

  it.each(['gpt-5.5x', 'gpt-5.6-sol-2026-08-2x', 'claude-opus-5-5-2026100', 'llama-3', '', '__proto__'])(
    'is never guessed for %j',
    (model) => {
      expect(priceOf({ ...base, model, input: 1 }, defaultPrices)).toEqual({ unknown: model });
    },
  );

  it('is not known without a model, nor for a tier that the table does not have', () => {
    expect(priceOf({ ...base, model: undefined }, defaultPrices)).toEqual({ unknown: '(no model)' });
    expect(priceOf({ ...base, tier: 'priority' }, defaultPrices)).toEqual({ unknown: 'gpt-5.5 (priority)' });
    expect(priceOf({ ...base, tier: 'toString' }, defaultPrices)).toEqual({ unknown: 'gpt-5.5 (toString)' });
  });

  it('is never below nothing, whatever the file says', () => {
    expect(usd({ input: 10, cached: 500, cacheWrite: 500 })).toBeGreaterThanOrEqual(0);
  });
});

describe('the price of a model that any provider may answer for', () => {
  const priced = (model: string) => priceOf({ ...base, model }, defaultPrices);

  it.each([
    ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
    ['claude-haiku-4.5', 'claude-haiku-4-5'],
    ['openai/gpt-5', 'gpt-5'],
    ['x-ai/grok-code-fast-1', 'grok-code-fast-1'],
    ['moonshotai/kimi-k2.5', 'kimi-k2.5'],
    ['accounts/someone/models/kimi-k3', 'kimi-k3'],
    ['z-ai/GLM-5.2', 'GLM-5.2'],
    ['composer-2.5', 'composer-2.5'],
  ])('is that of its maker, by its name: %s', (model, id) => {
    expect(priced(model)).toMatchObject({ model: id });
  });

  it.each(['anthropic/claude-sonnet-4.5:free', 'qwen3-coder-plus', 'deepseek-chat', 'made-up/', '/', 'gpt-5/of-mine'])(
    'is not guessed: %s',
    (model) => {
      expect(priced(model)).toEqual({ unknown: model });
    },
  );
});

describe('prices of the user', () => {
  it('come before those of the table, in a short form and in the long one', () => {
    const short = addPrices(
      '{"gpt-5.5":{"input":1,"output":2},"Own-Model":{"input":3,"output":4}}',
      defaultPrices,
      'p',
    );
    expect(usd({ input: 1e6 }, short)).toBeCloseTo(1, 9);
    expect(usd({ model: 'own-model', output: 1e6 }, short)).toBeCloseTo(4, 9);
    expect(usd({ model: 'gpt-5.4', input: 1e6 }, short)).toBeGreaterThan(0);
    const long = addPrices(
      '{"models":[{"id":"own","match":["own-*"],"prices":[{"input":1,"output":1,"tiers":{"priority":{"input":9,"output":9}},"bands":[{"over":10,"input":5}]},{"from":"2026-09-01","input":2,"output":2}]}]}',
      defaultPrices,
      'p',
    );
    const august = Date.parse('2026-08-01T00:00:00Z');
    expect(usd({ model: 'own-x', input: 1e6 }, long)).toBeCloseTo(2, 9);
    expect(usd({ model: 'own-x', input: 1e6, at: august }, long)).toBeCloseTo(5, 9);
    expect(usd({ model: 'own-x', input: 1e6, at: august, tier: 'priority' }, long)).toBeCloseTo(9, 9);
    expect(long.source).toContain(', p');
  });

  it.each([
    '[]',
    '{',
    '{"m":1}',
    '{"m":{"input":"1","output":1}}',
    '{"m":{"input":1}}',
    '{"m":{"input":-1,"output":1}}',
    '{"models":[1]}',
    '{"models":[{"match":[1],"prices":[]}]}',
    '{"models":[{"match":["a"],"prices":[]}]}',
    '{"m":{"input":1,"output":1,"from":"soon"}}',
    '{"m":{"input":1,"output":1,"bands":{}}}',
    '{"m":{"input":1,"output":1,"tiers":[]}}',
  ])('are refused by a TypeError where they are wrong: %s', (text) => {
    expect(() => addPrices(text, defaultPrices, 'p')).toThrow(TypeError);
  });

  it('say the parts of a cost', () => {
    const cost = priceOf({ ...base, input: 1000, cached: 400, output: 100 }, defaultPrices) as Cost;
    expect(cost.input + cost.cached + cost.cacheWrite + cost.output).toBeCloseTo(cost.usd, 12);
    expect(cost.model).toBe('gpt-5.5');
  });
});
