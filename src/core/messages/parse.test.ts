import { describe, expect, it } from 'vitest';
import { parse } from './parse.ts';

const AT = '2025-09-25T01:28:40.413Z';
const completed = (item: object) => parse(JSON.stringify({ type: 'item.completed', item }));
const responseItem = (payload: object) => parse(JSON.stringify({ timestamp: AT, type: 'response_item', payload }));
const eventMsg = (payload: object) => parse(JSON.stringify({ timestamp: AT, type: 'event_msg', payload }));
const call = (name: string, args: unknown) =>
  responseItem({ type: 'function_call', name, call_id: 'c', arguments: JSON.stringify(args) })?.content[0];

describe('a line of the live stream', () => {
  it('case 43: reasoning is one thinking block of the assistant', () => {
    const message = completed({ id: 'item_0', type: 'reasoning', text: 'hm' });
    expect(message).toMatchObject({
      role: 'assistant',
      tool: 'codex',
      content: [{ type: 'thinking', thinking: 'hm' }],
    });
  });

  it('case 44: a message keeps the id and has a time and its record', () => {
    const message = completed({ id: 'item_1', type: 'agent_message', text: 'hi' });
    expect(message).toMatchObject({ id: 'item_1', content: [{ type: 'text', text: 'hi' }] });
    expect(message?.timestamp).toBeGreaterThan(0);
    expect(message?._original).toMatchObject({ type: 'item.completed' });
  });

  it('case 45: a command is its call and its result, the command as it stands', () => {
    const item = {
      id: 'i',
      type: 'command_execution',
      command: 'bash -lc ls',
      aggregated_output: 'a',
      exit_code: 0,
      status: 'completed',
    };
    expect(completed(item)?.content).toEqual([
      { type: 'tool_use', id: 'i', name: 'Bash', input: { command: 'bash -lc ls' } },
      { type: 'tool_result', tool_use_id: 'i', content: 'a', is_error: false },
    ]);
  });

  it.each([
    ['46', { exit_code: 1, status: 'completed' }, true],
    ['46', { exit_code: 0, status: 'failed' }, true],
    ['47', { exit_code: null, status: 'completed' }, false],
    ['47', { status: 'completed' }, false],
    ['47', { exit_code: null, status: 'declined' }, true],
  ])('case %s: a command with %o has is_error %s', (_case, fields, isError) => {
    const message = completed({ id: 'i', type: 'command_execution', command: 'x', aggregated_output: '', ...fields });
    expect(message?.content[1]).toMatchObject({ is_error: isError });
  });

  it.each([
    ['add', { name: 'Write', input: { file_path: "it's a.ts" } }],
    ['modify', { name: 'Edit', input: { file_path: "it's a.ts" } }],
    ['update', { name: 'Edit', input: { file_path: "it's a.ts" } }],
    ['delete', { name: 'Bash', input: { command: `rm "it's a.ts"` } }],
  ])('case 48: a file change of kind %s', (kind, expected) => {
    const message = completed({
      id: 'f',
      type: 'file_change',
      changes: [{ path: "it's a.ts", kind }],
      status: 'completed',
    });
    expect(message?.content).toEqual([{ type: 'tool_use', id: 'f', ...expected }]);
  });

  it('case 49: two changes are two blocks with ids of their own', () => {
    const changes = [
      { path: 'b', kind: 'add' },
      { path: 'a', kind: 'update' },
    ];
    const content = completed({ id: 'f', type: 'file_change', changes, status: 'completed' })?.content;
    expect(content).toMatchObject([
      { id: 'f', input: { file_path: 'b' } },
      { id: 'f.2', input: { file_path: 'a' } },
    ]);
  });

  it('case 130: a patch that failed has results that say so', () => {
    const content = completed({
      id: 'f',
      type: 'file_change',
      changes: [{ path: 'b', kind: 'add' }],
      status: 'failed',
    })?.content;
    expect(content?.[1]).toMatchObject({ type: 'tool_result', tool_use_id: 'f', is_error: true });
  });

  it.each([
    '{"type":"thread.started","thread_id":"t"}',
    '{"type":"turn.started"}',
    '{"type":"turn.completed","usage":{"input_tokens":1}}',
    '{"type":"item.started","item":{"id":"i","type":"command_execution","command":"x","status":"in_progress"}}',
  ])('case 50: %s is no message', (line) => {
    expect(parse(line)).toBeNull();
  });

  it.each(['', ' ', 'oops {', '{"type":"item.completed","item":7}', '[1]'])(
    'case 51: %j is no message and throws nothing',
    (line) => {
      expect(parse(line)).toBeNull();
    },
  );

  it.each([
    [
      {
        id: 'i',
        type: 'mcp_tool_call',
        server: 's',
        tool: 't',
        arguments: { a: 1 },
        result: { content: [] },
        error: null,
        status: 'completed',
      },
      'mcp__s__t',
    ],
    [{ id: 'i', type: 'web_search', query: 'paris' }, 'WebSearch'],
    [{ id: 'i', type: 'todo_list', items: [{ text: 'a', completed: true }] }, 'TodoWrite'],
    [{ id: 'i', type: 'warp_drive', speed: 9 }, 'warp_drive'],
  ])('case 65: %o is a proper message', (item, name) => {
    expect(completed(item)?.content[0]).toMatchObject({ type: 'tool_use', id: 'i', name });
  });

  it('case 65: an error item is a notice of the system', () => {
    expect(completed({ id: 'e', type: 'error', message: 'careful' })).toMatchObject({
      role: 'system',
      content: [{ type: 'text', text: 'careful' }],
    });
  });

  it('gives an item without an id the same id in the message and its blocks', () => {
    const message = completed({ type: 'command_execution', command: 'x', aggregated_output: '', exit_code: 0 });
    expect(message?.content[0]).toMatchObject({ id: message?.id });
    expect(message?.content[1]).toMatchObject({ tool_use_id: message?.id });
  });
});

