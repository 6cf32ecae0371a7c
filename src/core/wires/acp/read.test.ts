import { createEventReader, detectWire, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

const envelope = (dir: 'in' | 'out', message: object) => ({
  dir,
  line: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const into = (message: object) => envelope('in', message);
const out = (message: object) => envelope('out', message);
const hello = (name: string) =>
  out({ id: 0, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name, version: '1.2' } } });
const prompt = (id: unknown, text = 'go', sessionId = 'S') =>
  into({ id, method: 'session/prompt', params: { sessionId, prompt: [{ type: 'text', text }] } });
const end = (id: unknown, stopReason = 'end_turn', more: object = {}) => out({ id, result: { stopReason, ...more } });
const update = (fields: object, sessionId = 'S') =>
  out({ method: 'session/update', params: { sessionId, update: fields } });
const piece = (text: string, more: object = {}) =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...more });
const call = (fields: object) => update({ sessionUpdate: 'tool_call', toolCallId: 'c', ...fields });
const OPTIONS = [
  { optionId: 'y', name: 'Allow', kind: 'allow_once' },
  { optionId: 'n', name: 'Reject', kind: 'reject_once' },
];
const ask = (id: unknown, toolCall: object) =>
  out({ id, method: 'session/request_permission', params: { sessionId: 'S', toolCall, options: OPTIONS } });
const choose = (id: unknown, optionId: string) => into({ id, result: { outcome: { outcome: 'selected', optionId } } });

function read(...records: object[]): ThreadEvent[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(records.map((record) => `${JSON.stringify(record)}\n`).join('')), ...reader.end()];
  expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}
const items = (events: readonly ThreadEvent[], type = 'item.completed') =>
  events.flatMap((event) => ('item' in event && event.type === type ? [event.item] : []));

describe('the agent', () => {
  it.each([
    ['gemini-cli', 'gemini'],
    ['OpenCode', 'opencode'],
    ['@zed-industries/claude-code-acp', 'claude'],
    ['codex-acp', 'codex'],
    ['My Agent', 'my-agent'],
    ['--help', 'help'],
    ['', 'acp'],
  ])('that calls itself %j is %s', (name, agent) => {
    const events = read(
      hello(name),
      into({ id: 1, method: 'session/new', params: { cwd: '/p' } }),
      out({ id: 1, result: { sessionId: 'S' } }),
    );
    expect(events.find(({ type }) => type === 'thread.started')).toMatchObject({
      agent,
      thread_id: 'S',
      cwd: '/p',
      cli_version: '1.2',
    });
  });
});

describe('an agent that does not tell its name', () => {
  const started = (authMethods: unknown) => {
    const records = [
      out({ id: 0, result: { protocolVersion: 1, agentCapabilities: {}, authMethods } }),
      out({ id: 1, result: { sessionId: 'S' } }),
    ];
    return read(...records).find(({ type }) => type === 'thread.started');
  };
  it('is the known agent in the ids of its ways to log in', () => {
    expect(started([{ id: 'goose-provider' }])).toMatchObject({ agent: 'goose' });
    expect(started([{ id: 'api-key' }, { id: 'gemini-api-key' }])).toMatchObject({ agent: 'gemini' });
  });

  it('stays without one where they name several, or none', () => {
    for (const odd of [
      [{ id: 'claude-login' }, { id: 'codex-login' }],
      [{ id: 7 }, null, 'goose'],
      'goose',
      {},
      undefined,
    ])
      expect(started(odd)).toMatchObject({ agent: 'acp' });
  });
});

