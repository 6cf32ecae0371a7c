import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { readRecording, readValues } from '../../../test/read-values.ts';
import type { ThreadEvent } from './event.ts';
import type { ThreadItem } from './item.ts';
import { addUsage } from './running-usage.ts';
import { createThread, type Thread } from './thread.ts';
import type { CountedUsage, Usage } from './usage.ts';

function fold(events: readonly ThreadEvent[]): Thread {
  const thread = createThread();
  for (const event of events) thread.push(event);
  return thread;
}

const started: ThreadEvent = { type: 'thread.started', thread_id: 'T' };
const turnStarted: ThreadEvent = { type: 'turn.started' };
const message = (id: string, text: string): ThreadItem => ({ id, type: 'agent_message', text });
const said = (id: string, text: string): ThreadEvent => ({ type: 'item.completed', item: message(id, text) });
const usage = (input: number, output: number): CountedUsage =>
  addUsage({ input_tokens: input, cached_input_tokens: 0, output_tokens: output, reasoning_output_tokens: 0 });
const count = (input: number, fields: object = {}): ThreadEvent => ({
  type: 'token_count',
  ...usage(input, 1),
  total_tokens: input + 1,
  ...fields,
});

describe('a thread', () => {
  it('gives for one turn what run() of the SDK gives', () => {
    const [recording] = bundledRecordings('0.166.0/s2-shell/stdout.jsonl');
    if (!recording) throw new Error('no recording');
    const events = readRecording(recording);
    // What run() of @openai/codex-sdk 0.163.0 does.
    const sdk: { items: ThreadItem[]; finalResponse: string; usage: Usage | null } = {
      items: [],
      finalResponse: '',
      usage: null,
    };
    for (const event of events) {
      if (event.type === 'item.completed') {
        if (event.item.type === 'agent_message') sdk.finalResponse = event.item.text;
        sdk.items.push(event.item);
      } else if (event.type === 'turn.completed') sdk.usage = event.usage ?? null;
    }
    const thread = fold(events);
    expect(sdk.items.length).toBeGreaterThan(2);
    const [turn, ...others] = thread.turns;
    expect(others).toEqual([]);
    expect({ items: turn?.items, finalResponse: turn?.finalResponse, usage: turn?.usage }).toEqual(sdk);
    expect(turn).toMatchObject({ id: 'synthetic-turn-1', status: 'completed' });
    expect([thread.id, thread.items, thread.finalResponse]).toEqual([
      events[0]?.thread_id,
      sdk.items,
      sdk.finalResponse,
    ]);
    expect(thread.usage).toEqual(sdk.usage);
  });

  it('is empty before the first event', () => {
    expect(createThread()).toMatchObject({
      id: undefined,
      turns: [],
      items: [],
      finalResponse: '',
      usage: undefined,
      errors: [],
      unknownEvents: 0,
    });
  });

  it('takes events without ids, as the SDK gives them', () => {
    const thread = fold([
      started,
      turnStarted,
      said('item_0', 'a'),
      { type: 'turn.completed' },
      turnStarted,
      said('item_0', 'b'),
    ]);
    expect(thread.turns.map(({ status, finalResponse }) => [status, finalResponse])).toEqual([
      ['completed', 'a'],
      ['open', 'b'],
    ]);
    expect(thread.items).toEqual([message('item_0', 'a'), message('item_0', 'b')]);
  });

  it('keeps an item in its last state, at the place where it first appeared', () => {
    const plan = (completed: boolean): ThreadItem => ({
      id: 'p',
      type: 'todo_list',
      items: [{ text: 'x', completed }],
    });
    const thread = fold([
      turnStarted,
      { type: 'item.started', item: plan(false) },
      said('m', 'hi'),
      { type: 'item.updated', item: plan(true) },
    ]);
    expect(thread.turns[0]?.items).toEqual([plan(true), message('m', 'hi')]);
    expect(thread.items).toEqual([plan(true), message('m', 'hi')]);
  });

  it('takes an id for a new item once the item that had it is done', () => {
    const thread = fold([turnStarted, said('item_0', 'a'), said('item_0', 'b')]);
    expect(thread.items).toEqual([message('item_0', 'a'), message('item_0', 'b')]);
    const failed = fold([turnStarted, { type: 'item.failed', item: message('item_0', 'a') }, said('item_0', 'b')]);
    expect(failed.items).toHaveLength(2);
  });

  it('does not mix two processes whose ids begin anew, even if the first was killed in a turn', () => {
    const open: ThreadEvent = { type: 'item.started', item: message('item_0', 'half'), turn_id: 'synthetic-turn-1' };
    const turn: ThreadEvent = { type: 'turn.started', turn_id: 'synthetic-turn-1' };
    const done: ThreadEvent = { ...said('item_0', 'whole'), turn_id: 'synthetic-turn-1' };
    const thread = fold([started, turn, open, started, turn, done]);
    expect(thread.turns.map(({ status, finalResponse }) => [status, finalResponse])).toEqual([
      ['open', 'half'],
      ['open', 'whole'],
    ]);
  });

  it('keeps items that come before the first turn or after the last, in no turn', () => {
    const warning: ThreadEvent = { type: 'item.completed', item: { id: 'item_0', type: 'error', message: 'careful' } };
    const thread = fold([
      started,
      warning,
      turnStarted,
      said('item_1', 'hi'),
      { type: 'turn.completed' },
      said('item_2', 'late'),
    ]);
    expect(thread.items.map(({ id }) => id)).toEqual(['item_0', 'item_1', 'item_2']);
    expect(thread.turns.map(({ items }) => items.map(({ id }) => id))).toEqual([['item_1']]);
  });

  it('puts a late item into its own turn', () => {
    const command = (status: string): ThreadItem => ({
      id: 'c',
      type: 'command_execution',
      command: 'ls',
      aggregated_output: '',
      status,
    });
    const thread = fold([
      { type: 'turn.started', turn_id: 'A' },
      { type: 'item.started', item: command('in_progress'), turn_id: 'A' },
      { type: 'turn.completed', turn_id: 'A' },
      { type: 'turn.started', turn_id: 'B' },
      { type: 'item.completed', item: command('completed'), turn_id: 'A' },
    ]);
    expect(thread.turns.map(({ items }) => items)).toEqual([[command('completed')], []]);
  });

  it('opens a turn whose start was not seen', () => {
    const ended = fold([{ type: 'turn.completed', usage: usage(1, 1), turn_id: 'A' }]);
    expect(ended.turns).toMatchObject([{ id: 'A', status: 'completed', usage: usage(1, 1) }]);
    expect(fold([{ type: 'turn.completed' }]).turns).toMatchObject([{ id: undefined, status: 'completed' }]);
    expect(fold([{ ...said('m', 'hi'), turn_id: 'A' }]).turns).toMatchObject([
      { id: 'A', status: 'open', finalResponse: 'hi' },
    ]);
  });

  it('tells how a turn ended', () => {
    const thread = fold([
      turnStarted,
      { type: 'turn.failed', error: { message: 'no' } },
      turnStarted,
      { type: 'turn.aborted', reason: 'interrupted' },
      turnStarted,
      { type: 'turn.completed', usage: usage(3, 1), turn_usage: usage(1, 1), last_agent_message: 'the end' },
    ]);
    expect(thread.turns).toMatchObject([
      { status: 'failed', error: { message: 'no' } },
      { status: 'aborted', reason: 'interrupted' },
      { status: 'completed', usage: usage(3, 1), turnUsage: usage(1, 1), finalResponse: 'the end' },
    ]);
    expect(thread.finalResponse).toBe('the end');
  });

  it('collects errors that end nothing, and counts unknown events', () => {
    const error: ThreadEvent = { type: 'error', message: 'Reconnecting... 1/5' };
    const thread = fold([turnStarted, error, { type: 'unknown', wire_type: 'x', data: {} }, said('m', 'hi')]);
    expect(thread.errors).toEqual([error]);
    expect(thread.unknownEvents).toBe(1);
    expect(thread.turns).toMatchObject([{ status: 'open', finalResponse: 'hi' }]);
  });

  it('takes a session.created in the middle of a turn for news of the thread', () => {
    const events = readValues(
      { type: 'thread.started', thread_id: 'T' },
      { type: 'turn.started' },
      { type: 'session.created', id: 'sess_1', model: 'o4-mini' },
      { type: 'message.output_text.delta', delta: 'Hel' },
      { type: 'message.output_text.delta', delta: 'lo' },
      { type: 'message.output_text.done', text: 'Hello' },
    );
    const thread = fold(events);
    expect(thread.id).toBe('T');
    expect(thread.turns).toMatchObject([{ status: 'open', finalResponse: 'Hello', items: [{ text: 'Hello' }] }]);
  });

  it('refuses what is no event', () => {
    expect(() => Reflect.apply(createThread().push, undefined, [{ ok: true }])).toThrow(TypeError);
    expect(() => Reflect.apply(createThread().push, undefined, [undefined])).toThrow(TypeError);
  });
});

