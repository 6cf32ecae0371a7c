import { createEventReader, type ThreadEvent } from 'threadline';
import { expect, it } from 'vitest';

function read(records: readonly object[]): { wire: string | undefined; events: ThreadEvent[] } {
  const reader = createEventReader();
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const events = [...reader.push(text), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
  return { wire: reader.wire, events };
}

/** The requests of items and counts, in their order. */
function requestsOf(events: readonly ThreadEvent[]): (string | undefined)[] {
  return events.flatMap((event) =>
    ('item' in event && event.item.type !== 'user_message') || event.type === 'token_count' ? [event.request_id] : [],
  );
}

it('takes the parts that a sub-agent of Qwen Code writes one by one for one reply, until something else comes', () => {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 };
  const record = (uuid: string, type: string, parts: object[], more: object = {}) => ({
    uuid,
    parentUuid: null,
    sessionId: 's',
    timestamp: '2026-11-15T13:58:24.392Z',
    type,
    cwd: '/p',
    version: '0.24.4',
    agentId: 'Explore-c',
    isSidechain: true,
    message: { role: type === 'assistant' ? 'model' : 'user', parts },
    ...more,
  });
  const call = (id: string) => ({ functionCall: { id, name: 'glob', args: {} } });
  const { wire, events } = read([
    record('u', 'user', [{ text: 'look' }]),
    record('a', 'assistant', [{ text: 'Looking.' }], { usageMetadata }),
    record('b', 'assistant', [call('c1')]),
    record('c', 'assistant', [call('c2')]),
    record('d', 'tool_result', [{ functionResponse: { id: 'c1', name: 'glob', response: { output: 'x' } } }]),
    record('e', 'assistant', [{ text: 'Done.' }]),
  ]);
  expect(wire).toBe('qwen-chat');
  expect(new Set(requestsOf(events))).toEqual(new Set(['a', 'e']));
});

it('names no request for a call that Copilot CLI made by itself, and one for a compaction', () => {
  const line = (type: string, data: object, id: string) => ({
    type,
    data,
    id,
    timestamp: '2026-11-15T13:57:29.783Z',
    parentId: null,
  });
  const toolRequests = [{ toolCallId: 'own', name: 'read_agent', arguments: {} }];
  const { wire, events } = read([
    line('session.start', { sessionId: 's', version: 1, producer: 'copilot-agent', copilotVersion: '1.0.102' }, 'l1'),
    line('user.message', { content: 'hi' }, 'l2'),
    line('assistant.message', { messageId: 'm1', content: 'Hello.', toolRequests: [], apiCallId: 'api-1' }, 'l3'),
    line('assistant.message', { messageId: 'm2', content: '', toolRequests }, 'l4'),
    line(
      'session.compaction_complete',
      { summaryContent: 'short', compactionTokensUsed: { inputTokens: 5, outputTokens: 1 } },
      'l5',
    ),
  ]);
  expect(wire).toBe('copilot-events');
  const made = events.find((event) => 'item' in event && event.item.id === 'own');
  expect(made).toBeDefined();
  expect(made?.request_id).toBeUndefined();
  expect(events.filter(({ type }) => type === 'token_count').map(({ request_id }) => request_id)).toEqual(['l5']);
});
