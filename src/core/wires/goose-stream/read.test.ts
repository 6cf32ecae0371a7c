import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../../thread/event.ts';
import { createGooseStreamReader } from './read.ts';

const request = {
  type: 'toolRequest',
  id: 'call_1',
  toolCall: { status: 'success', value: { name: 'shell', arguments: { command: 'sleep 60' } } },
};
const response = { type: 'toolResponse', id: 'call_1', toolResult: { status: 'success', value: { content: [] } } };
const message = (role: string, ...content: object[]) => ({
  type: 'message',
  message: { id: 'm1', role, created: 1_794_999_718, content, metadata: {} },
});

function ends(...records: object[]): ThreadEvent[] {
  const reader = createGooseStreamReader({});
  const events = records.flatMap((record, line) => reader.read({ ...record }, line + 1, []));
  return events.filter(({ type }) => /^turn\.(?:completed|failed|aborted)$/.test(type));
}

describe('a run of goose', () => {
  it('was interrupted if it completes while a call has no result', () => {
    const complete = { type: 'complete', total_tokens: 0, input_tokens: 0, output_tokens: 0 };
    expect(ends(message('assistant', request), complete)).toMatchObject([
      { type: 'turn.aborted', reason: 'interrupted', extra: { input_tokens: 0 } },
    ]);
  });

  it('has completed if each call has its result, and the next run owes nothing of the one before', () => {
    const complete = { type: 'complete', total_tokens: null };
    const records = [message('assistant', request), complete, message('assistant', { type: 'text', text: 'Hi' })];
    expect(ends(...records, complete).map(({ type }) => type)).toEqual(['turn.aborted', 'turn.completed']);
    expect(ends(message('assistant', request), message('user', response), complete)).toMatchObject([
      { type: 'turn.completed' },
    ]);
  });

  it('has failed if goose told why, also with an open call', () => {
    const told = { type: 'text', text: 'Network error: gone' };
    const records = [
      message('assistant', request),
      { type: 'message', message: { role: 'assistant', content: [told] } },
    ];
    expect(ends(...records, { type: 'complete', total_tokens: null })).toMatchObject([{ type: 'turn.failed' }]);
  });
});
