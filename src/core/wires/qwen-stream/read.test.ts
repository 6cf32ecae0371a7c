import { createEventReader, type ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';

const SESSION = { session_id: 's' };
const init = { type: 'system', subtype: 'init', uuid: 's', ...SESSION, qwen_code_version: '0.21.2', model: 'm' };
const success = { type: 'result', subtype: 'success', is_error: false, ...SESSION };
const NOTHING = { input_tokens: 0, output_tokens: 0 };
const said = (text: string, usage: object = NOTHING) => ({
  type: 'assistant',
  uuid: 'a',
  ...SESSION,
  message: { id: 'a', role: 'assistant', model: 'm', content: [{ type: 'text', text }], usage },
});

function read(...records: object[]): ThreadEvent[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(records.map((record) => `${JSON.stringify(record)}\n`).join('')), ...reader.end()];
  expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

const texts = (events: readonly ThreadEvent[]) =>
  events.flatMap((event) => ('item' in event && event.item.type === 'agent_message' ? event.item.text : []));

it('fails a run whose reply broke off, though it ends as a success, and keeps what was said', () => {
  const events = read(init, said('Half an ans[API Error: terminated (cause: closed)]'), success);
  expect(texts(events)).toEqual(['Half an ans']);
  expect(events.at(-1)).toMatchObject({
    type: 'turn.failed',
    error: { message: '[API Error: terminated (cause: closed)]' },
  });
});

it('fails a run that consists of an error of the service', () => {
  const events = read(init, said('[API Error: 401 bad key]'), success);
  expect(texts(events)).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: 'turn.failed' });
});

it('takes no words of the model for an error: a request that was counted was answered', () => {
  const quoted = 'The log says [API Error: 401 bad key]';
  const events = read(init, said(quoted, { input_tokens: 5, output_tokens: 7 }), success);
  expect(texts(events)).toEqual([quoted]);
  expect(events.at(-1)).toMatchObject({ type: 'turn.completed' });
});
