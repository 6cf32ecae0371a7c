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

describe('Qwen Code, images', () => {
  const place = { sessionId: 's', timestamp: '2026-11-18T20:30:00.000Z', cwd: '/p', version: '9' };
  const inlineData = { mimeType: 'image/png', data: 'aGk=' };
  const parts = [{ text: '@a.png what is this' }, { inlineData }];
  const asked = { functionCall: { id: 'c', name: 'read_file', args: {} } };
  const functionResponse = {
    id: 'c',
    name: 'read_file',
    response: { output: 'An overview.' },
    parts: [{ inlineData }],
  };
  const record = (uuid: string, type: string, message: object) => ({ ...place, uuid, parentUuid: null, type, message });
  const events = eventsOf(
    'qwen-chat',
    record('u', 'user', { role: 'user', parts }),
    record('a', 'assistant', { role: 'model', parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'x' }, asked] }),
    record('r', 'tool_result', { role: 'user', parts: [{ functionResponse }] }),
  );

  it('are kept of a prompt and of a result', () => {
    const images = ['data:image/png;base64,aGk='];
    expect(events).toContainEqual(
      expect.objectContaining({ item: expect.objectContaining({ type: 'user_message', images }) }),
    );
    expect(ended(events).at(-1)).toMatchObject({ id: 'c', output: 'An overview.', call: { images } });
  });

  it('and a text with a field beside it is still a text', () => {
    expect(ended(events)[0]).toMatchObject({ type: 'reasoning', text: 'Hm.', extra: { thoughtSignature: 'x' } });
  });
});

describe('Kimi Code', () => {
  it('is read on when its lines get fields that they had not', () => {
    const lines = [
      { role: 'meta', type: 'system.version', version: '9' },
      { role: 'assistant', content: 'Hello.', reasoning_content: 'A greeting.' },
    ];
    expect(ended(eventsOf('kimi-stream', ...lines))).toMatchObject([
      { type: 'agent_message', text: 'Hello.', extra: { reasoning_content: 'A greeting.' } },
    ]);
  });
});

describe('Goose', () => {
  it('names the request of a summary, which only the ledger counts, even where an answer counts the same', () => {
    const usage = { inputTokens: 5, outputTokens: 2, totalTokens: 7 };
    const message = (id: number, message_id: string, role: string, text: string, metadata: object) => ({
      table: 'messages',
      row: {
        id,
        message_id,
        role,
        content_json: JSON.stringify([{ type: 'text', text }]),
        session_id: 's',
        created_timestamp: id,
        metadata_json: JSON.stringify(metadata),
      },
    });
    const events = eventsOf(
      'goose-rows',
      message(1, 'msg_1', 'user', 'go', { userVisible: true, agentVisible: false }),
      message(2, 'chatcmpl-1', 'user', 'A summary.', { userVisible: false, agentVisible: true }),
      message(3, 'chatcmpl-2', 'assistant', 'Done.', { userVisible: true, agentVisible: true, usage }),
      ...[1, 0].map((is_compaction) => ({
        table: 'usage_ledger',
        row: { id: 1, session_id: 's', input_tokens: 5, output_tokens: 2, total_tokens: 7, is_compaction },
      })),
    );
    const counted = events.flatMap((event) => (event.type === 'token_count' ? [event.request_id] : []));
    expect(counted).toEqual(['chatcmpl-2', 'chatcmpl-1']);
    expect(ended(events)[0]).toMatchObject({ type: 'compaction' });
  });
});

describe('OpenCode', () => {
  it('shows the end of a long output of which the model was told nothing but where it is', () => {
    const told = '...output truncated...\n\nFull output saved to: /tmp/tool_1\n\n(no output)';
    const state = {
      status: 'completed',
      input: { command: 'yes' },
      output: told,
      metadata: { output: '...\n\ny\ny\n', exit: 0, truncated: true },
    };
    const part = {
      id: 'prt_1',
      messageID: 'msg_1',
      sessionID: 'ses_1',
      type: 'tool',
      tool: 'bash',
      callID: 'c',
      state,
    };
    const line = { type: 'tool_use', timestamp: 1, sessionID: 'ses_1', part };
    expect(ended(eventsOf('opencode-stream', line))).toMatchObject([
      { aggregated_output: '...\n\ny\ny\n', call: { name: 'bash', told } },
    ]);
  });
});

describe('a row of a database', () => {
  const rows = [
    ['opencode-store', { table: 'session', row: { id: 'ses_1' } }],
    ['goose-rows', { table: 'sessions', row: { id: '20261116_1', working_dir: '/p', session_type: 'user' } }],
  ] as const;

  it.each(rows)('of a table that nobody knows is kept as unknown: %s', (wire, first) => {
    const events = eventsOf(wire, first, { table: 'verdict', row: { id: 'v_1', text: 'Well done.' } });
    expect(events.at(-1)).toMatchObject({ type: 'unknown', wire_type: 'verdict' });
    expect(JSON.stringify(events.at(-1))).toContain('Well done.');
  });
});

describe('the Agent Client Protocol', () => {
  it('keeps why a turn stopped beside its counts', () => {
    const events = eventsOf(
      'acp',
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'session/prompt',
        params: { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] },
      },
      { jsonrpc: '2.0', id: 1, result: { stopReason: 'max_tokens', usage: { inputTokens: 3, outputTokens: 1 } } },
    );
    expect(events.at(-1)).toMatchObject({ type: 'turn.completed', extra: { stopReason: 'max_tokens' } });
  });
});

describe('a duration', () => {
  it('is whole milliseconds, also where a clock tells parts of one', () => {
    const result = { type: 'result', subtype: 'success', is_error: false, session_id: 's', duration_ms: 1.6 };
    const ended = { type: 'turn.ended', turnId: 0, reason: 'completed', durationMs: 1.6, time: 2 };
    const prompt = { type: 'turn.prompt', input: [], turnId: 0, time: 1 };
    const init = { type: 'system', subtype: 'init', session_id: 's', qwen_code_version: '9' };
    for (const events of [
      eventsOf('claude-stream', { type: 'system', subtype: 'init', session_id: 's' }, result),
      eventsOf(
        'qwen-stream',
        init,
        { type: 'assistant', message: { content: [{ type: 'text', text: 'Hi.' }] } },
        result,
      ),
      eventsOf('kimi-wire', prompt, ended),
    ])
      expect(events.find(({ type }) => type === 'turn.completed')).toMatchObject({ duration_ms: 2 });
  });
});

describe('Gemini CLI', () => {
  it('keeps the images of a result, inside its response or beside it', () => {
    const inlineData = { mimeType: 'image/png', data: 'aGk=' };
    const response = { id: 'c', name: 'read_file', response: { output: 'Binary content.' } };
    for (const result of [
      [{ functionResponse: response }, { inlineData }],
      [{ functionResponse: { ...response, parts: [{ inlineData }] } }],
    ]) {
      const call = { id: 'c', name: 'read_file', args: {}, status: 'success', result };
      const reply = { id: 'm', timestamp: '2026-11-18T20:30:00.000Z', type: 'gemini', content: '', toolCalls: [call] };
      const items = ended(eventsOf('gemini-chat', { sessionId: 's', projectHash: 'h', kind: 'main' }, reply));
      expect(items).toMatchObject([{ call: { images: ['data:image/png;base64,aGk='] } }]);
    }
  });

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
