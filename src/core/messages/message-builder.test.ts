import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import type { ThreadEvent } from '../thread/event.ts';
import type { ThreadItem } from '../thread/item.ts';
import { createEventReader } from '../wires/event-reader.ts';
import { createMessageBuilder, type MessageBuilderOptions } from './message-builder.ts';

const THREAD = '01a1de06-a67f-710a-98e9-fb73c57df869';

function fold(events: readonly ThreadEvent[], options?: MessageBuilderOptions) {
  const builder = createMessageBuilder(options);
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages;
}

function readAll(bytes: Uint8Array): ThreadEvent[] {
  const reader = createEventReader();
  return [...reader.push(bytes), ...reader.end()].flatMap((outcome) => (outcome.ok ? outcome.events : []));
}

const turn: ThreadEvent = { type: 'turn.started' };
const started = (item: ThreadItem): ThreadEvent => ({ type: 'item.started', item });
const updated = (item: ThreadItem): ThreadEvent => ({ type: 'item.updated', item });
const completed = (item: ThreadItem): ThreadEvent => ({ type: 'item.completed', item });
const text = (id: string, words: string): ThreadItem => ({ id, type: 'agent_message', text: words });
const command = (id: string, line: string, exit_code: number | null = null): ThreadItem => ({
  id,
  type: 'command_execution',
  command: line,
  aggregated_output: exit_code === null ? '' : 'out',
  exit_code,
  status: exit_code === null ? 'in_progress' : 'completed',
});

describe('tools', () => {
  it('case 126: a start and an end are one tool_use and one tool_result', () => {
    const builder = createMessageBuilder();
    builder.push(turn);
    const [running] = builder.push(started(command('i', "/bin/bash -lc 'ls'")));
    expect(running?.content).toEqual([{ type: 'tool_use', id: running?.id, name: 'Bash', input: { command: 'ls' } }]);
    const [done] = builder.push(completed(command('i', "/bin/bash -lc 'ls'", 0)));
    expect(done?.id).toBe(running?.id);
    expect(done?.content).toEqual([
      ...(running?.content ?? []),
      { type: 'tool_result', tool_use_id: done?.id, content: 'out', is_error: false },
    ]);
    expect(builder.messages).toEqual([done]);
    // A message that was handed out stays what it was.
    expect(running?.content).toHaveLength(1);
  });

  it('gives results as user messages with split', () => {
    const messages = fold(
      [turn, started(command('i', 'ls')), completed(text('m', 'hm')), completed(command('i', 'ls', 0))],
      { split: true },
    );
    expect(messages.map(({ id, role, content }) => [id, role, content.map(({ type }) => type)])).toEqual([
      [messages[0]?.id, 'assistant', ['tool_use']],
      ['t1.text.1', 'assistant', ['text']],
      [`${messages[0]?.id}.result`, 'user', ['tool_result']],
    ]);
  });

  it.each([
    [
      {
        content: [
          { type: 'text', text: 'Issue 1' },
          { type: 'text', text: 'Issue 2' },
        ],
      },
      null,
      'Issue 1\nIssue 2',
      false,
    ],
    [null, { message: 'boom' }, 'boom', true],
    [{ content: [], structured_content: { answer: 42 } }, null, '{"answer":42}', false],
    [{ content: [] }, null, 'Tool completed with no output', false],
    [{ content: [{ type: 'text', text: 'bad' }], is_error: true }, null, 'bad', true],
  ])('case 128: an MCP call that gave %j or failed with %j', (result, error, content, is_error) => {
    const item: ThreadItem = {
      id: 'i',
      type: 'mcp_tool_call',
      server: 'linear',
      tool: 'list_issues',
      arguments: { a: 1 },
      result,
      error,
      status: error ? 'failed' : 'completed',
    };
    expect(fold([turn, completed(item)])[0]?.content).toMatchObject([
      { type: 'tool_use', name: 'mcp__linear__list_issues', input: { a: 1 } },
      { type: 'tool_result', content, is_error },
    ]);
  });

  it('keeps the images of a result as blocks after it', () => {
    const result = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] };
    const item: ThreadItem = { id: 'i', type: 'mcp_tool_call', server: 's', tool: 't', result, status: 'completed' };
    expect(fold([turn, completed(item)])[0]?.content[2]).toEqual({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
    });
  });

  it('case 129: every state of a plan is a TodoWrite, its end is none', () => {
    const plan = (first: boolean): ThreadItem => ({
      id: 'p',
      type: 'todo_list',
      items: [
        { text: 'a', completed: first },
        { text: 'b', completed: false },
      ],
    });
    const messages = fold([
      turn,
      started(plan(false)),
      updated(plan(true)),
      updated(plan(true)),
      completed(plan(true)),
    ]);
    expect(messages.map(({ id }) => id)).toEqual(['t1.plan.1', 't1.plan.2', 't1.plan.3']);
    expect(messages[1]?.content[0]).toMatchObject({
      name: 'TodoWrite',
      input: {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'pending' },
        ],
      },
    });
  });

  it.each([
    [{ ...command('i', 'x', 3) }],
    [{ ...command('i', 'x', 0), status: 'failed' }],
    [{ id: 'i', type: 'file_change', changes: [{ path: '/a', kind: 'update' }], status: 'failed' }],
  ] as [ThreadItem][])('case 130: %o is an error', (item) => {
    expect(fold([turn, completed(item)])[0]?.content[1]).toMatchObject({ type: 'tool_result', is_error: true });
  });

  it('waits until a web search says what it searches for, and shows it at the end at the latest', () => {
    const search = (query: string): ThreadItem => ({ id: 'ws', type: 'web_search', query, action: { type: 'other' } });
    const builder = createMessageBuilder();
    expect(builder.push(started(search('')))).toEqual([]);
    expect(builder.end()).toMatchObject([{ content: [{ type: 'tool_use', name: 'WebSearch' }] }]);
    expect(fold([started(search('')), completed(search('paris'))])).toHaveLength(1);
  });

  it('never loses an item of an unknown kind', () => {
    const item: ThreadItem = { id: 'i', type: 'unknown', wire_type: 'warp', data: { speed: 9 } };
    expect(fold([turn, completed(item)])[0]?.content).toMatchObject([
      { type: 'tool_use', name: 'warp', input: { speed: 9 } },
    ]);
  });
});

