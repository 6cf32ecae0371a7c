import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../errors.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import { createEventReader } from '../event-reader.ts';
import { createCodexLegacyReader } from './read.ts';
import { codexLegacy } from './wire.ts';

/** Reads records as a stream of this dialect. */
function readAll(records: object[]): { events: ThreadEvent[]; problems: Problem[] } {
  const reader = createCodexLegacyReader();
  const problems: Problem[] = [];
  const events = records.flatMap((record, index) =>
    reader.read(JSON.parse(JSON.stringify(record)) as JsonObject, index + 1, problems),
  );
  return { events, problems };
}

/** The events of messages that have nothing wrong. */
function read(...messages: JsonObject[]): ThreadEvent[] {
  const { events, problems } = readAll(messages.map((msg) => ({ id: '0', msg })));
  expect(problems).toEqual([]);
  return events;
}

const header = { workdir: '/w', model: 'gpt-5', provider: 'openai', approval: 'never', sandbox: 'read-only' };
const started = { type: 'task_started' };

describe('recognising the dialect', () => {
  it.each([
    header,
    { sandbox: 'x', provider: 'p', 'reasoning effort': 'high', model: 'm', workdir: '/' },
    { prompt: 'hi' },
    { id: '', msg: { type: 'session_configured' } },
    { id: '0', msg: { type: 'never_seen' } },
  ])('takes %j', (record) => {
    expect(codexLegacy.recognises(record)).toBe(true);
  });

  it.each([
    {},
    { level: 'info', msg: 'text' },
    { id: '1', msg: 'text' },
    { id: 1, msg: { type: 'error' } },
    { id: '1', msg: { type: 7 } },
    { id: '1', msg: null },
    { prompt: 'hi', other: 1 },
    { prompt: ['hi'] },
    { model: 'm', provider: 'p' },
    { ...header, type: 'thread.started' },
    { id: 'x', timestamp: 't', instructions: null },
  ])('leaves %j', (record) => {
    expect(codexLegacy.recognises(record)).toBe(false);
  });

  it('is found by the first line of a stream', () => {
    const reader = createEventReader();
    reader.push(`${JSON.stringify(header)}\n`);
    expect(reader.wire).toBe('codex-legacy');
  });
});

describe('threads and turns', () => {
  it('reads the header as a thread without id, with what the model has no field for in extra', () => {
    expect(readAll([{ ...header, 'reasoning effort': 'high' }]).events).toEqual([
      {
        type: 'thread.started',
        thread_id: '',
        agent: 'codex',
        model: 'gpt-5',
        model_provider: 'openai',
        cwd: '/w',
        inferred: ['thread_id'],
        extra: { approval: 'never', sandbox: 'read-only', 'reasoning effort': 'high' },
        line: 1,
      },
    ]);
  });

  it('reads the prompt as a user message of the turn that it begins', () => {
    const { events } = readAll([header, { prompt: 'Do it' }, { id: '0', msg: started }]);
    expect(events.slice(1)).toEqual([
      {
        type: 'item.completed',
        item: { id: 'L2.0', type: 'user_message', text: 'Do it', inferred: ['id'] },
        turn_id: 'synthetic-turn-1',
        inferred: ['turn_id'],
        line: 2,
      },
      { type: 'turn.started', turn_id: 'synthetic-turn-1', inferred: ['turn_id'], extra: { id: '0' }, line: 3 },
    ]);
  });

  it('takes the id of the thread from proto and gives it to what follows', () => {
    const session = { type: 'session_configured', session_id: 'S', model: 'm', history_log_id: 5, rollout_path: '/r' };
    expect(read(session, started)).toMatchObject([
      { type: 'thread.started', thread_id: 'S', model: 'm', extra: { id: '0', history_log_id: 5, rollout_path: '/r' } },
      { type: 'turn.started', thread_id: 'S' },
    ]);
  });

  it('numbers turns for the life of the reader and keeps the context window', () => {
    const events = read({ ...started, model_context_window: 272000 }, { ...started, model_context_window: null });
    expect(events).toMatchObject([
      { turn_id: 'synthetic-turn-1', model_context_window: 272000 },
      { turn_id: 'synthetic-turn-2', model_context_window: null },
    ]);
  });

  it('ends a turn by task_complete or turn_aborted; what comes after belongs to none', () => {
    const notice = { type: 'background_event', message: 'idle' };
    const events = read(started, { type: 'task_complete', last_agent_message: null }, notice, started, {
      type: 'turn_aborted',
      reason: 'interrupted',
    });
    expect(events).toMatchObject([
      { type: 'turn.started' },
      { type: 'turn.completed', last_agent_message: null, turn_id: 'synthetic-turn-1' },
      { type: 'error' },
      { type: 'turn.started' },
      { type: 'turn.aborted', reason: 'interrupted', turn_id: 'synthetic-turn-2' },
    ]);
    expect(events[2]).not.toHaveProperty('turn_id');
  });

  it('makes up no end of a turn', () => {
    const reader = createCodexLegacyReader();
    reader.read({ id: '0', msg: started }, 1, []);
    expect(reader.end()).toEqual([]);
  });
});

