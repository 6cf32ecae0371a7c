import { createEventReader, createMessageBuilder, type ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';

const metadata = { type: 'metadata', protocol_version: '1.5', created_at: 1_794_820_471_841 };
const loop = (event: object) => ({ type: 'context.append_loop_event', event, time: 1_794_820_472_000 });
const prompt = (text: string, turnId?: number) => ({
  type: 'turn.prompt',
  input: [{ type: 'text', text }],
  origin: { kind: 'user' },
  turnId,
  time: 1_794_820_471_900,
});
const message = (text: string, kind: string) => ({
  type: 'context.append_message',
  message: { role: 'user', content: [{ type: 'text', text }], toolCalls: [], origin: { kind } },
  time: 1_794_820_471_901,
});

function read(...records: object[]): ThreadEvent[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(records.map((record) => `${JSON.stringify(record)}\n`).join('')), ...reader.end()];
  expect(reader.wire).toBe('kimi-wire');
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

function said(events: readonly ThreadEvent[]): string[] {
  const builder = createMessageBuilder();
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  );
}

const step = [
  loop({ type: 'step.begin', uuid: 'step-1', turnId: '0', step: 1 }),
  { type: 'usage.record', usage: { inputOther: 1, output: 2, inputCacheRead: 3, inputCacheCreation: 4 }, time: 1 },
  loop({ type: 'content.part', uuid: 'part-1', stepUuid: 'step-1', part: { type: 'text', text: 'hello' } }),
  loop({ type: 'step.end', uuid: 'step-1', finishReason: 'end_turn', usage: { inputOther: 1, output: 2 } }),
];

it('tells and counts each message once, though the wire has it twice', () => {
  const again = { message: { message: { role: 'assistant', content: [{ type: 'text', text: 'hello' }] } } };
  const events = read(
    metadata,
    prompt('hi', 0),
    message('hi', 'user'),
    message('<system-reminder>', 'injection'),
    ...step,
    { ...again, type: 'agent.message.appended', kind: 'event', time: 2 },
    { type: 'turn.ended', turnId: 0, reason: 'completed', durationMs: 7, time: 3 },
  );
  expect(said(events)).toEqual(['hi', 'hello']);
  expect(events.filter(({ type }) => type === 'token_count')).toMatchObject([
    { request_id: 'step-1', last: { input_tokens: 8, cached_input_tokens: 3, cache_write_input_tokens: 4 } },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'turn.completed', turn_id: '0', duration_ms: 7 });
});

it('ends a turn by the last step where the wire does not mark ends', () => {
  const events = read(metadata, prompt('hi'), message('hi', 'user'), ...step);
  expect(events.at(-1)).toMatchObject({ type: 'turn.completed', turn_id: '0', turn_usage: { output_tokens: 2 } });
});

it.each([
  ['failed', { type: 'turn.failed', error: { code: 'provider.api_error', message: '400' } }],
  ['cancelled', { type: 'turn.aborted', reason: 'interrupted' }],
])('tells a turn that ended as %s', (reason, expected) => {
  const error = { code: 'provider.api_error', message: '400' };
  const events = read(metadata, prompt('hi', 0), { type: 'turn.ended', turnId: 0, reason, error, time: 3 });
  expect(events.at(-1)).toMatchObject(expected);
});

it('takes back the turns that were undone', () => {
  const events = read(metadata, prompt('one', 0), message('one', 'user'), prompt('two', 1), message('two', 'user'), {
    type: 'context.undo',
    count: 1,
    time: 9,
  });
  expect(said(events)).toEqual(['one']);
});

it('reads odd values without throwing', () => {
  const odd: unknown[] = [null, 0, '', [], {}, { toString: 0 }, true, 'x'.repeat(10_000), Number.MAX_VALUE];
  for (const wire of ['kimi-wire', 'kimi-stream']) {
    const reader = createEventReader({ wire });
    for (const value of odd) {
      for (const record of [
        { type: 'metadata', created_at: value, protocol_version: value },
        { type: 'turn.prompt', input: value, turnId: value, time: value },
        { type: 'context.append_message', message: { role: value, content: value, origin: value }, time: value },
        loop({ type: 'tool.call', toolCallId: value, name: value, args: value, display: value }),
        loop({ type: 'tool.result', toolCallId: value, result: { output: value, note: value } }),
        { type: 'context.undo', count: value, time: 1 },
        { role: 'assistant', content: value, tool_calls: value },
        { role: 'assistant', tool_calls: [{ id: value, function: { name: value, arguments: '{' } }] },
        { role: 'tool', tool_call_id: value, content: '[{"type":"text"' },
        { role: 'meta', type: 'session.resume_hint', session_id: value },
      ]) {
        expect(() => reader.push(`${JSON.stringify(record)}\n`)).not.toThrow();
      }
    }
  }
});

it('names the request of a compaction apart from the step that was counted before it', () => {
  const [, count = {}] = step;
  const later = { type: 'usage.record', usage: { inputOther: 5, output: 6 }, time: 2 };
  const events = read(metadata, prompt('hi', 0), ...step, later, loop({ type: 'step.begin', uuid: 'step-2' }), count);
  const ids = events.flatMap((event) => (event.type === 'token_count' ? event.request_id : []));
  expect(ids[0]).toBe('step-1');
  expect(ids[2]).toBe('step-2');
  expect(new Set(ids).size).toBe(3);
});