describe('deltas in a thread', () => {
  const delta = (item_id: string, fields: object, item_type?: string): ThreadEvent => ({
    type: 'item.delta',
    item_id,
    ...(item_type && { item_type }),
    delta: { ...fields },
  });

  it('append to texts without touching the event that they add to', () => {
    const opening: ThreadEvent = { type: 'item.started', item: message('m', 'He') };
    const thread = fold([turnStarted, opening, delta('m', { text_delta: 'll' }), delta('m', { text_delta: 'o' })]);
    expect(thread.items).toEqual([message('m', 'Hello')]);
    expect(thread.turns[0]?.finalResponse).toBe('Hello');
    expect(opening.item).toEqual(message('m', 'He'));
  });

  it('append to the output of a command, and to its streams', () => {
    const thread = fold([
      turnStarted,
      delta('c', { text_delta: 'out', stream: 'stdout' }, 'command_execution'),
      delta('c', { text_delta: 'err', stream: 'stderr' }),
      delta('c', { exit_code: 3, status: 'failed' }),
    ]);
    expect(thread.items).toEqual([
      {
        id: 'c',
        type: 'command_execution',
        command: '',
        aggregated_output: 'outerr',
        stdout: 'out',
        stderr: 'err',
        exit_code: 3,
        status: 'failed',
      },
    ]);
  });

  it('are replaced by a snapshot', () => {
    const thread = fold([
      turnStarted,
      delta('m', { text_delta: 'Hal' }, 'agent_message'),
      { type: 'item.updated', item: message('m', 'Hel') },
      delta('m', { text_delta: 'lo' }),
    ]);
    expect(thread.items).toEqual([message('m', 'Hello')]);
  });

  it('keep what has no typed field, in extra or in the data of an unknown item', () => {
    const call: ThreadItem = { id: 'm', type: 'mcp_tool_call', server: 'files', tool: 'list', status: 'running' };
    const result = { paths: ['foo.rs'] };
    const thread = fold([
      turnStarted,
      { type: 'item.started', item: call },
      delta('m', { result, status: 'completed' }),
      delta('x', { text_delta: 'a' }, 'future_item'),
      delta('x', { text_delta: 'b', status: 7 }),
    ]);
    expect(thread.items).toEqual([
      { ...call, status: 'completed', extra: { result } },
      { id: 'x', type: 'unknown', wire_type: 'future_item', data: { text_delta: 'ab', status: 7 } },
    ]);
    expect(call).not.toHaveProperty('extra');
  });

  it('take prototype keys as data', () => {
    const fields: object = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}');
    const thread = fold([turnStarted, delta('__proto__', { text_delta: 'a', ...fields }, 'agent_message')]);
    expect(JSON.stringify(thread.items[0])).toContain('"__proto__":{"polluted":true}');
    expect(thread.items[0]?.extra).not.toHaveProperty('polluted');
  });

  it('stay linear: fifty thousand of them take no time to speak of', { timeout: 5_000 }, () => {
    const thread = createThread();
    for (let n = 0; n < 50_000; n += 1)
      thread.push(delta('m', { text_delta: 'word ', [`key${n}`]: n }, 'agent_message'));
    expect(thread.finalResponse).toHaveLength(250_000);
  });
});