describe('texts', () => {
  it.each([
    ['agent_message', { message: 'hi' }, { type: 'agent_message', text: 'hi' }],
    ['agent_reasoning', { text: 'hm' }, { type: 'reasoning', text: 'hm' }],
    ['agent_reasoning_raw_content', { text: 'hm' }, { type: 'reasoning', text: 'hm', raw: true }],
    ['user_message', { message: 'do' }, { type: 'user_message', text: 'do' }],
    [
      'user_message',
      { message: '<x>', kind: 'environment_context', images: ['data:,'] },
      { type: 'user_message', text: '<x>', injected: true, images: ['data:,'], extra: { kind: 'environment_context' } },
    ],
    ['user_message', { message: 'a', images: null }, { type: 'user_message', text: 'a' }],
    [
      'entered_review_mode',
      { prompt: 'Review', user_facing_hint: 'changes' },
      { type: 'user_message', text: 'Review', injected: true, extra: { user_facing_hint: 'changes' } },
    ],
    [
      'exited_review_mode',
      { review_output: { overall_explanation: 'fine', findings: [] } },
      {
        type: 'agent_message',
        text: 'fine',
        extra: { review_output: { overall_explanation: 'fine', findings: [] } },
      },
    ],
  ])('reads %s %j', (type, fields, item) => {
    const [event] = read({ type, ...fields });
    expect(event).toMatchObject({ type: 'item.completed', extra: { id: '0' } });
    expect(event).toHaveProperty('item', { id: 'L1.0', inferred: ['id'], ...item });
  });

  it('gives the pieces of a text the id of the whole', () => {
    const events = read(
      { type: 'agent_message_delta', delta: 'he' },
      { type: 'agent_message_delta', delta: 'llo' },
      { type: 'agent_message', message: 'hello' },
      { type: 'agent_message_delta', delta: 'x' },
    );
    expect(events).toMatchObject([
      { type: 'item.delta', item_id: 'L1.0', item_type: 'agent_message', delta: { text_delta: 'he' } },
      { type: 'item.delta', item_id: 'L1.0', delta: { text_delta: 'llo' } },
      { type: 'item.completed', item: { id: 'L1.0', text: 'hello' } },
      { type: 'item.delta', item_id: 'L4.0' },
    ]);
  });

  it('begins a part of a summary by a section break, and matches the wholes to the parts in order', () => {
    const events = read(
      { type: 'agent_reasoning_section_break' },
      { type: 'agent_reasoning_delta', delta: 'one' },
      { type: 'agent_reasoning_section_break' },
      { type: 'agent_reasoning_delta', delta: 'two' },
      { type: 'agent_reasoning_raw_content_delta', delta: 'raw' },
      { type: 'agent_reasoning', text: 'one' },
      { type: 'agent_reasoning', text: 'two' },
      { type: 'agent_reasoning_raw_content', text: 'raw' },
    );
    expect(events).toMatchObject([
      { type: 'item.delta', item_id: 'L1.0', item_type: 'reasoning', delta: { text_delta: '' } },
      { item_id: 'L1.0', delta: { text_delta: 'one' } },
      { type: 'item.delta', item_id: 'L3.0', delta: { text_delta: '' } },
      { item_id: 'L3.0', delta: { text_delta: 'two' } },
      { item_id: 'L5.0', item_type: 'reasoning', delta: { text_delta: 'raw', raw: true } },
      { item: { id: 'L1.0', text: 'one' } },
      { item: { id: 'L3.0', text: 'two' } },
      { item: { id: 'L5.0', text: 'raw', raw: true } },
    ]);
  });

  it('forgets pieces of a request that is made again', () => {
    const events = read(
      { type: 'agent_message_delta', delta: 'lost' },
      { type: 'stream_error', message: 'again' },
      { type: 'agent_message', message: 'whole' },
    );
    expect(events[2]).toMatchObject({ item: { id: 'L3.0', text: 'whole' } });
  });
});

