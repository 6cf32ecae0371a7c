import { createMessageBuilder, type ThreadEvent } from 'threadline';
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
  userText,
} from '../../../../test/rollout-lines.ts';

type Fields = Record<string, unknown>;

const items = (...records: Fields[]) =>
  readRecords([meta(), ...records]).flatMap((given) => (given.type === 'item.completed' ? [given.item] : []));

function messages(events: readonly ThreadEvent[]) {
  const builder = createMessageBuilder();
  for (const given of events) builder.push(given);
  builder.end();
  return builder.messages;
}

const started = event('task_started', { turn_id: 'turn-1' });
const ended = event('task_complete', { turn_id: 'turn-1' });

describe('a command that never tells its end', () => {
  const running = 'Wall time: 0.4 seconds\nProcess running with session ID 7\nOutput:\nready\n';

  it('has what it printed as its result, in its own turn, when the file ends', () => {
    const events = readRecords([
      meta(),
      started,
      call('exec_command', { cmd: 'npm start' }),
      output(running),
      ended,
      event('task_started', { turn_id: 'turn-2' }),
      event('task_complete', { turn_id: 'turn-2' }),
    ]);
    expect(events.at(-1)).toMatchObject({
      type: 'item.completed',
      turn_id: 'turn-1',
      item: { aggregated_output: 'ready\n', status: 'in_progress' },
    });
    const [message] = messages(events);
    expect(message?.content).toMatchObject([{ type: 'tool_use' }, { type: 'tool_result', content: 'ready\n' }]);
  });

  it('takes what was read of it in later turns along', () => {
    const [first] = items(
      call('exec_command', { cmd: 'npm start' }, 'a'),
      output(running, 'a'),
      call('write_stdin', { session_id: 7, chars: '' }, 'b'),
      output('Process running with session ID 7\nOutput:\nmore\n', 'b'),
    ).filter((item) => item.type === 'command_execution');
    expect(first).toMatchObject({ id: 'a', aggregated_output: 'ready\nmore\n' });
  });
});

describe('a plan without an answer', () => {
  const plan = call('update_plan', { plan: [{ step: 'Read', status: 'pending' }] });

  it('is given when its turn or the file ends', () => {
    expect(summary(readRecords([meta(), plan]))).toContain('started todo: -Read');
    const aborted = readRecords([meta(), started, plan, event('turn_aborted', { turn_id: 'turn-1' })]);
    expect(summary(aborted).slice(2)).toEqual(['started todo: -Read', 'turn.aborted']);
  });

  it('keeps what stood beside its call, answered or not', () => {
    const events = readRecords([meta(), { ...plan, metadata: { client_authored: true } }, output('Plan updated')]);
    expect(JSON.stringify(events)).toContain('"client_authored":true');
  });
});

describe('outputs of one call', () => {
  it('that come one by one are given again each time they have doubled, and whole when the turn ends', () => {
    const notices = Array.from({ length: 100 }, (_, index) =>
      response('custom_tool_call_output', { call_id: 'call-1', output: `line ${index}` }),
    );
    const script = response('custom_tool_call', { call_id: 'call-1', name: 'exec', input: 'x' });
    const events = readRecords([meta(), started, script, ...notices, ended]);
    const given = events.filter((each) => each.type === 'item.completed');
    expect(given.length).toBeLessThan(12);
    expect(given.at(-1)).toMatchObject({ item: { output: expect.stringMatching(/^line 0\n(?:.*\n)*line 99$/) } });
    expect(events.filter((each) => each.type === 'context')).toHaveLength(notices.length - given.length + 1);
  });

  it('in parts stand on lines of their own', () => {
    const parts = ['===== A =====', 'Exit code: 0\n', 'x'].map((text) => ({ type: 'input_text', text }));
    const [item] = items(response('custom_tool_call', { call_id: 'call-1', name: 'exec', input: 'x' }), output(parts));
    expect(item).toMatchObject({ output: '===== A =====\nExit code: 0\nx' });
  });
});

describe('tools by their names', () => {
  it.each(['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'])(
    '%s is one call of MCP, whether an event tells its end or not',
    (tool) => {
      const end = event('mcp_tool_call_end', {
        call_id: 'call-1',
        invocation: { server: 'docs', tool, arguments: { server: 'docs' } },
        result: { Ok: { content: [{ type: 'text', text: '[]' }] } },
      });
      const events = readRecords([meta(), call(tool, { server: 'docs' }), end, output('[]')]);
      expect(messages(events).map(({ content }) => content.map(({ type }) => type))).toEqual([
        ['tool_use', 'tool_result'],
      ]);
      expect(items(call(tool, {}), output('[]'))).toMatchObject([{ server: 'codex', tool, status: 'completed' }]);
    },
  );

  it.each([
    ['exec', 'functions', { code: 'x' }],
    ['run', 'web', { query: 'x' }],
    ['read', 'memories', {}],
  ])('%s of Codex’s own namespace %s keeps its name', (name, namespace, args) => {
    const [item] = items(call(name, args, 'call-1', { namespace }), output('ok'));
    expect(item).toMatchObject({ type: 'tool_call', name, extra: { call: { namespace } } });
  });

  it('a shell among Codex’s functions is a shell', () => {
    const [item] = items(call('shell', { command: ['ls'] }, 'call-1', { namespace: 'functions' }), output('x'));
    expect(item).toMatchObject({ type: 'command_execution', command: 'ls' });
  });
});