describe('the usage of a thread', () => {
  const completed = (total: Usage): ThreadEvent => ({ type: 'turn.completed', usage: total });

  it('is the last running total', () => {
    expect(fold([completed(usage(10, 1)), completed(usage(25, 3))]).usage).toEqual(usage(25, 3));
    expect(fold([count(10), count(25), completed(usage(25, 1))]).usage).toEqual(usage(25, 1));
  });

  it('adds up counts that begin anew, and skips a total of zeros', () => {
    expect(fold([completed(usage(10, 1)), completed(usage(0, 0)), completed(usage(4, 1))]).usage).toEqual(usage(14, 2));
  });

  it('adds what each request used where there is no total', () => {
    const request = (input: number) => count(0, { ...usage(0, 0), no_total: true, last: usage(input, 1) });
    expect(fold([request(5), request(7)]).usage).toEqual(usage(12, 2));
  });

  it('begins a new count after one without a total', () => {
    expect(fold([count(10), count(0, { ...usage(0, 0), no_total: true }), count(30)]).usage).toEqual(usage(40, 2));
  });

  it('counts a failed turn', () => {
    const thread = fold([turnStarted, { type: 'turn.failed', error: {}, usage: usage(8, 2) }]);
    expect(thread.usage).toEqual(usage(8, 2));
    expect(thread.turns[0]?.usage).toEqual(usage(8, 2));
  });
});