describe('commands', () => {
  const begin = { type: 'exec_command_begin', call_id: 'c', command: ['bash', '-lc', 'echo "a b"'], cwd: '/w' };
  const end = { type: 'exec_command_end', call_id: 'c', stdout: 'out\n', stderr: 'err\n', exit_code: 0 };

  it('reads the beginning and makes the end whole', () => {
    const parsed_cmd = [{ type: 'unknown', cmd: 'echo' }];
    const ended = {
      ...end,
      aggregated_output: 'err\nout\n',
      duration: { secs: 2, nanos: 500_000_000 },
      formatted_output: 'timed out\nerr\nout\n',
    };
    const command = { id: 'c', type: 'command_execution', command: `bash -lc 'echo "a b"'`, cwd: '/w' };
    expect(read({ ...begin, parsed_cmd }, ended)).toEqual([
      {
        type: 'item.started',
        item: {
          ...command,
          aggregated_output: '',
          status: 'in_progress',
          inferred: ['aggregated_output', 'status'],
          extra: { parsed_cmd },
        },
        extra: { id: '0' },
        line: 1,
      },
      {
        type: 'item.completed',
        item: {
          ...command,
          stdout: 'out\n',
          stderr: 'err\n',
          aggregated_output: 'err\nout\n',
          exit_code: 0,
          status: 'completed',
          duration_seconds: 2.5,
          notes: [{ kind: 'output', text: 'timed out' }],
          extra: { parsed_cmd, formatted_output: 'timed out\nerr\nout\n' },
        },
        extra: { id: '0' },
        line: 2,
      },
    ]);
  });

  it('puts the streams together where the wire does not', () => {
    expect(read(begin, end)[1]).toMatchObject({ item: { aggregated_output: 'out\nerr\n' } });
  });

  it.each([[1], [-1], [137]])('failed with exit code %i', (exit_code) => {
    expect(read(begin, { ...end, exit_code })[1]).toMatchObject({ item: { status: 'failed', exit_code } });
  });

  it('reads an end without a beginning', () => {
    expect(read(end)[0]).toMatchObject({ type: 'item.completed', item: { id: 'c', command: '', stdout: 'out\n' } });
  });

  it('tells an approval and the command that follows as one item', () => {
    const request = { ...begin, type: 'exec_approval_request', reason: 'network' };
    expect(read(request, begin, end)).toMatchObject([
      { type: 'item.started', item: { id: 'c', status: 'awaiting_approval', extra: { reason: 'network' } } },
      { type: 'item.updated', item: { id: 'c', status: 'in_progress' } },
      { type: 'item.completed', item: { id: 'c', status: 'completed' } },
    ]);
    const { call_id: _id, ...nameless } = request;
    expect(read(nameless)).toMatchObject([{ type: 'unknown', wire_type: 'exec_approval_request' }]);
  });

  it('decodes output from bytes and from base64, characters cut between pieces included', () => {
    const piece = (stream: string, chunk: unknown) => ({
      type: 'exec_command_output_delta',
      call_id: 'c',
      stream,
      chunk,
    });
    const events = read(
      piece('stdout', [0xc3]),
      piece('stderr', [0x65]),
      piece('stdout', [0xa9, 0x0a]),
      piece('stdout', '8J+Q'),
      piece('stdout', 'ig=='),
      piece('stdout', '77u/eA=='),
    );
    expect(events.map((event) => event.type === 'item.delta' && event.delta.text_delta)).toEqual([
      '',
      'e',
      'é\n',
      '',
      '🐊',
      '\uFEFFx',
    ]);
    expect(events[1]).toMatchObject({ item_id: 'c', item_type: 'command_execution', delta: { stream: 'stderr' } });
  });

  it.each(['not base64!', [256], ['a'], { a: 1 }])('keeps a chunk that it cannot decode: %j', (chunk) => {
    const msg = { type: 'exec_command_output_delta', call_id: 'c', stream: 'stdout', chunk };
    const { events, problems } = readAll([{ id: '0', msg }]);
    expect(events).toMatchObject([{ delta: { stream: 'stdout' }, extra: { id: '0', chunk } }]);
    expect(problems).toMatchObject([{ code: 'bad-field' }]);
  });
});

