import { createMessageBuilder, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { event, line, meta, readRecords, summary } from '../../../../test/rollout-lines.ts';
import { createSessionUsage } from './weave/usage.ts';

const PARENT = '01900000-0000-7000-8000-000000000001';
const PARENT_TURN = '01900000-0001-7000-8000-000000000001';
const CHILD = '01900000-0002-7000-8000-000000000001';
const CHILD_TURN = '01900000-0003-7000-8000-000000000001';

const count = (input_tokens: number) =>
  event('token_count', {
    info: {
      total_token_usage: tokens(input_tokens),
      last_token_usage: tokens(10),
      model_context_window: 1000,
    },
    rate_limits: null,
  });
const tokens = (input_tokens: number) => ({
  input_tokens,
  cached_input_tokens: 0,
  output_tokens: 1,
  reasoning_output_tokens: 0,
  total_tokens: input_tokens + 1,
});
const turn = (id: string, ...records: Record<string, unknown>[]) => [
  event('task_started', { turn_id: id }),
  ...records,
  event('task_complete', { turn_id: id }),
];
const user = (message: string) => event('user_message', { message });

function used(events: readonly ThreadEvent[]): number | undefined {
  const usage = createSessionUsage();
  for (const given of events) usage.push(given);
  return usage.total()?.input_tokens;
}

describe('a fork whose file holds a copy of its parent', () => {
  const file = (forked_from_id: string | undefined) => [
    meta({ id: CHILD, ...(forked_from_id && { forked_from_id }) }),
    line('session_meta', { id: PARENT, cwd: '/project' }),
    ...turn(PARENT_TURN, user('Of the parent'), count(1000)),
    ...turn(CHILD_TURN, user('Of the child'), count(1030)),
  ];

  it('has inherited the turns that are older than its own id, and counts only what came after', () => {
    const events = readRecords(file(PARENT));
    const inherited = events.filter((given) => given.inherited).map(({ turn_id }) => turn_id);
    expect(new Set(inherited)).toEqual(new Set([PARENT_TURN]));
    expect(inherited).toHaveLength(4);
    expect(used(events)).toBe(30);
    const builder = createMessageBuilder();
    for (const given of events) builder.push(given);
    expect(builder.messages.map(({ id }) => id)).toEqual(['p1.user.1', 't1.user.1']);
  });

  it('owns all turns of a file that does not say what it was forked from', () => {
    const events = readRecords(file(undefined));
    expect(events.some((given) => given.inherited)).toBe(false);
    expect(used(events)).toBe(1030);
  });

  it('counts anew where its process did', () => {
    const [header, parent, ...records] = file(PARENT);
    const own = records.slice(0, 4);
    const events = readRecords([header ?? {}, parent ?? {}, ...own, ...turn(CHILD_TURN, user('Own'), count(25))]);
    expect(used(events)).toBe(25);
  });
});

describe('usage of a thread with a review', () => {
  const noTotal = event('token_count', { info: null, rate_limits: null });

  it('counts the child once, and goes on from the total that the thread had before', () => {
    const events = readRecords([
      meta(),
      ...turn('a', count(5000)),
      ...turn(
        'b',
        event('entered_review_mode', {}),
        noTotal,
        count(30),
        count(70),
        event('exited_review_mode', {}),
        count(5000),
      ),
      ...turn('c', count(5400)),
    ]);
    expect(used(events)).toBe(5000 + 70 + 400);
    const ends = events.filter((given) => given.type === 'turn.completed');
    expect(ends.map(({ turn_usage }) => turn_usage?.input_tokens)).toEqual([5000, 70, 400]);
  });

  it('takes up that total also where the review never ended', () => {
    const events = readRecords([
      meta(),
      ...turn('a', count(5000)),
      event('task_started', { turn_id: 'b' }),
      event('entered_review_mode', {}),
      noTotal,
      count(30),
      event('turn_aborted', { turn_id: 'b', reason: 'interrupted' }),
      ...turn('c', count(5400)),
    ]);
    expect(used(events)).toBe(5430);
  });
});

it('a thread says which agent wrote it, and what a sub-agent is called', () => {
  const [started] = readRecords([meta({ agent_nickname: 'Bob', agent_role: 'explorer' })]);
  expect(started).toMatchObject({ agent: 'codex', agent_nickname: 'Bob', agent_role: 'explorer' });
});

it('turns and errors have the facts that people look for as fields', () => {
  const events = readRecords([
    meta(),
    event('task_started', { turn_id: 'a', collaboration_mode_kind: 'plan' }),
    event('error', { message: 'No more', codex_error_info: 'usage_limit_exceeded' }),
    event('error', { message: 'Cut', codex_error_info: { http_connection_failed: { status: 502 } } }),
    event('task_complete', { turn_id: 'a', duration_ms: 5, time_to_first_token_ms: 2 }),
  ]);
  expect(events.slice(1)).toMatchObject([
    { type: 'turn.started', collaboration_mode_kind: 'plan' },
    { type: 'error', code: 'usage_limit_exceeded' },
    { type: 'error', extra: { codex_error_info: { http_connection_failed: { status: 502 } } } },
    { type: 'turn.completed', duration_ms: 5, time_to_first_token_ms: 2 },
  ]);
});

describe('a document of the chat-completions API', () => {
  const document = {
    session: { id: 'chat', timestamp: '2025-06-01T00:00:00Z', instructions: '' },
    items: [
      { role: 'user', content: [{ type: 'text', text: 'List' }] },
      {
        role: 'assistant',
        content: 'I look',
        reasoning: 'Hm',
        tool_calls: [
          { id: 'c1', index: 0, type: 'function', function: { name: 'shell', arguments: '{"command":["ls"]}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"output":"a","metadata":{"exit_code":0}}' },
      { role: 'assistant', content: null, tool_calls: [], refusal: 'kept' },
      'NEEDLE',
    ],
  };

  it('is read as the messages, calls and outputs that it holds', () => {
    expect(summary(readRecords([document]))).toEqual([
      'thread.started',
      'turn.started',
      'completed user: List',
      'completed raw reasoning: Hm',
      'completed agent: I look',
      'started command in_progress: ls',
      'completed command completed: ls',
      'unknown',
      'turn.completed',
    ]);
  });

  it('loses nothing', () => {
    const text = JSON.stringify(readRecords([document]));
    for (const kept of ['"index":0', '"refusal":"kept"', 'NEEDLE']) expect(text).toContain(kept);
  });
});
