import { describe, expect, it } from 'vitest';
import { createCodexStdoutMapper } from './codex-stdout-mapper.ts';
import type { NdjsonEvent } from './ndjson-event.ts';
import { createStdoutMapper, type StdoutMapper } from './stdout-mapper.ts';

function map(mapper: StdoutMapper, ...values: object[]): NdjsonEvent[] {
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  return [...mapper.push(text), ...mapper.flush()].map((line) => JSON.parse(line));
}

describe('an error in NDJSON', () => {
  it.each([
    ['plain words', { content: 'plain words' }],
    ['{"error":{"message":"no","code":"invalid_value"}}', { content: 'no', code: 'invalid_value' }],
    [
      'API Error: 529 {"error":{"type":"overloaded_error","message":"Busy"}}',
      { content: 'API Error: 529 Busy', code: 'overloaded_error' },
    ],
    [
      '[API Error: {"error":{"code":503,"message":"Busy","status":"UNAVAILABLE"}}]',
      { content: '[API Error: Busy]', code: 'UNAVAILABLE' },
    ],
    ['{"error":{"message":"no","code":400}}', { content: 'no', code: '400' }],
    ['{"error":{"message":{"toString":0}}}', { content: '{"error":{"message":{"toString":0}}}' }],
  ])('is a sentence with a code, and the raw value beside it: %j', (message, told) => {
    const raw = told.content === message ? {} : { raw: message };
    expect(map(createStdoutMapper(), { type: 'error', message })).toEqual([{ type: 'stderr', ...told, ...raw }]);
  });

  it('says so of a failed turn, and once', () => {
    const message = '{"error":{"message":"no","code":"invalid_value"}}';
    const lines = map(createStdoutMapper(), { type: 'error', message }, { type: 'turn.failed', error: { message } });
    expect(lines).toMatchObject([
      { type: 'stderr' },
      { type: 'result', error: 'no', code: 'invalid_value', raw: message },
    ]);
  });

  it('without a message has words, and its fields beside them', () => {
    expect(map(createStdoutMapper(), { type: 'error', status: 500 })).toEqual([
      { type: 'stderr', content: 'the agent reported an error without a message', raw: { type: 'error', status: 500 } },
    ]);
  });

  it('stays as it stands in the mapper for Codex, whose keys are fixed', () => {
    const message = '{"error":{"message":"no"}}';
    expect(map(createCodexStdoutMapper(), { type: 'error', message })).toEqual([{ type: 'stderr', content: message }]);
  });
});

describe('a text that came in pieces', () => {
  const pieces = [
    { type: 'init', timestamp: '2026-01-01T00:00:00Z', session_id: 's', model: 'm' },
    { type: 'message', timestamp: '2026-01-01T00:00:01Z', role: 'user', content: 'hi' },
    { type: 'message', timestamp: '2026-01-01T00:00:02Z', role: 'assistant', content: 'Hello ', delta: true },
    { type: 'message', timestamp: '2026-01-01T00:00:03Z', role: 'assistant', content: 'you', delta: true },
    { type: 'result', timestamp: '2026-01-01T00:00:04Z', status: 'success', stats: {} },
  ];
  const appended = (lines: readonly NdjsonEvent[]) =>
    lines.map((line) => (line.type === 'message' && line.role === 'assistant' ? line.content : '')).join('');

  it('is told once to a client that appends, if the agent never wrote it whole', () => {
    expect(appended(map(createStdoutMapper(), ...pieces))).toBe('Hello you');
    expect(appended(map(createStdoutMapper({ whole: 'always' }), ...pieces))).toBe('Hello youHello you');
  });

  it('is told whole where the agent did write it', () => {
    const done = { type: 'message.output_text.done', item_id: 'a', text: 'Hello' };
    const lines = map(createStdoutMapper(), { type: 'message.output_text.delta', item_id: 'a', delta: 'Hello' }, done);
    expect(lines).toMatchObject([{ delta: true }, { content: 'Hello', delta: false }]);
  });

  it('and whose end has no text gives a line all the same', () => {
    const done = { type: 'message.output_text.done' };
    const line = { type: 'message', role: 'assistant', content: '', delta: false };
    expect(map(createCodexStdoutMapper(), done)).toEqual([line]);
  });
});