describe('patches', () => {
  const begin = { type: 'patch_apply_begin', call_id: 'p', auto_approved: true };

  it.each([
    ['delete', { kind: 'delete' }],
    [{ add: { content: 'new' } }, { kind: 'add', new_content: 'new' }],
    [{ delete: { content: 'old' } }, { kind: 'delete', old_content: 'old' }],
    [{ update: { unified_diff: '@@', move_path: null } }, { kind: 'update', diff: '@@' }],
    [
      { type: 'add', content: 'new' },
      { kind: 'add', new_content: 'new' },
    ],
    [
      { type: 'delete', content: 'old' },
      { kind: 'delete', old_content: 'old' },
    ],
    [
      { type: 'update', unified_diff: '@@', move_path: '/b' },
      { kind: 'update', diff: '@@', move_path: '/b' },
    ],
    [{ link: { to: '/x' } }, { kind: 'link', extra: { to: '/x' } }],
  ])('reads the change %j', (change, expected) => {
    expect(read({ ...begin, changes: { '/a': change } })[0]).toMatchObject({
      item: { id: 'p', type: 'file_change', status: 'in_progress', extra: { auto_approved: true } },
    });
    expect(read({ ...begin, changes: { '/a': change } })[0]).toHaveProperty('item.changes', [
      { path: '/a', ...expected },
    ]);
  });

  it('keeps a change that does not say what it is', () => {
    const { events, problems } = readAll([{ id: '0', msg: { ...begin, changes: { '/a': 5, '/b': { x: 1, y: 2 } } } }]);
    expect(events[0]).toMatchObject({ item: { changes: [{ extra: { change: 5 } }, { extra: { x: 1, y: 2 } }] } });
    expect(problems).toHaveLength(2);
  });

  it.each([
    [true, 'completed'],
    [false, 'failed'],
  ])('remembers the changes for an end with success %s', (success, status) => {
    const end = { type: 'patch_apply_end', call_id: 'p', stdout: 'Success.', stderr: '', success };
    expect(read({ ...begin, changes: { '/a': 'delete' } }, end)[1]).toMatchObject({
      type: 'item.completed',
      item: { id: 'p', changes: [{ path: '/a', kind: 'delete' }], status, stdout: 'Success.', stderr: '' },
    });
  });

  it('reads the diff of the turn as partial state of the last patch', () => {
    const end = { type: 'patch_apply_end', call_id: 'p', stdout: '', stderr: '', success: true };
    expect(read({ ...begin, changes: {} }, end, { type: 'turn_diff', unified_diff: 'diff' })[2]).toMatchObject({
      type: 'item.delta',
      item_id: 'p',
      item_type: 'file_change',
      delta: { unified_diff: 'diff' },
    });
  });
});

describe('MCP calls and searches', () => {
  const begin = { type: 'mcp_tool_call_begin', call_id: 'm', server: 's', tool: 't', arguments: { a: 1 } };
  const call = { id: 'm', type: 'mcp_tool_call', server: 's', tool: 't', arguments: { a: 1 } };

  it.each([
    [
      { Ok: { content: [{ type: 'text', text: 'x' }] } },
      { result: { content: [{ type: 'text', text: 'x' }] } },
      'completed',
    ],
    [{ Ok: { content: [], isError: true } }, { result: { content: [], is_error: true } }, 'failed'],
    [
      { Ok: { content: [], structuredContent: { n: 1 }, more: 2 } },
      { result: { content: [], structured_content: { n: 1 }, extra: { more: 2 } } },
      'completed',
    ],
    [{ Err: 'broken' }, { error: { message: 'broken' } }, 'failed'],
  ])('reads the result %j', (result, expected, status) => {
    const events = read(begin, { type: 'mcp_tool_call_end', call_id: 'm', result });
    expect(events[0]).toHaveProperty('item', { ...call, status: 'in_progress', inferred: ['status'] });
    expect(events[1]).toHaveProperty('item', { ...call, ...expected, status });
  });

  it('reads the later shape, where the end repeats the invocation', () => {
    const invocation = { server: 's', tool: 't', arguments: null, more: 1 };
    const end = {
      type: 'mcp_tool_call_end',
      call_id: 'm',
      invocation,
      duration: { secs: 0, nanos: 5 },
      result: { Ok: { content: [] }, odd: 1 },
    };
    expect(read(end)[0]).toHaveProperty('item', {
      ...call,
      arguments: null,
      result: { content: [] },
      status: 'completed',
      duration_seconds: 5e-9,
      extra: { invocation: { more: 1 }, result: { odd: 1 } },
    });
  });

  it('reads a web search, which says only in the end what it was for', () => {
    const events = read(
      { type: 'web_search_begin', call_id: 'w' },
      { type: 'web_search_end', call_id: 'w', query: 'q' },
    );
    expect(events).toMatchObject([
      { type: 'item.started', item: { id: 'w', type: 'web_search', query: '', status: 'in_progress' } },
      { type: 'item.completed', item: { id: 'w', type: 'web_search', query: 'q', status: 'completed' } },
    ]);
  });
});