describe('ids', () => {
  it('count texts by turn and name tools by what they do', () => {
    const ids = fold([
      turn,
      completed(text('a', 'x')),
      completed(command('b', 'ls', 0)),
      completed(command('c', 'ls', 0)),
      turn,
      completed(text('d', 'y')),
    ]).map(({ id }) => id);
    expect(ids[0]).toBe('t1.text.1');
    expect(ids[1]).toMatch(/^t1\.Bash\.[0-9a-v]{11}\.1$/);
    expect(ids[2]).toBe(ids[1]?.replace(/1$/, '2'));
    expect(ids[3]).toBe('t2.text.1');
  });

  it('count on from the first turn that a resumed stream is told', () => {
    expect(fold([turn, completed(text('a', 'x'))], { firstTurn: 3 })[0]?.id).toBe('t3.text.1');
    expect(() => createMessageBuilder({ firstTurn: 0 })).toThrow(TypeError);
  });

  it('do not hang on the order of changes, nor on how paths are written', () => {
    const change = (...paths: string[]): ThreadItem => ({
      id: 'f',
      type: 'file_change',
      changes: paths.map((path) => ({ path, kind: 'update' })),
      status: 'completed',
    });
    const thread: ThreadEvent = { type: 'thread.started', thread_id: THREAD, cwd: '/w' };
    const [live] = fold([turn, completed(change('/w/y/../b', '/w/./a'))]);
    const [file] = fold([thread, turn, completed(change('./a', 'x/../b'))]);
    expect(file?.id).toBe(live?.id);
    expect(file?.content).toEqual(live?.content);
  });

  it('of MCP calls do not hang on how a file spells the server', () => {
    const mcp = (server: string, tool: string): ThreadItem => ({
      id: 'i',
      type: 'mcp_tool_call',
      server,
      tool,
      status: 'completed',
    });
    const [live] = fold([turn, completed(mcp('my-server__2', 'list.issues'))]);
    // A file may have one name for both; then a server whose name holds two underscores seems to end there.
    for (const item of [mcp('my_server__2', 'list_issues'), mcp('my_server', '2__list_issues')]) {
      const [file] = fold([turn, completed(item)]);
      expect(file?.id).toBe(live?.id);
      expect(file?.content).toEqual(live?.content);
    }
  });

  it('are not moved by a call that was turned down and then made in earnest', () => {
    const [live] = fold([turn, completed(command('b', 'ls', 0))]);
    const rejected = { ...command('a', 'ls'), status: 'declined', rejected: true };
    const messages = fold([
      turn,
      started(command('a', 'ls')),
      completed(rejected),
      started(command('b', 'ls')),
      completed(command('b', 'ls', 0)),
    ]);
    expect(messages.map(({ id }) => id)).toEqual([live?.id.replace(/1$/, 'rejected.1'), live?.id]);
    expect(messages[0]?.content).toMatchObject([
      { id: messages[0]?.id },
      { tool_use_id: messages[0]?.id, is_error: true },
    ]);
  });

  it('are not moved by the turns of a child agent that are mixed into the stream', () => {
    const spawn: ThreadItem = {
      id: 's',
      type: 'collab_tool_call',
      tool: 'spawn_agent',
      receiver_thread_ids: [],
      prompt: 'x',
      agents_states: {},
      status: 'completed',
    };
    const named = (n: number): ThreadEvent => ({ type: 'turn.started', turn_id: `synthetic-turn-${n}` });
    const messages = fold([
      named(1),
      completed(spawn),
      named(2),
      completed(text('a', 'x')),
      { type: 'turn.completed' },
      named(3),
      completed(text('b', 'y')),
    ]);
    expect(messages.map(({ id }) => id).slice(1)).toEqual(['t1.text.1', 't2.text.1']);
  });

  it('are not moved by what child agents do while the parent waits for them', () => {
    const collab = (tool: string, status: string): ThreadItem => ({
      id: tool,
      type: 'collab_tool_call',
      tool,
      receiver_thread_ids: [],
      prompt: null,
      agents_states: {},
      status,
    });
    const messages = fold([
      turn,
      completed(collab('spawn_agent', 'completed')),
      turn,
      started(collab('wait', 'in_progress')),
      completed(text('a', 'of the child')),
      completed(collab('wait', 'completed')),
      completed(text('b', 'of the parent')),
    ]);
    expect(messages.map(({ id }) => id).filter((id) => id.includes('text'))).toEqual(['t1.agent.text.1', 't1.text.1']);
  });

  it('name the turns of a parent apart, so that those of the thread itself count from 1', () => {
    const inherited = { inherited: true, turn_id: 'u0' };
    const messages = fold([
      { ...turn, ...inherited },
      { ...completed(text('a', 'x')), ...inherited },
      { ...turn, turn_id: 'u1' },
      { ...completed(text('b', 'y')), turn_id: 'u1' },
    ] as ThreadEvent[]);
    expect(messages.map(({ id }) => id)).toEqual(['p1.text.1', 't1.text.1']);
  });

  it('put a late item into its own turn', () => {
    const events = [
      { ...turn, turn_id: 'a' },
      { ...turn, turn_id: 'b' },
      { ...completed(text('m', 'late')), turn_id: 'a' },
    ];
    expect(fold(events as ThreadEvent[])[0]?.id).toBe('t1.text.1');
  });
});

