import { describe, expect, it } from 'vitest';
import { event, line, meta, readRecords } from '../../../../../test/rollout-lines.ts';
import { createSessionUsage } from './usage.ts';

const counts = (n: number) => ({
  input_tokens: 100 * n,
  cached_input_tokens: 50 * n,
  output_tokens: 10 * n,
  reasoning_output_tokens: 5 * n,
  total_tokens: 110 * n,
});
const count = (total: number | null, fields: object = { rate_limits: null }) =>
  event('token_count', {
    info:
      total === null
        ? null
        : { total_token_usage: counts(total), last_token_usage: counts(1), model_context_window: 1000 },
    ...fields,
  });

function used(...records: Record<string, unknown>[]): number | undefined {
  const usage = createSessionUsage();
  for (const given of readRecords([meta(), ...records])) usage.push(given);
  return usage.total()?.input_tokens;
}

describe('what a thread has used', () => {
  it('is what the running total grew by; a repeated count says nothing', () => {
    expect(used(count(1), count(1), count(2), count(4))).toBe(400);
  });

  it('begins anew where the total is null or falls', () => {
    expect(used(count(null), count(2), count(null), count(2))).toBe(400);
    expect(used(count(3), count(1), count(2))).toBe(500);
  });

  it('begins anew in a turn whose first total is that of one response, where no total is ever null (0.40)', () => {
    const prompt = event('user_message', { message: 'x' });
    expect(used(prompt, count(1), count(1), prompt, count(1), count(2))).toBe(300);
    expect(used(count(null), prompt, count(1), prompt, count(1), count(2))).toBe(200);
  });

  it('passes over a total of zeros', () => {
    expect(used(count(2), count(0), count(3))).toBe(300);
  });

  it('is the sum of the requests where the counts have no rate limits', () => {
    expect(used(count(1, {}), count(1, {}))).toBe(200);
  });

  it('is the sum over the responses of its own where they are recorded', () => {
    const record = (response_id: string, thread_id = 'thread-1') =>
      line('token_usage_record', { thread_id, response_id, usage: counts(1) });
    expect(used(record('a'), count(1), record('a'), record('b'), count(2), record('c', 'other'), count(9))).toBe(200);
  });

  it('is nothing that is known where the file does not say it', () => {
    expect(used(event('user_message', { message: 'x' }))).toBeUndefined();
  });
});

it('a turn ends with the running total and with its own use', () => {
  const turn = (id: string, ...records: Record<string, unknown>[]) => [
    event('task_started', { turn_id: id }),
    ...records,
    event('task_complete', { turn_id: id }),
  ];
  const events = readRecords([meta(), ...turn('a', count(1), count(2)), ...turn('b', count(5)), ...turn('c')]);
  expect(events.filter(({ type }) => type === 'turn.completed')).toMatchObject([
    { usage: { input_tokens: 200 }, turn_usage: { input_tokens: 200 } },
    { usage: { input_tokens: 500 }, turn_usage: { input_tokens: 300 } },
    {},
  ]);
});

it('a count keeps what it says beside the tokens', () => {
  const rate_limits = { primary: { used_percent: 1 } };
  const info = {
    total_token_usage: { ...counts(1), cache_write_input_tokens: 7 },
    last_usage_includes_reasoning: true,
  };
  const [, given] = readRecords([meta(), event('token_count', { info, rate_limits, future: 1 })]);
  expect(given).toMatchObject({
    type: 'token_count',
    input_tokens: 100,
    cache_write_input_tokens: 7,
    rate_limits,
    extra: { last_usage_includes_reasoning: true, future: 1 },
  });
});