describe('plans', () => {
  const plan = (status: string, explanation: string | null = 'why') => ({
    type: 'plan_update',
    explanation,
    plan: [{ step: 'Fix', status }],
  });

  it('has one list a turn, which ends with the turn', () => {
    const events = read(
      started,
      plan('in_progress'),
      plan('completed'),
      { type: 'task_complete' },
      started,
      plan('pending'),
    );
    const first = { text: 'Fix', completed: false, status: 'in_progress' };
    const last = { text: 'Fix', completed: true, status: 'completed' };
    expect(events).toMatchObject([
      { type: 'turn.started' },
      { type: 'item.started', item: { id: 'L2.0', type: 'todo_list', items: [first], explanation: 'why' } },
      { type: 'item.updated', item: { id: 'L2.0', items: [last] } },
      { type: 'item.completed', item: { id: 'L2.0', items: [last] }, turn_id: 'synthetic-turn-1' },
      { type: 'turn.completed', turn_id: 'synthetic-turn-1' },
      { type: 'turn.started' },
      { type: 'item.started', item: { id: 'L6.0' } },
    ]);
  });

  it('takes a plan without explanation', () => {
    expect(read(plan('pending', null))[0]).not.toHaveProperty('item.explanation');
  });
});

describe('tokens', () => {
  const counts = (input: number, output: number) => ({
    input_tokens: input,
    cached_input_tokens: 1,
    output_tokens: output,
    reasoning_output_tokens: 2,
    total_tokens: input + output,
  });
  const info = (total: object, last: object) => ({
    type: 'token_count',
    info: { total_token_usage: total, last_token_usage: last, model_context_window: 1000 },
    rate_limits: { primary: null },
  });

  it('adds up flat counts, which are of one request', () => {
    const events = read(
      started,
      { type: 'token_count', ...counts(10, 5) },
      { type: 'token_count', ...counts(20, 5) },
      { type: 'task_complete' },
      started,
      { type: 'token_count', ...counts(1, 1) },
      { type: 'task_complete' },
    );
    expect(events[2]).toMatchObject({ input_tokens: 30, output_tokens: 10, total_tokens: 40, last: counts(20, 5) });
    expect(events[3]).toMatchObject({ usage: { total_tokens: 40 }, turn_usage: { total_tokens: 40 } });
    expect(events[6]).toMatchObject({ usage: { total_tokens: 42 }, turn_usage: { input_tokens: 1, total_tokens: 2 } });
  });

  it('takes an unknown flat count for 0', () => {
    const msg = { type: 'token_count', ...counts(10, 5), cached_input_tokens: null };
    expect(read(msg)[0]).toMatchObject({
      cached_input_tokens: 0,
      last: { cached_input_tokens: 0 },
    });
  });

  it('takes the total of info as it is', () => {
    const [event] = read(info(counts(30, 10), counts(20, 5)));
    expect(event).toMatchObject({ ...counts(30, 10), last: counts(20, 5), model_context_window: 1000 });
    expect(event).toMatchObject({ rate_limits: { primary: null }, extra: { id: '0' } });
  });

  it('reads a count without info as no total yet', () => {
    expect(read({ type: 'token_count', info: null, rate_limits: null })[0]).toMatchObject({
      input_tokens: 0,
      total_tokens: 0,
      no_total: true,
      rate_limits: null,
    });
  });

  it('does not lose the total over a count that is damaged', () => {
    const damaged = { type: 'token_count', info: 'x' };
    const messages = [info(counts(30, 10), counts(30, 10)), started, damaged, info(counts(50, 20), counts(20, 10))];
    const { events, problems } = readAll([...messages, { type: 'task_complete' }].map((msg) => ({ id: '0', msg })));
    expect(events[4]).toMatchObject({ turn_usage: { total_tokens: 30 } });
    expect(problems).toMatchObject([{ code: 'bad-field' }]);
  });

  it('counts a turn from its own start, even when the one before had no end', () => {
    const events = read(started, info(counts(30, 10), counts(30, 10)), started, info(counts(50, 20), counts(20, 10)), {
      type: 'task_complete',
    });
    expect(events[4]).toMatchObject({
      usage: { total_tokens: 70 },
      turn_usage: { input_tokens: 20, total_tokens: 30 },
    });
  });

  it('begins anew with another process', () => {
    const count = { id: '0', msg: { type: 'token_count', ...counts(10, 5) } };
    const end = { id: '0', msg: { type: 'task_complete' } };
    const run = [header, { id: '0', msg: started }, count, end];
    const { events } = readAll([...run, ...run]);
    expect(events[7]).toMatchObject({ usage: { total_tokens: 15 }, turn_usage: { total_tokens: 15 } });
  });

  it('says nothing of usage where nothing was counted', () => {
    expect(read(started, { type: 'task_complete' })[1]).not.toHaveProperty('usage');
  });
});