describe('text', () => {
  it('grows by deltas and is settled by its end', () => {
    const delta = (text_delta: string): ThreadEvent => ({
      type: 'item.delta',
      item_id: 'm',
      item_type: 'agent_message',
      delta: { text_delta },
    });
    const builder = createMessageBuilder();
    expect(builder.push(delta('Hel'))).toMatchObject([{ id: 't1.text.1', content: [{ text: 'Hel' }] }]);
    expect(builder.push(delta('lo'))).toMatchObject([{ id: 't1.text.1', content: [{ text: 'Hello' }] }]);
    expect(builder.push(completed(text('m', 'Hello.')))).toMatchObject([
      { id: 't1.text.1', content: [{ text: 'Hello.' }] },
    ]);
    expect(builder.messages).toHaveLength(1);
  });

  it('of reasoning that is empty is no message', () => {
    expect(fold([turn, completed({ id: 'r', type: 'reasoning', text: '' })])).toEqual([]);
  });

  it('that the CLI put in is left out unless all is asked for, and moves no id', () => {
    const context: ThreadItem = { id: 'c', type: 'user_message', text: '<environment_context>', injected: true };
    const typed: ThreadItem = { id: 'u', type: 'user_message', text: 'hi', images: ['data:image/png;base64,AAAA'] };
    const events = [turn, completed(context), completed(typed)];
    expect(fold(events)).toMatchObject([
      { id: 't1.user.1', role: 'user', content: [{ text: 'hi' }, { type: 'image' }] },
    ]);
    expect(fold(events, { all: true })).toMatchObject([{ id: 't1.context.1', injected: true }, { id: 't1.user.1' }]);
  });
});

describe('notices', () => {
  it('are of the system; the error of a failed turn is not said twice', () => {
    const messages = fold([
      turn,
      { type: 'error', message: 'Reconnecting...' },
      { type: 'error', message: 'gone' },
      { type: 'turn.failed', error: { message: 'gone' } },
      turn,
      { type: 'turn.failed', error: { message: 'gone' } },
      turn,
      { type: 'turn.aborted', reason: 'interrupted' },
      completed({ id: 'c', type: 'compaction' }),
    ]);
    expect(messages.map(({ id, role, content }) => [id, role, content])).toEqual([
      ['t1.error.1', 'system', [{ type: 'text', text: 'Reconnecting...' }]],
      ['t1.error.2', 'system', [{ type: 'text', text: 'gone' }]],
      ['t2.error.1', 'system', [{ type: 'text', text: 'gone' }]],
      ['t3.aborted.1', 'system', [{ type: 'text', text: 'Turn aborted: interrupted' }]],
      ['t3.compaction.1', 'system', [{ type: 'text', text: 'Context compacted' }]],
    ]);
  });
});

