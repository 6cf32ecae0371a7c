import { createEventReader, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

// What agents could write next, found by changing every field of the recordings. No version is asked for.

function eventsOf(wire: string, ...records: object[]): ThreadEvent[] {
  const reader = createEventReader({ wire });
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  return [...reader.push(text), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

function ended(events: readonly ThreadEvent[]) {
  return events.flatMap((event) =>
    event.type === 'item.completed' && event.item.type !== 'user_message' ? [event.item] : [],
  );
}

const diff = { fileDiff: '@@ -1 +1 @@\n-a\n+b\n', fileName: 'a', filePath: '/p/a', newContent: 'b\n' };

describe('Qwen Code', () => {
  const place = { parentUuid: null, sessionId: 's', timestamp: '2026-11-18T20:30:00.000Z', cwd: '/p', version: '9' };
  const chat = (name: string, result: object) =>
    eventsOf(
      'qwen-chat',
      { ...place, uuid: 'u', type: 'user', message: { role: 'user', parts: [{ text: 'go' }] } },
      {
        ...place,
        uuid: 'a',
        type: 'assistant',
        message: { role: 'model', parts: [{ functionCall: { id: 'c', name, args: {} } }] },
      },
      { ...place, uuid: 'r', type: 'tool_result', ...result },
    );

  it('ends a call by what people saw where the response has another form', () => {
    const toolCallResult = { callId: 'c', status: 'success', resultDisplay: 'started\nended' };
    const parts = [{ functionResponse: 'as a text' }];
    const items = ended(chat('glob', { message: { role: 'user', parts }, toolCallResult }));
    expect(items).toMatchObject([{ id: 'c', name: 'glob', status: 'completed', output: 'started\nended' }]);
  });

  it('keeps the diff of a tool that is not known for changes', () => {
    const response = { functionResponse: { id: 'c', name: 'multi_edit', response: { output: 'Done.' } } };
    const toolCallResult = { callId: 'c', status: 'success', resultDisplay: diff };
    const items = ended(chat('multi_edit', { message: { role: 'user', parts: [response] }, toolCallResult }));
    expect(items).toMatchObject([{ type: 'tool_call', output: 'Done.', extra: { shown: diff } }]);
  });

  it('takes a text in a list of parts for a part', () => {
    const line = { uuid: 'r', session_id: 's', parent_tool_use_id: null };
    const block = {
      type: 'tool_result',
      tool_use_id: 'c',
      is_error: false,
      content: ['said "so"', { text: 'and so' }],
    };
    const events = eventsOf('qwen-stream', { ...line, type: 'user', message: { role: 'user', content: [block] } });
    expect(ended(events)).toMatchObject([{ id: 'c', output: 'said "so"\nand so' }]);
  });
});

describe('Gemini CLI', () => {
  it('keeps the diff of a tool that is not known for changes', () => {
    const call = { id: 'c', name: 'multi_edit', args: {}, status: 'success', resultDisplay: diff };
    const reply = { id: 'm', timestamp: '2026-11-18T20:30:00.000Z', type: 'gemini', content: '', toolCalls: [call] };
    const items = ended(eventsOf('gemini-chat', { sessionId: 's', projectHash: 'h', kind: 'main' }, reply));
    expect(items).toMatchObject([{ type: 'tool_call', name: 'multi_edit', extra: { shown: diff } }]);
  });
});

describe('Cline', () => {
  it('keeps all that a tool tells beside its words, and its sentences as a note', () => {
    const output = { agentId: 'counter', message: 'It was dispatched.', text: 'There are 4 files.', iterations: 2 };
    const event = { type: 'content_end', contentType: 'tool', toolName: 'team_run_task', toolCallId: 'c', output };
    const [item] = ended(eventsOf('cline-stream', { ts: '2026-11-18T20:30:00.000Z', type: 'agent_event', event }));
    const { text, ...others } = output;
    expect(item).toMatchObject({
      output: text,
      extra: { results: [others] },
      notes: [{ kind: 'resource', text: 'It was dispatched.' }],
    });
  });
});

describe('a time', () => {
  const AT = Date.UTC(2026, 10, 18, 20, 30);
  const forms = [AT, AT / 1000, '2026-11-18T20:30:00.000Z', '2026-11-18T22:30:00.000+02:00'];

  it.each(forms)('is read in every form: %s', (time) => {
    const told = [
      eventsOf('kimi-wire', { type: 'turn.prompt', input: [{ type: 'text', text: 'go' }], time }),
      eventsOf('pi-session', {
        type: 'model_change',
        id: 'a',
        parentId: null,
        provider: 'p',
        modelId: 'm',
        timestamp: time,
      }),
      eventsOf('claude-project', { type: 'attachment', uuid: 'u', sessionId: 's', timestamp: time, attachment: {} }),
      eventsOf('opencode-store', { table: 'part', row: { id: 'prt_1', time_created: time, data: '{"type":"patch"}' } }),
    ];
    for (const events of told) {
      const times = events.flatMap(({ line, timestamp = '' }) => (line === undefined ? [] : [Date.parse(timestamp)]));
      expect(new Set(times)).toEqual(new Set([AT]));
    }
  });
});