describe('notices', () => {
  it.each(['stream_error', 'background_event'])(
    'reads %s as an error that ends nothing, and tells it apart',
    (type) => {
      expect(read({ type, message: 'retrying' })).toEqual([
        { type: 'error', message: 'retrying', extra: { id: '0', type }, line: 1 },
      ]);
    },
  );

  it('reads an error', () => {
    expect(read(started, { type: 'error', message: 'no', codex_error_info: 'x' })[1]).toMatchObject({
      type: 'error',
      message: 'no',
      turn_id: 'synthetic-turn-1',
      extra: { id: '0', codex_error_info: 'x' },
    });
  });
});

describe('what is not known or wrong', () => {
  it.each(['shutdown_complete', 'conversation_path', 'never_seen', '__proto__', 'constructor'])(
    'keeps %s whole',
    (type) => {
      expect(read({ type, path: '/x' })).toEqual([
        { type: 'unknown', wire_type: type, data: { path: '/x' }, extra: { id: '0' }, line: 1 },
      ]);
    },
  );

  it('keeps a field of the message that has the name of one of the envelope', () => {
    expect(
      readAll([{ id: '0', at: 1, msg: { type: 'error', message: 'm', id: 'inner', more: 2 } }]).events,
    ).toMatchObject([{ extra: { id: '0', at: 1, more: 2, msg: { id: 'inner' } } }]);
  });

  it('keeps a value of the wrong type and says so', () => {
    const { events, problems } = readAll([{ id: 3, msg: { type: 'agent_message', message: ['x'] } }]);
    expect(events).toMatchObject([{ item: { text: '', extra: { message: ['x'] } }, extra: { id: 3 } }]);
    expect(problems.map(({ code }) => code)).toEqual(['bad-field', 'bad-field']);
  });

  it('keeps records that are no part of the dialect', () => {
    const { events, problems } = readAll([{ type: 'log', text: 'x' }]);
    expect(events).toMatchObject([{ type: 'unknown', wire_type: 'log', data: { text: 'x' } }]);
    expect(problems).toEqual([]);
  });

  it('reads a __proto__ in the data as data', () => {
    const msg = JSON.parse(
      '{"type":"patch_apply_begin","call_id":"p","changes":{"__proto__":"delete"},"__proto__":{"a":1}}',
    );
    const [event] = createCodexLegacyReader().read({ id: '0', msg }, 1, []);
    expect(JSON.stringify(event)).toContain('{"path":"__proto__","kind":"delete"}');
    expect(JSON.stringify(event)).toContain('"__proto__":{"a":1}');
  });

  it('remembers only so many calls that never end', () => {
    const reader = createCodexLegacyReader();
    const call = (type: string, call_id: string) =>
      reader.read({ id: '0', msg: { type, call_id, command: ['x'] } }, 1, []);
    for (let index = 0; index < 1025; index += 1) call('exec_command_begin', `c${index}`);
    expect(reader.read({ id: '0', msg: { type: 'exec_command_end', call_id: 'c0' } }, 1, [])).toMatchObject([
      { item: { command: '' } },
    ]);
    expect(reader.read({ id: '0', msg: { type: 'exec_command_end', call_id: 'c1024' } }, 1, [])).toMatchObject([
      { item: { command: 'x' } },
    ]);
  });
});
