import { describe, expect, it } from 'vitest';
import {
  assistantText,
  call,
  event,
  finished,
  meta,
  output,
  readRecords,
  response,
  summary,
} from '../../../../test/rollout-lines.ts';

const done = 'Exit code: 0\nWall time: 0 seconds\nOutput:\nok\n';
const items = (...records: Record<string, unknown>[]) => summary(readRecords([meta(), ...records])).slice(2, -1);

describe('a call and its output are one item', () => {
  it.each([
    ['shell', { command: ['bash', '-lc', 'ls -la'] }, "bash -lc 'ls -la'"],
    ['container.exec', { command: ['ls'] }, 'ls'],
    ['local_shell', { command: ['ls'] }, 'ls'],
    ['unified_exec', { input: ['ls'] }, 'ls'],
    ['shell_command', { command: 'ls -la' }, "/bin/bash -lc 'ls -la'"],
    ['exec_command', { cmd: "bash -lc 'ls'" }, `/bin/bash -lc "bash -lc 'ls'"`],
    ['exec_command', { cmd: 'ls', shell: '/bin/zsh', login: false }, '/bin/zsh -c ls'],
  ])('%s %j is a command', (name, args, command) => {
    const [started, completed] = readRecords([meta(), call(name, args), output(done)]).filter(
      (given) => 'item' in given,
    );
    expect(started).toMatchObject({ type: 'item.started', item: { id: 'call-1', command, status: 'in_progress' } });
    expect(completed).toMatchObject({
      type: 'item.completed',
      item: { id: 'call-1', command, aggregated_output: 'ok\n', exit_code: 0, status: 'completed' },
    });
  });

  it('a native shell call is one too', () => {
    const records = [
      response('local_shell_call', {
        call_id: 'call-1',
        status: 'completed',
        action: { type: 'exec', command: ['ls'], working_directory: '/tmp' },
      }),
      output(done),
    ];
    expect(items(...records)).toEqual(['started command in_progress: ls', 'completed command completed: ls']);
  });

  const patch = '*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch';
  it.each([
    ['free text', response('custom_tool_call', { call_id: 'call-1', name: 'apply_patch', input: patch })],
    ['JSON', call('apply_patch', { input: patch })],
    ['an argument list', call('shell', { command: ['apply_patch', patch] })],
    ['a heredoc', call('shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`] })],
    ['a script', call('exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` })],
  ])('a patch as %s is a change of files', (_form, record) => {
    expect(items(record, output(done))).toEqual([
      'started change in_progress: add /project/a.txt',
      'completed change completed: add /project/a.txt',
    ]);
  });

  it('a patch in another folder changes files there', () => {
    const script = `cd sub && apply_patch <<'EOF'\n${patch}\nEOF`;
    const record = call('shell', { command: ['bash', '-lc', script], workdir: '/else' });
    expect(items(record)).toEqual(['started change in_progress: add /else/sub/a.txt']);
  });

  it.each([
    ['demo__OAI_CODEX_MCP__echo', {}],
    ['demo__echo', {}],
    ['mcp__demo__echo', {}],
    ['echo', { namespace: 'mcp__demo__' }],
    ['echo', { namespace: 'mcp__demo' }],
  ])('%s beside %j is a call of an MCP tool', (name, fields) => {
    const record = call(name, { text: 'x' }, 'call-1', fields);
    expect(items(record, output('[{"type":"text","text":"y"}]'))).toEqual([
      'started mcp in_progress: demo/echo',
      'completed mcp completed: demo/echo',
    ]);
  });

  it('each plan that was taken is a snapshot of the one list of its turn', () => {
    const plan = (status: string) => ({
      plan: [
        { step: 'Read', status },
        { step: 'Write', status: 'pending' },
      ],
    });
    const records = [
      call('update_plan', plan('in_progress'), 'a'),
      output('Plan updated', 'a'),
      call('update_plan', plan('completed'), 'b'),
      output('Plan updated', 'b'),
      call('update_plan', plan('completed'), 'c'),
      output('failed to parse function arguments', 'c'),
    ];
    const events = readRecords([
      meta(),
      event('task_started', { turn_id: 't' }),
      ...records,
      event('task_complete', { turn_id: 't' }),
    ]);
    expect(summary(events).slice(2)).toEqual([
      'started todo: -Read -Write',
      'updated todo: +Read -Write',
      'completed tool failed: update_plan (rejected)',
      'completed todo: +Read -Write',
      'turn.completed',
    ]);
  });

  it('agents, pictures and all other tools have their kinds', () => {
    const records = [
      call('spawn_agent', { message: 'Count' }, 'a', { namespace: 'multi_agent_v1' }),
      output('{"agent_id":"child","nickname":"Bob"}', 'a'),
      call('wait_agent', { targets: ['child'] }, 'b'),
      output('{"status":{"child":{"completed":"6"}},"timed_out":false}', 'b'),
      call('wait', { cell_id: '1' }, 'c'),
      output('x', 'c'),
      call('view_image', { path: 'a.png' }, 'd'),
      output([{ type: 'input_image', image_url: 'data:image/png;base64,AA' }], 'd'),
      call('read_file', { file_path: '/a' }, 'e'),
      output('text', 'e'),
      response('tool_search_call', { call_id: null, execution: 'client', arguments: { query: 'x' } }),
      response('tool_search_output', { call_id: null, status: 'completed', execution: 'client', tools: [] }),
    ];
    const finishedItems = readRecords([meta(), ...records]).filter((given) => given.type === 'item.completed');
    expect(finishedItems).toMatchObject([
      { item: { type: 'collab_tool_call', tool: 'spawn_agent', prompt: 'Count', receiver_thread_ids: ['child'] } },
      { item: { tool: 'wait', agents_states: { child: { status: 'completed', message: '6' } } } },
      { item: { type: 'tool_call', name: 'wait', input: { cell_id: '1' }, output: 'x' } },
      { item: { type: 'image', purpose: 'view', path: 'a.png', data: 'data:image/png;base64,AA' } },
      { item: { type: 'tool_call', name: 'read_file', input: { file_path: '/a' }, output: 'text' } },
      { item: { type: 'tool_call', name: 'tool_search', input: { query: 'x' } } },
    ]);
  });

  it('several outputs of a script are joined', () => {
    const script = response('custom_tool_call', { call_id: 'call-1', name: 'exec', input: 'notify("a")' });
    const notice = (text: string) =>
      response('custom_tool_call_output', { call_id: 'call-1', output: [{ type: 'input_text', text }] });
    const [last] = readRecords([meta(), script, notice('a'), notice('b')])
      .filter((given) => 'item' in given)
      .slice(-1);
    expect(last).toMatchObject({ item: { name: 'exec', input: 'notify("a")', output: 'a\nb' } });
  });

  it('an output whose call is not in the file is kept', () => {
    expect(items(output('alone', 'nobody'), assistantText('x'))).toEqual([
      'completed tool completed: ',
      'completed agent: x',
    ]);
  });
});

describe('a call that was turned down was never printed', () => {
  it.each([
    ['exec_command', { cmd: 'rm x' }, 'exec_command failed: CreateProcess { message: "Rejected" }', 'declined'],
    ['shell', { command: ['rm'] }, 'exec command rejected by user', 'declined'],
  ])('%s', (name, args, text, status) => {
    const [, completed] = readRecords([meta(), call(name, args), output(text)]).filter((given) => 'item' in given);
    expect(completed).toMatchObject({ item: { rejected: true, status, aggregated_output: text } });
  });

  it('nor was a patch that does not fit', () => {
    const patch = response('custom_tool_call', {
      call_id: 'call-1',
      name: 'apply_patch',
      input: '*** Begin Patch\n*** Delete File: a\n*** End Patch',
    });
    expect(items(patch, output('apply_patch verification failed: x'))).toEqual([
      'started change in_progress: delete /project/a',
      'completed change failed: delete /project/a (rejected)',
    ]);
  });

  it('nor was what a paginated file records no finished item of', () => {
    const events = readRecords([
      meta({ history_mode: 'paginated' }),
      call('exec_command', { cmd: 'ls' }),
      output(done),
    ]);
    expect(summary(events)).toContain('completed command completed: /bin/bash -lc ls (rejected)');
  });

  it('but what was stopped, killed or denied by the sandbox had begun', () => {
    for (const text of [
      'aborted by user after 1.2s',
      'execution error: Sandbox(Signal(9))',
      'failed in sandbox None with execution error: command timed out',
    ]) {
      const [, completed] = readRecords([meta(), call('shell', { command: ['x'] }), output(text)]).filter(
        (given) => 'item' in given,
      );
      expect(completed).toMatchObject({ item: { status: 'failed' } });
      expect(completed).not.toHaveProperty('item.rejected');
    }
  });
});

describe('a process that runs on', () => {
  const running = 'Wall time: 0.4 seconds\nProcess running with session ID 7\nOutput:\nready\n';
  const exited = 'Wall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nbye\n';

  it('is done when what was written to it ends it', () => {
    const records = [
      call('exec_command', { cmd: 'cat' }, 'a'),
      output(running, 'a'),
      call('write_stdin', { session_id: 7, chars: 'quit\n' }, 'b'),
      output(exited, 'b'),
    ];
    expect(items(...records)).toEqual([
      'started command in_progress: /bin/bash -lc cat',
      'updated command in_progress: /bin/bash -lc cat',
      'started tool in_progress: write_stdin',
      'completed tool completed: write_stdin',
      'completed command completed: /bin/bash -lc cat',
    ]);
    const last = readRecords([meta(), ...records]).findLast((given) => 'item' in given);
    expect(last).toMatchObject({ item: { id: 'a', aggregated_output: 'ready\nbye\n', exit_code: 0 } });
  });

  it('is done by its own item in a paginated file, and that item belongs to its own turn', () => {
    const events = readRecords([
      meta({ history_mode: 'paginated' }),
      event('task_started', { turn_id: 'turn-1' }),
      call('exec_command', { cmd: 'cat' }),
      output(running),
      event('task_complete', { turn_id: 'turn-1' }),
      event('task_started', { turn_id: 'turn-2' }),
      finished({
        type: 'CommandExecution',
        id: 'call-1',
        command: ['/bin/bash', '-lc', 'cat'],
        cwd: 'file:///project/a%20b',
        status: 'failed',
        aggregated_output: 'x',
        exit_code: 1,
        duration: { secs: 1, nanos: 500_000_000 },
      }),
    ]);
    expect(events.at(-1)).toMatchObject({
      type: 'item.completed',
      turn_id: 'turn-1',
      item: { id: 'call-1', command: '/bin/bash -lc cat', cwd: '/project/a b', exit_code: 1, duration_seconds: 1.5 },
    });
  });
});

describe('events that tell how a call ended', () => {
  it('replace what the output could tell', () => {
    const records = [
      call('mcp__demo__fail', {}, 'a'),
      event('mcp_tool_call_end', {
        call_id: 'a',
        invocation: { server: 'demo', tool: 'fail', arguments: {} },
        duration: { secs: 0, nanos: 1 },
        result: { Ok: { content: [{ type: 'text', text: 'no' }], isError: true } },
      }),
      output('Wall time: 0 seconds\nOutput:\nno', 'a'),
      call('exec_command', { cmd: 'ls' }, 'b'),
      event('exec_command_end', {
        call_id: 'b',
        turn_id: 't',
        command: ['/bin/bash', '-lc', 'ls'],
        cwd: '/project',
        exit_code: 2,
        aggregated_output: 'ok\n',
        status: 'failed',
      }),
      output(done, 'b'),
    ];
    expect(items(...records)).toEqual([
      'started mcp in_progress: demo/fail',
      'completed mcp failed: demo/fail',
      // Once more, with what the model was told.
      'completed mcp failed: demo/fail',
      'started command in_progress: /bin/bash -lc ls',
      'completed command failed: /bin/bash -lc ls',
      'completed command failed: /bin/bash -lc ls',
    ]);
  });

  const ended = (aggregated_output: string) =>
    event('exec_command_end', { call_id: 'b', command: ['ls'], exit_code: 0, aggregated_output, status: 'completed' });
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');

  it.each([
    [
      'before',
      (short: string, long: string) => [
        ended(short),
        output(`Exit code: 0\nWall time: 0 seconds\nOutput:\n${long}`, 'b'),
      ],
    ],
    [
      'after',
      (short: string, long: string) => [
        output(`Exit code: 0\nWall time: 0 seconds\nOutput:\n${long}`, 'b'),
        ended(short),
      ],
    ],
    [
      'after, where the event has more',
      (short: string, long: string) => [
        output(`Exit code: 0\nWall time: 0 seconds\nOutput:\n${short}`, 'b'),
        ended(long),
      ],
    ],
  ])('come %s the output: the longer of the two is told, and lines that only the other has', (_, records) => {
    const events = readRecords([
      meta(),
      call('exec_command', { cmd: 'ls' }, 'b'),
      ...records(`${lines(0, 3)}… cut\n`, lines(0, 9)),
    ]);
    expect(events.findLast((given) => given.type === 'item.completed')).toMatchObject({
      item: { id: 'b', aggregated_output: lines(0, 9), notes: [{ kind: 'output', text: '… cut' }] },
    });
  });

  it('of a patch bring the diff with its line numbers', () => {
    const changes = {
      '/project/a': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n', move_path: '/project/b' },
      '/project/c': { delete: { content: 'old' } },
      '/project/d': 'delete',
    };
    const events = readRecords([
      meta(),
      event('patch_apply_end', { call_id: 'x', stdout: 'ok', stderr: '', success: true, changes }),
    ]);
    expect(events.find((given) => 'item' in given)).toMatchObject({
      item: {
        id: 'x',
        status: 'completed',
        changes: [
          { path: '/project/a', kind: 'update', diff: '@@ -1 +1 @@\n-a\n+b\n', move_path: '/project/b' },
          { path: '/project/c', kind: 'delete', old_content: 'old' },
          { path: '/project/d', kind: 'delete' },
        ],
      },
    });
  });

  it('of agents, client tools and pictures are items as well', () => {
    const events = readRecords([
      meta(),
      event('collab_agent_spawn_end', {
        call_id: 'a',
        sender_thread_id: 'p',
        new_thread_id: 'c',
        prompt: 'Go',
        status: 'running',
      }),
      event('collab_waiting_end', { call_id: 'b', sender_thread_id: 'p', statuses: { c: { completed: null } } }),
      event('dynamic_tool_call_response', {
        call_id: 'd',
        tool: 'lookup',
        arguments: { q: 1 },
        content_items: [{ type: 'inputText', text: 'found' }],
        success: true,
      }),
      event('image_generation_end', { call_id: 'i', status: 'completed', result: 'AA', saved_path: '/tmp/a.png' }),
      response('image_generation_call', { id: 'i', status: 'completed', result: 'AA' }),
    ]);
    expect(events.filter((given) => 'item' in given)).toMatchObject([
      { item: { tool: 'spawn_agent', receiver_thread_ids: ['c'], agents_states: { c: { status: 'running' } } } },
      { item: { tool: 'wait', agents_states: { c: { status: 'completed', message: null } } } },
      { item: { type: 'tool_call', name: 'lookup', input: { q: 1 }, output: 'found' } },
      { item: { type: 'image', purpose: 'generation', data: 'AA', path: '/tmp/a.png' } },
    ]);
  });
});

it('a picture that follows a call as a message is no text of the person, and begins no turn', () => {
  const image_url = 'data:image/png;base64,AA';
  const records = [
    event('user_message', { message: 'Look' }),
    call('view_image', { path: 'a.png' }),
    output('attached local image path'),
    response('message', { role: 'user', content: [{ type: 'input_image', image_url }] }),
    event('user_message', { message: '', images: [image_url] }),
    event('agent_message', { message: 'A pixel' }),
  ];
  expect(summary(readRecords([meta(), ...records])).slice(2)).toEqual([
    'completed user: Look',
    'started image',
    'completed image',
    'completed injected: ',
    'completed agent: A pixel',
    'turn.completed',
  ]);
});

it('an error of an MCP server is told without the quotes around it', () => {
  const [, completed] = readRecords([
    meta(),
    call('mcp__demo__boom', {}),
    output('err: "tool call error: a\\nb"'),
  ]).filter((given) => 'item' in given);
  expect(completed).toMatchObject({ item: { status: 'failed', error: { message: 'tool call error: a\nb' } } });
});

it.each([
  ['a list', '[{"type":"text","text":"tool call error: a"}]'],
  ['a list under a header', 'Wall time: 0.1 seconds\nOutput:\n[{"type":"text","text":"tool call error: a"}]'],
  ['parts', [{ type: 'input_text', text: 'tool call error: a' }]],
])('an MCP call that failed is known by the words of Codex in %s', (_, written) => {
  const [, completed] = readRecords([meta(), call('mcp__demo__boom', {}), output(written)]).filter(
    (given) => 'item' in given,
  );
  expect(completed).toMatchObject({
    item: { status: 'failed', result: null, error: { message: 'tool call error: a' } },
  });
});

it.each([
  ['unsupported call: no_such_tool', 'failed'],
  ['failed to parse function arguments: key must be a string', 'failed'],
  ['Script failed\nWall time 0.1 seconds\nOutput:\n', 'failed'],
  ['request_user_input is unavailable in Default mode', 'failed'],
  ['It failed to parse, said the tool', 'completed'],
])('a tool that answers %j has %s', (text, status) => {
  const [, completed] = readRecords([meta(), call('some_tool', {}), output(text)]).filter((given) => 'item' in given);
  expect(completed).toMatchObject({ item: { type: 'tool_call', output: text, status } });
});

it('a web search that an event and a response item without an id tell is one, however often it is made', () => {
  const action = { type: 'open_page', url: 'https://example.com' };
  const told = (call_id: string) => event('web_search_end', { call_id, query: action.url, action });
  const response_item = response('web_search_call', { status: 'completed', action });
  const events = readRecords([meta(), told('a'), response_item, told('b'), response_item, response_item, told('c')]);
  expect(events.flatMap((given) => ('item' in given ? [given.item.type] : []))).toEqual(Array(3).fill('web_search'));
  const alone = readRecords([meta(), response_item, response_item]);
  expect(alone.filter((given) => 'item' in given)).toHaveLength(2);
});

it.each([
  '{"output":"Success. Updated the following files:\\nA a\\n","metadata":{"exit_code":0}}',
  'Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA a\n',
])('a patch within a command is done when its own output says so: %j', (own) => {
  const cmd = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n+a\n*** End Patch\nEOF";
  const events = readRecords([
    meta(),
    call('exec_command', { cmd }),
    output(`Wall time: 0.1 seconds\nOutput:\n${own}`),
  ]);
  expect(events.findLast((given) => given.type === 'item.completed')).toMatchObject({
    item: { type: 'file_change', status: 'completed', stdout: 'Success. Updated the following files:\nA a\n' },
  });
});
