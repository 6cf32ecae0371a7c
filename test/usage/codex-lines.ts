import type { Fields } from './scan-files.ts';

/** Counts of one request with the usual proportions. */
export interface Counts {
  input: number;
  output: number;
}

export const usage = ({ input, output }: Counts): Fields => ({
  input_tokens: input,
  cached_input_tokens: Math.floor(input / 2),
  output_tokens: output,
  reasoning_output_tokens: Math.floor(output / 2),
  total_tokens: input + output,
});

let clock = Date.parse('2026-05-01T00:00:00.000Z');
/** Every line is written a while after the one before. */
const later = (ms = 5000): string => {
  clock += ms;
  return new Date(clock).toISOString();
};

export const line = (type: string, payload: Fields, beside: Fields = {}): Fields => ({
  timestamp: later(),
  type,
  payload,
  ...beside,
});
export const event = (type: string, fields: Fields = {}): Fields => line('event_msg', { type, ...fields });
export const meta = (id: string, fields: Fields = {}): Fields =>
  line('session_meta', { id, timestamp: later(0), cwd: '/project', source: 'cli', ...fields });
export const turn = (turn_id: string): Fields => event('task_started', { turn_id });
export const context = (model: string, fields: Fields = {}): Fields =>
  line('turn_context', { model, cwd: '/project', ...fields });
export const count = (total: Counts, last: Counts, fields: Fields = { rate_limits: null }): Fields =>
  event('token_count', {
    info: { total_token_usage: usage(total), last_token_usage: usage(last), model_context_window: 400_000 },
    ...fields,
  });
export const noTotal = (): Fields => event('token_count', { info: null, rate_limits: null });
export const response = (thread_id: string, response_id: string, counts: Counts): Fields =>
  line('token_usage_record', { thread_id, turn_id: 'turn', response_id, usage: usage(counts) });

/** A UUIDv7 of a time. */
export function uuid(time: number, tail: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${tail.toString(16).padStart(12, '0')}`;
}