describe('a text', () => {
  it('ends where a call or another message begins', () => {
    const events = read(
      prompt(1),
      piece('a'),
      piece('b'),
      call({ kind: 'execute', title: 'ls' }),
      piece('c'),
      piece('d', { messageId: 'm2' }),
      end(1),
    );
    const texts = items(events).flatMap((item) => (item.type === 'agent_message' ? [[item.text, item.id]] : []));
    expect(texts).toEqual([
      ['ab', 'L2.1'],
      ['c', 'L5.1'],
      ['d', 'm2'],
    ]);
  });

  it('of the program in the model’s voice is none of the model', () => {
    const events = read(
      hello('Copilot'),
      prompt(1),
      piece('Info: Operation cancelled by user'),
      piece('Error: 400 bad'),
      piece('fine'),
      end(1),
    );
    expect(items(events).filter(({ type }) => type === 'agent_message')).toHaveLength(1);
    expect(events.find(({ type }) => type === 'error')).toMatchObject({ message: '400 bad' });
    // Another agent's model may say so itself.
    const others = read(hello('gemini-cli'), prompt(1), piece('Info: x'), end(1));
    expect(items(others).at(-1)).toMatchObject({ type: 'agent_message', text: 'Info: x' });
  });
});

describe('a call', () => {
  it('begins with the question for leave where nobody spoke of it before, and a refusal ends it with the turn', () => {
    const events = read(
      prompt(1),
      ask(0, { toolCallId: 'c', title: 'touch x', kind: 'execute' }),
      choose(0, 'n'),
      end(1),
    );
    expect(items(events, 'item.started')).toMatchObject([{ type: 'command_execution', command: 'touch x' }]);
    expect(items(events).at(-1)).toMatchObject({ id: 'c', status: 'declined' });
    const asked = events.flatMap((event) => (event.type === 'context' ? [[event.kind, event.item_id]] : []));
    expect(asked).toEqual([
      ['session/request_permission', 'c'],
      ['session/request_permission', 'c'],
    ]);
  });

  it('that was allowed stays open until the agent ends it, or a cancel ends the turn', () => {
    const begun = [prompt(1), call({ kind: 'execute', title: 'sleep 9', status: 'in_progress' })];
    expect(items(read(...begun, end(1))).filter(({ id }) => id === 'c')).toEqual([]);
    expect(items(read(...begun, end(1, 'cancelled'))).at(-1)).toMatchObject({ id: 'c', status: 'failed' });
  });

  it('keeps its arguments though a later message has none, and its kind for life', () => {
    const events = read(
      prompt(1),
      call({ kind: 'execute', rawInput: { command: 'ls' } }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', kind: 'edit', rawInput: {}, status: 'completed' }),
      end(1),
    );
    expect(items(events).find(({ id }) => id === 'c')).toMatchObject({ type: 'command_execution', command: 'ls' });
  });

  it('has the name of the tool where the agent tells it beside the call', () => {
    for (const _meta of [
      { toolName: 'shell' },
      { x: { toolName: 'shell' } },
      { goose: { toolCall: { toolName: 'shell' } } },
    ]) {
      const events = read(prompt(1), call({ title: 'shell · ls', rawInput: { command: 'ls' }, _meta }), end(1));
      expect(items(events, 'item.started')).toMatchObject([{ call: { name: 'shell', input: { command: 'ls' } } }]);
    }
  });

  it('keeps that name though later messages have other things beside the call', () => {
    const events = read(
      prompt(1),
      call({ title: 'shell · ls', rawInput: { command: 'ls' }, _meta: { goose: { toolCall: { toolName: 'shell' } } } }),
      update({
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        _meta: { toolNotification: {} },
        status: 'completed',
      }),
      end(1),
    );
    expect(items(events).find(({ id }) => id === 'c')).toMatchObject({ call: { name: 'shell' } });
  });

  it('has the name in the first title about it, for life, and none that is a word of its input', () => {
    const named = (first: object, ...later: object[]) => {
      const told = later.map((fields) => update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields }));
      const events = read(prompt(1), call(first), ...told, end(1));
      return events.flatMap((event) => ('item' in event && 'call' in event.item ? [event.item.call?.name] : [])).at(-1);
    };
    const listed = { title: 'ls', rawInput: { command: 'ls' }, status: 'completed' };
    expect(named({ title: 'bash', kind: 'execute' }, listed)).toBe('bash');
    expect(named({ title: 'ls', kind: 'execute', rawInput: { command: ['sh', 'ls'] } })).toBe('execute');
    expect(named({ title: 'Fail', kind: 'execute', rawInput: { command: 'x', description: 'Fail' } })).toBe('execute');
    expect(named({ title: 'Makefile', kind: 'read', rawInput: { path: '/p/Makefile' } })).toBe('read');
    expect(named({ title: 'Run it now', kind: 'execute' }, { rawInput: { command: 'x' }, title: 'Again' })).toBe(
      'execute',
    );
  });

  it('keeps the input that the agent told: a question for leave shows another one to people', () => {
    const told = { command: 'ls', description: 'List' };
    const asked = { toolCallId: 'c', kind: 'execute', rawInput: { command: 'ls', commands: ['ls'] } };
    const first = read(hello('Copilot'), prompt(1), call({ kind: 'execute', rawInput: told }), ask(0, asked), end(1));
    expect(items(first, 'item.updated').at(-1)).toMatchObject({ call: { name: 'bash', input: told } });
    // Where nothing was told, it is all that is known. A folder that the adapter adds is not the model's.
    const bare = read(
      hello('OpenCode'),
      prompt(1),
      call({ title: 'bash', kind: 'execute', rawInput: { cwd: '/p' } }),
      ask(0, asked),
    );
    expect(items(bare, 'item.started').at(-1)?.call).toBeUndefined();
    expect(items(bare, 'item.updated').at(-1)).toMatchObject({ call: { name: 'bash', input: asked.rawInput } });
  });

  it('has the id of the session’s file where the agent puts the turn before it, also in the answer to a question', () => {
    const id = '0:call_1';
    const events = read(
      hello('Kimi'),
      prompt(1),
      update({ sessionUpdate: 'tool_call', toolCallId: id, title: 'Bash', kind: 'execute' }),
      ask(0, { toolCallId: id, title: 'Bash' }),
      choose(0, 'n'),
      end(1),
    );
    expect(items(events).at(-1)).toMatchObject({ id: 'call_1', status: 'declined' });
    const asked = events.flatMap((event) => (event.type === 'context' ? [event.item_id] : [])).filter(Boolean);
    expect(asked).toEqual(['call_1', 'call_1']);
  });

  it('has the words of the agent as its result, also for a file and for why there is none', () => {
    const ended = (first: object, last: object) => {
      const done = update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...last });
      return items(read(prompt(1), call({ rawInput: { path: 'a' }, ...first }), done, end(1))).find(
        ({ id }) => id === 'c',
      );
    };
    const diff = [{ type: 'diff', path: 'a', oldText: '', newText: 'x' }];
    const text = [{ type: 'content', content: { type: 'text', text: 'shown' } }];
    const created = { status: 'completed', content: diff, rawOutput: { content: 'Created a' } };
    expect(ended({ kind: 'edit' }, created)).toMatchObject({ type: 'file_change', call: { output: 'Created a' } });
    const refused = { status: 'failed', rawOutput: { message: 'No.', code: 'rejected' } };
    expect(ended({ kind: 'execute' }, refused)).toMatchObject({ aggregated_output: 'No.' });
    const empty = { status: 'completed', content: text, rawOutput: '' };
    expect(ended({ kind: 'read' }, empty)).toMatchObject({ output: 'shown' });
    expect(ended({ kind: 'execute' }, empty)).toMatchObject({ aggregated_output: '' });
  });

  it('that ended takes other words for itself without cutting a text or beginning a turn', () => {
    const summary = update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'In short', _meta: {} });
    const events = read(
      prompt(1),
      call({ kind: 'execute', rawInput: { command: 'ls' }, status: 'completed' }),
      piece('one '),
      summary,
      piece('text'),
      end(1),
      summary,
    );
    expect(items(events).filter(({ type }) => type === 'agent_message')).toMatchObject([{ text: 'one text' }]);
    expect(events.filter(({ type }) => type === 'turn.started')).toHaveLength(1);
    expect(events.filter((event) => event.type === 'context' && event.item_id === 'c')).toHaveLength(2);
  });

  it('of odd values throws nowhere', () => {
    for (const odd of [{ toString: 0 }, [], [null], 7, null, 'x', [{ type: 'diff', path: 7 }], { output: {} }])
      for (const name of [
        'toolCallId',
        'kind',
        'title',
        'status',
        'content',
        'locations',
        'rawInput',
        'rawOutput',
        '_meta',
      ]) {
        const fields = { sessionUpdate: 'tool_call', toolCallId: 'c', kind: 'edit', [name]: odd };
        const text = [prompt(1), update(fields), ask(0, fields), choose(0, 'y')].map((record) =>
          JSON.stringify(record),
        );
        expect(() => createEventReader().push(`${text.join('\n')}\n`)).not.toThrow();
      }
  });
});