describe('a line of a session file', () => {
  it.each([
    ['user', 'input_text'],
    ['assistant', 'output_text'],
  ])('case 52: a message of the %s, its parts in order', (role, type) => {
    const content = ['a', 'b'].map((text) => ({ type, text }));
    expect(responseItem({ type: 'message', role, content })).toMatchObject({
      role,
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    });
  });

  it('case 53: summaries are joined by newlines; an empty one is no message', () => {
    const summary = ['a', 'b'].map((text) => ({ type: 'summary_text', text }));
    expect(responseItem({ type: 'reasoning', summary })?.content).toEqual([{ type: 'thinking', thinking: 'a\nb' }]);
    expect(responseItem({ type: 'reasoning', summary: [], encrypted_content: 'x' })).toBeNull();
  });

  it('case 54: a shell call is Bash with nothing but the command', () => {
    const args = { command: ['zsh', '-lc', 'ls'], workdir: '.', timeout_ms: 1 };
    const message = responseItem({
      type: 'function_call',
      name: 'shell',
      call_id: 'call_1',
      arguments: JSON.stringify(args),
    });
    expect(message).toMatchObject({ id: 'call_1', content: [{ name: 'Bash', input: { command: 'ls' } }] });
    expect(message?.content[0]).toHaveProperty('input', { command: 'ls' });
  });

  it('case 55: quotes within the script stay', () => {
    expect(call('shell', { command: ['bash', '-lc', 'rg "TeamSheet"'] })).toMatchObject({
      input: { command: 'rg "TeamSheet"' },
    });
  });

  it.each([
    ['mystery_tool', { a: 1 }, 'mystery_tool', { a: 1 }],
    [
      'update_plan',
      { plan: [{ step: 's', status: 'in_progress' }] },
      'TodoWrite',
      { todos: [{ content: 's', status: 'in_progress' }] },
    ],
    ['read_file', { file_path: '/a' }, 'Read', { file_path: '/a' }],
    ['write_file', { path: '/a', content: 'x' }, 'Write', { file_path: '/a', content: 'x' }],
    ['edit_file', { path: '/a' }, 'Edit', { file_path: '/a' }],
  ])('case 56: %s is %3$s', (name, args, tool, input) => {
    expect(call(name, args)).toMatchObject({ name: tool, input });
  });

  it('case 56b: a command may be a string', () => {
    expect(call('shell', { command: 'ls' })).toMatchObject({ input: { command: 'ls' } });
  });

  it('case 57: arguments that are no JSON are kept as raw', () => {
    const message = responseItem({ type: 'function_call', name: 'odd', call_id: 'c', arguments: '{oops' });
    expect(message?.content[0]).toMatchObject({ name: 'odd', input: { raw: '{oops' } });
  });

  it('case 58: a command of several words is joined, not cut', () => {
    expect(call('shell', { command: ['git', 'commit', '-m', 'two words'] })).toMatchObject({
      input: { command: "git commit -m 'two words'" },
    });
  });

  it.each([
    ['59', JSON.stringify({ output: 'file1\nfile2', metadata: { exit_code: 0 } }), 'file1\nfile2', false],
    ['60', JSON.stringify({ output: 'no', metadata: { exit_code: 1 } }), 'no', true],
    ['61', JSON.stringify({ output: '', metadata: { exit_code: 0 } }), '', false],
    ['62', 'ok', 'ok', false],
    [
      '62',
      [
        { type: 'input_text', text: 'a' },
        { type: 'input_text', text: 'b' },
      ],
      'a\nb',
      false,
    ],
    ['62', 'Exit code: 2\nWall time: 0.1 seconds\nOutput:\nboom', 'boom', true],
  ])('case %s: the output %j is unwrapped', (_case, output, content, is_error) => {
    expect(responseItem({ type: 'function_call_output', call_id: 'call_123', output })).toMatchObject({
      id: 'call_123',
      role: 'assistant',
      content: [{ type: 'tool_result', tool_use_id: 'call_123', content, is_error }],
    });
  });

  it('case 63: events are text, thinking and text of the user; token counts are nothing', () => {
    expect(eventMsg({ type: 'agent_message', message: 'a' })).toMatchObject({
      role: 'assistant',
      content: [{ text: 'a' }],
    });
    expect(eventMsg({ type: 'agent_reasoning', text: 'r' })).toMatchObject({ content: [{ thinking: 'r' }] });
    expect(eventMsg({ type: 'user_message', message: 'u' })).toMatchObject({ role: 'user', content: [{ text: 'u' }] });
    expect(eventMsg({ type: 'token_count', info: null })).toBeNull();
  });

  it('case 64: metadata is nothing; the time is that of the record', () => {
    expect(parse(JSON.stringify({ timestamp: AT, type: 'session_meta', payload: { id: 'x' } }))).toBeNull();
    expect(parse(JSON.stringify({ timestamp: AT, type: 'turn_context', payload: { cwd: '/' } }))).toBeNull();
    expect(eventMsg({ type: 'agent_message', message: 'a' })?.timestamp).toBe(Date.parse(AT));
  });

  it('case 66: a turn that was aborted is not lost', () => {
    expect(eventMsg({ type: 'turn_aborted', reason: 'interrupted' })).toMatchObject({
      role: 'system',
      content: [{ text: 'Turn aborted: interrupted' }],
    });
  });

  it('reads bare items of the oldest files', () => {
    const line = JSON.stringify({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'hi' }] });
    expect(parse(line)).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'hi' }] });
  });

  it('reads finished items of paginated files', () => {
    const item = { type: 'AgentMessage', id: 'msg_1', content: [{ type: 'Text', text: 'hi' }] };
    expect(eventMsg({ type: 'item_completed', thread_id: 't', turn_id: 'u', item })).toMatchObject({
      id: 'msg_1',
      content: [{ type: 'text', text: 'hi' }],
    });
  });

  it('makes a patch one block for each file, with its hunks', () => {
    const input = '*** Begin Patch\n*** Add File: a.txt\n+hi\n*** Update File: b.txt\n@@\n-x\n+y\n*** End Patch';
    expect(responseItem({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'p', input })?.content).toMatchObject(
      [
        { id: 'p', name: 'Write', input: { file_path: 'a.txt', content: 'hi\n' } },
        { id: 'p.2', name: 'Edit', input: { file_path: 'b.txt', diff: '@@\n-x\n+y\n' } },
      ],
    );
  });

  it('gives the same line the same id, and other lines other ones', () => {
    const ids = ['a', 'a', 'b'].map((message) => eventMsg({ type: 'agent_message', message })?.id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });
});

it('throws nothing for a value that is nested too deeply to be written again', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  for (const field of ['output', 'arguments', 'input', 'content', 'summary', 'action', 'item']) {
    for (const type of [
      'function_call',
      'function_call_output',
      'custom_tool_call',
      'message',
      'reasoning',
      'item_completed',
    ]) {
      for (const line of ['response_item', 'event_msg']) {
        const payload = `{"type":"${type}","name":"x","call_id":"c","${field}":{"a":${deep}}}`;
        expect(() => parse(`{"timestamp":"${AT}","type":"${line}","payload":${payload}}`)).not.toThrow();
      }
    }
    expect(() => parse(`{"type":"item.completed","item":{"id":"i","type":"odd","${field}":${deep}}}`)).not.toThrow();
  }
});

it('takes a string and nothing else', () => {
  // @ts-expect-error a caller without types
  expect(() => parse(7)).toThrow(TypeError);
});