describe('what stands beside the content', () => {
  it('is the model, the usage of the turn on its last message, and the time', () => {
    const turn_usage = {
      input_tokens: 5,
      cached_input_tokens: 2,
      output_tokens: 3,
      reasoning_output_tokens: 1,
      total_tokens: 8,
    };
    const events: ThreadEvent[] = [
      { type: 'thread.started', thread_id: THREAD, model: 'gpt-5' },
      turn,
      completed(text('a', 'x')),
      { ...completed(text('b', 'y')), timestamp: '2026-11-15T07:05:40.931Z' },
      { type: 'turn.completed', turn_usage },
    ];
    const [first, second] = fold(events);
    expect(first).toMatchObject({ model: 'gpt-5', timestamp: 0x01a1de06a67f, _original: events[2] });
    expect(first).not.toHaveProperty('usage');
    expect(second).toMatchObject({
      timestamp: Date.parse('2026-11-15T07:05:40.931Z'),
      usage: { inputTokens: 5, outputTokens: 3, totalTokens: 8, cacheReadTokens: 2 },
    });
    expect(fold([completed(text('a', 'x'))])[0]?.timestamp).toBe(0);
  });
});

describe('a rollback', () => {
  const typed = (id: string): ThreadEvent => completed({ id, type: 'user_message', text: id });
  const named = (turn_id: string): ThreadEvent => ({ type: 'turn.started', turn_id });
  const events: ThreadEvent[] = [
    named('a'),
    typed('1'),
    completed(text('m1', 'one')),
    named('b'),
    typed('2'),
    completed(text('m2', 'two')),
    named('c'),
    typed('3'),
    completed(text('m3', 'three')),
    { ...completed(text('late', 'late')), turn_id: 'a' },
    { type: 'turn.withdrawn', turn_ids: ['b', 'c'] },
    named('d'),
    typed('4'),
  ];

  it('takes back the turns that it names; late messages of others stay', () => {
    expect(fold(events).map(({ id }) => id)).toEqual(['t1.user.1', 't1.text.1', 't1.text.2', 't4.user.1']);
  });

  it('gives what is gone, marked, and keeps it in its place where all is asked for', () => {
    const builder = createMessageBuilder({ all: true });
    const gone = events.flatMap((event) => builder.push(event)).filter(({ withdrawn }) => withdrawn);
    expect(gone.map(({ id }) => id)).toEqual(['t2.user.1', 't2.text.1', 't3.user.1', 't3.text.1']);
    expect(builder.messages).toHaveLength(8);
    expect(builder.messages.filter(({ withdrawn }) => withdrawn)).toEqual(gone);
  });
});

describe('an event that comes twice', () => {
  const recordings = bundledRecordings();

  it('changes nothing, be it at once or when the whole input is read again', () => {
    expect(recordings.length).toBeGreaterThan(20);
    for (const { name, bytes } of recordings) {
      const events = readAll(bytes);
      const once = JSON.stringify(fold(events, { all: true }));
      const twice = events.flatMap((event) => [event, event]);
      expect(JSON.stringify(fold(twice, { all: true })), name).toBe(once);
      const builder = createMessageBuilder({ all: true, replay: true });
      for (const event of events) builder.push(event);
      expect(
        readAll(bytes).flatMap((event) => (event.line === undefined ? [] : builder.push(event))),
        name,
      ).toEqual([]);
    }
  });

  it('is told by its place: what was said twice is said twice', () => {
    const said = (line: number): ThreadEvent => ({ ...completed(text(`item_${line}`, 'same')), line });
    expect(fold([said(1), said(2), said(2)])).toHaveLength(2);
  });
});

describe('every bundled recording', () => {
  it('gives messages with ids of their own, in both forms, the same on every reading', () => {
    for (const { name, bytes } of bundledRecordings()) {
      for (const split of [false, true]) {
        const messages = fold(readAll(bytes), { all: true, split });
        const ids = messages.map(({ id }) => id);
        expect(new Set(ids).size, name).toBe(ids.length);
        expect(JSON.stringify(fold(readAll(bytes), { all: true, split })), name).toBe(JSON.stringify(messages));
        const uses = messages.flatMap(({ content }) => content).filter((block) => block.type === 'tool_use');
        expect(new Set(uses.map(({ id }) => id)).size, name).toBe(uses.length);
      }
    }
  });
});