describe('a turn', () => {
  it('fails with the words of the error, and a prompt of another session is another turn', () => {
    const events = read(
      prompt(1, 'a'),
      prompt(2, 'b', 'S2'),
      out({ id: 1, error: { code: -32603, message: 'Internal', data: { details: 'no key' } } }),
      end(2),
    );
    const ends = events.filter(({ type }) => type === 'turn.failed' || type === 'turn.completed');
    expect(ends).toMatchObject([
      {
        type: 'turn.failed',
        thread_id: 'S',
        turn_id: 'synthetic-turn-1',
        error: { message: 'Internal\nno key', code: '-32603' },
      },
      { type: 'turn.completed', thread_id: 'S2', turn_id: 'synthetic-turn-2' },
    ]);
  });

  it('whose answer comes after that of the next one is ended by its own', () => {
    const events = read(prompt(1, 'a'), prompt(2, 'b'), end(2), end(1, 'cancelled'));
    const ends = events.flatMap((event) =>
      /^turn\.(?:completed|aborted)$/.test(event.type) ? [[event.type, event.turn_id]] : [],
    );
    expect(ends).toEqual([
      ['turn.completed', 'synthetic-turn-2'],
      ['turn.aborted', 'synthetic-turn-1'],
    ]);
  });

  it('of an agent that tells the sum of the session used what was added', () => {
    const usage = (inputTokens: number, outputTokens: number) => ({
      usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    });
    const turns = [prompt(1), end(1, 'end_turn', usage(10, 2)), prompt(2), end(2, 'end_turn', usage(30, 5))];
    const used = (name: string) =>
      read(hello(name), ...turns).flatMap((event) =>
        event.type === 'turn.completed' ? [event.turn_usage?.input_tokens] : [],
      );
    expect(used('Copilot')).toEqual([10, 20]);
    expect(used('OpenCode')).toEqual([10, 30]);
  });

  it('takes in what the agent asks for in between', () => {
    const events = read(
      prompt(1),
      out({ id: 5, method: 'craft/drainMidTurnQueue', params: { sessionId: 'S' } }),
      into({ id: 5, result: { messages: ['also', 7], hasQueuedPrompt: false } }),
      end(1),
    );
    expect(items(events)).toMatchObject([{ text: 'go' }, { type: 'user_message', text: 'also' }]);
  });

  it('of history that is told again is none', () => {
    const load = into({ id: 1, method: 'session/load', params: { sessionId: 'S', cwd: '/p' } });
    const events = read(load, piece('old'), out({ id: 1, result: {} }), prompt(2), piece('new'), end(2));
    const started = events.filter(({ type }) => type === 'turn.started');
    expect(started).toHaveLength(1);
    expect(events.filter(({ inherited }) => inherited).length).toBeGreaterThan(0);
    expect(items(events).filter((item) => item.type === 'agent_message')).toMatchObject([
      { text: 'old' },
      { text: 'new' },
    ]);
  });
});

it('is not taken for MCP, nor MCP for it', () => {
  for (const mcp of [
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } },
    { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18', capabilities: {} } },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: {} },
    { jsonrpc: '2.0', id: 2, result: { content: [] } },
  ])
    expect(detectWire(`${JSON.stringify(mcp)}\n`)).toBe('unknown');
});