describe('on Windows', () => {
  const windows = (...records: Fields[]) =>
    readRecords([meta({ cwd: 'C:\\proj' }), ...records]).flatMap((given) => ('item' in given ? [given.item] : []));

  it('the files of a patch have whole paths with its separators', () => {
    const input = '*** Begin Patch\n*** Delete File: src/a.md\n*** Update File: ..\\b.md\n@@\n-x\n+y\n*** End Patch';
    const [item] = windows(response('custom_tool_call', { call_id: 'a', name: 'apply_patch', input }));
    expect(item).toMatchObject({ changes: [{ path: 'C:\\proj\\src\\a.md' }, { path: 'C:\\b.md' }] });
  });

  it.each([
    ['powershell', "powershell -Command 'dir C:'"],
    ['C:\\Program Files\\PowerShell\\7\\pwsh.exe', '-Command'],
    ['cmd.exe', "cmd.exe /c 'dir C:'"],
    ['/bin/zsh', "/bin/zsh -lc 'dir C:'"],
  ])('%s is started with its own flag', (shell, command) => {
    const [item] = windows(call('exec_command', { cmd: 'dir C:', shell }));
    expect(item).toMatchObject({ command: expect.stringContaining(command) });
  });
});

it('a file that a patch deletes and adds anew is one change, as it is live', () => {
  const input = '*** Begin Patch\n*** Delete File: a\n*** Add File: ./a\n+new\n*** End Patch';
  const [item] = items(response('custom_tool_call', { call_id: 'call-1', name: 'apply_patch', input }), output('ok'));
  expect(item).toMatchObject({ changes: [{ path: '/project/a', kind: 'add', new_content: 'new\n' }] });
});

it('a patch in a long folder takes room in proportion to its text', () => {
  const input = `*** Begin Patch\n${'*** Add File: a\n'.repeat(3000)}*** End Patch`;
  for (const cwd of [`/${'a'.repeat(1_000_000)}`, `/${'a'.repeat(4000)}`]) {
    const patch = response('custom_tool_call', { call_id: 'call-1', name: 'apply_patch', input });
    const [item] = readRecords([meta({ cwd }), patch]).flatMap((given) => ('item' in given ? [given.item] : []));
    expect(JSON.stringify(item?.type === 'file_change' && item.changes).length).toBeLessThan(10 * input.length);
  }
});

describe('what the model was told of its agents', () => {
  it.each([
    ['spawn_agent', { message: 'Go' }, '{"agent_id":"c","nickname":"Bob"}', { new_agent_nickname: 'Bob' }],
    ['wait_agent', { targets: ['c'] }, '{"status":{},"timed_out":true}', {}],
    ['send_input', { target: 'c', message: 'x' }, '{"submission_id":"s"}', {}],
    ['spawn_agent', { message: 'Go' }, 'You are the newly spawned agent.', {}],
  ])('%s %j: %s', (tool, args, text, fields) => {
    const records = [call(tool, args), output(text)];
    expect(items(...records)).toMatchObject([{ output: text, status: 'completed', ...fields }]);
    const [message] = messages(readRecords([meta(), ...records]));
    expect(message?.content[1]).toMatchObject({ type: 'tool_result', content: text, is_error: false });
  });

  it('the last state of an agent that was closed is its own', () => {
    const args = { target: 'c' };
    for (const name of ['previous_status', 'status']) {
      const text = JSON.stringify({ [name]: { completed: 'Done' } });
      const [item] = items(call('close_agent', args), output(text));
      expect(item).toMatchObject({ agents_states: { c: { status: 'completed', message: 'Done' } } });
    }
  });

  it('a call that did not work still is a failure', () => {
    expect(items(call('spawn_agent', { message: 'Go' }), output('aborted by user after 2s'))).toMatchObject([
      { status: 'failed', output: 'aborted by user after 2s' },
    ]);
  });
});

describe('unabridged reasoning', () => {
  const raw = (...texts: string[]) =>
    response('reasoning', { id: '', summary: [], content: texts.map((text) => ({ type: 'reasoning_text', text })) });

  it('is one text a record, in its place, and told once', () => {
    const events = readRecords([
      meta(),
      started,
      event('user_message', { message: 'Hi' }),
      raw('User', ' asks', '.'),
      raw('User asks.'),
      event('agent_message', { message: 'Hello' }),
      assistantText('Hello'),
      ended,
    ]);
    expect(summary(events).slice(2, -1)).toEqual([
      'completed user: Hi',
      'completed raw reasoning: User asks.',
      'completed agent: Hello',
    ]);
  });

  it('with an empty id has one of its own', () => {
    const bare = (text: string) => raw(text).payload as Fields;
    const header = { id: 'bare', timestamp: '2025-06-01T00:00:00Z', instructions: null };
    const events = readRecords([header, bare('first thought'), bare('second thought')]);
    const ids = events.flatMap((given) => ('item' in given ? [given.item.id] : []));
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain('');
    expect(messages(events)).toHaveLength(2);
  });
});

it('context that an item and an event tell is given once', () => {
  const text = '<environment_context>\n  <cwd>/work</cwd>\n</environment_context>';
  const events = readRecords([
    meta(),
    userText(text),
    event('user_message', { message: text, kind: 'environment_context' }),
    event('user_message', { message: 'Hi', kind: 'plain' }),
  ]);
  expect(summary(events)).toEqual([
    'thread.started',
    'turn.started',
    `completed injected: ${text}`,
    'completed user: Hi',
    'turn.completed',
  ]);
});

it('a command says why it wants to leave the sandbox, also once an event has told its end', () => {
  const asked = { justification: 'Needs the net', sandbox_permissions: 'require_escalated' };
  const end = finished({ type: 'CommandExecution', id: 'call-1', command: ['ls'], exit_code: 0, status: 'completed' });
  expect(items(call('exec_command', { cmd: 'ls', ...asked }), end)).toMatchObject([asked]);
});