describe('sub-agents in the stream of their parent', () => {
  it('are threads of their own: what they say is no part of this one', () => {
    const thread = createThread();
    thread.push({ type: 'thread.started', thread_id: 'parent' });
    thread.push({ type: 'turn.started', turn_id: 'a' });
    const said = (id: string, text: string) => ({ id, type: 'agent_message' as const, text });
    thread.push({ type: 'item.completed', turn_id: 'a', item: said('1', 'mine') });
    thread.push({
      type: 'item.completed',
      turn_id: 'a',
      thread_id: 'child',
      parent_item_id: 'call',
      item: said('2', 'not mine'),
    });
    expect(thread.id).toBe('parent');
    expect(thread.finalResponse).toBe('mine');
    expect(thread.items).toHaveLength(1);
  });
});

describe('the usage of a thread that goes on from another', () => {
  const count = (total: number, last: number, fields: object = {}): ThreadEvent =>
    ({
      type: 'token_count',
      input_tokens: total,
      cached_input_tokens: 0,
      output_tokens: 1,
      reasoning_output_tokens: 0,
      total_tokens: total + 1,
      last: { input_tokens: last, cached_input_tokens: 0, output_tokens: 1, reasoning_output_tokens: 0 },
      ...fields,
    }) as ThreadEvent;
  const fork = { type: 'thread.started', thread_id: 'fork', history_base: { thread_id: 'parent' } } as ThreadEvent;

  it('does not hold what the other used, though the total does', () => {
    const thread = createThread();
    for (const event of [fork, count(3000, 1000), count(3000, 1000), count(3500, 500)]) thread.push(event);
    expect(thread.usage?.input_tokens).toBe(1500);
  });

  it('does not hold what was inherited, where that was read', () => {
    const thread = createThread();
    for (const event of [count(2000, 2000, { inherited: true }), fork, count(3000, 1000)]) thread.push(event);
    expect(thread.usage?.input_tokens).toBe(1000);
  });
});
