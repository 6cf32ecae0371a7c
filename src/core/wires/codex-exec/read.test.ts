import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../../thread/event.ts';
import type { Outcome } from '../../thread/outcome.ts';
import { createEventReader, type EventReaderOptions } from '../event-reader.ts';

const line = (value: object) => `${JSON.stringify(value)}\n`;

function outcomes(text: string, options: EventReaderOptions = {}): Outcome[] {
  const reader = createEventReader(options);
  return [...reader.push(text), ...reader.end()];
}

/** The events of records that all must be good. */
function read(...records: object[]): ThreadEvent[] {
  return outcomes(records.map(line).join('')).flatMap((outcome) => {
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.events;
  });
}

const thread = { type: 'thread.started', thread_id: 'T' };
const turn = { type: 'turn.started', turn_id: 'U' };
const message = { type: 'item.completed', item: { id: 'msg-1', type: 'agent_message', text: 'hi' } };

describe('threads and turns', () => {
  it('case 1: reads the thread', () => {
    expect(read(thread)).toEqual([{ type: 'thread.started', thread_id: 'T', agent: 'codex', line: 1 }]);
  });

  it('case 2: reads a resumed thread as the same kind and keeps what it does not know', () => {
    expect(read({ type: 'thread.resumed', thread_id: 'T', resume_meta: { a: 1 } })).toEqual([
      {
        type: 'thread.started',
        thread_id: 'T',
        agent: 'codex',
        resumed: true,
        extra: { resume_meta: { a: 1 } },
        line: 1,
      },
    ]);
  });

  it.each(['thread_id', 'session_id', 'conversation_id', 'id'])('finds the thread id under %s', (name) => {
    expect(read({ type: 'thread.started', [name]: ' T ' })[0]?.thread_id).toBe('T');
  });

  it('case 4: gives a turn the thread that came before it', () => {
    expect(read(thread, turn)[1]).toMatchObject({ type: 'turn.started', thread_id: 'T', turn_id: 'U' });
  });

  it('case 5: gives an item the thread and the turn', () => {
    const ids = { thread_id: 'T', turn_id: 'U', inferred: ['thread_id', 'turn_id'] };
    expect(read(thread, turn, message)[2]).toEqual({ ...message, ...ids, line: 3 });
  });

  it('case 6: takes a turn without context, except when strict', () => {
    expect(read(turn)[0]).toMatchObject({ type: 'turn.started', turn_id: 'U' });
    expect(outcomes(line(turn), { strict: true })[0]).toMatchObject({
      ok: false,
      error: { code: 'missing-context', raw: line(turn).trim() },
    });
  });

  it('case 7: numbers turns without id for the life of the reader, and from 1 after a reset', () => {
    const bare = { type: 'turn.started' };
    const ids = read(thread, bare, bare, { type: 'thread.started', thread_id: 'V' }, bare).map(
      (event) => event.turn_id,
    );
    expect(ids).toEqual([undefined, 'synthetic-turn-1', 'synthetic-turn-2', undefined, 'synthetic-turn-3']);
    const reader = createEventReader();
    reader.push(line(bare));
    reader.reset();
    expect(reader.push(line(bare))[0]).toMatchObject({ events: [{ turn_id: 'synthetic-turn-1' }] });
  });

  it('case 8: forgets the turn when another thread starts', () => {
    expect(read(thread, turn, { type: 'thread.started', thread_id: 'V' }, message)[3]).toEqual({
      ...message,
      thread_id: 'V',
      inferred: ['thread_id'],
      line: 4,
    });
  });

  it('case 9: gives the end of a turn its ids, and forgets the turn afterwards', () => {
    const [, , end, after] = read(thread, turn, { type: 'turn.completed' }, message);
    expect(end).toMatchObject({ thread_id: 'T', turn_id: 'U' });
    expect(after?.turn_id).toBeUndefined();
  });

  it('cases 25 and 26: types what it knows and keeps what it does not', () => {
    expect(read({ ...thread, future_flag: 1 })[0]?.extra).toEqual({ future_flag: 1 });
    expect(read({ type: 'turn.started', input_text: 'hello' })[0]).toMatchObject({ input_text: 'hello' });
    expect(read({ type: 'turn.completed', last_item_id: 'i' })[0]).toMatchObject({ last_item_id: 'i' });
  });

  it('reads a failed turn in every spelling', () => {
    for (const fields of [{ error: { message: 'no', code: 'c' } }, { message: 'no', code: 'c' }]) {
      expect(read({ type: 'turn.failed', ...fields })[0]).toMatchObject({ error: { message: 'no', code: 'c' } });
    }
    expect(read({ type: 'turn.failed', error: 'no' })[0]).toMatchObject({ error: { message: 'no' } });
    expect(read({ type: 'turn.failed' })[0]).toMatchObject({ error: {} });
  });
});

describe('usage', () => {
  const total = (input_tokens: number, output_tokens: number) => ({
    type: 'turn.completed',
    usage: { input_tokens, output_tokens },
  });

  it('fills in what the wire leaves out', () => {
    expect(read(total(100, 50))[0]).toMatchObject({
      usage: {
        input_tokens: 100,
        cached_input_tokens: 0,
        cache_write_input_tokens: 0,
        output_tokens: 50,
        reasoning_output_tokens: 0,
        total_tokens: 150,
      },
    });
  });

  it('knows what a turn used only when it knows the total before', () => {
    const events = read(thread, total(100, 10), total(300, 30));
    expect(events[1]).not.toHaveProperty('turn_usage');
    expect(events[2]).toMatchObject({ turn_usage: { input_tokens: 200, output_tokens: 20, total_tokens: 220 } });
  });

  it('takes the prior total of a resumed run', () => {
    const priorUsage = {
      input_tokens: 100,
      cached_input_tokens: 0,
      output_tokens: 10,
      reasoning_output_tokens: 0,
      total_tokens: 110,
    };
    expect(outcomes(line(total(300, 30)), { priorUsage })[0]).toMatchObject({
      events: [{ turn_usage: { input_tokens: 200 } }],
    });
    expect(outcomes(line(total(50, 5)), { priorUsage })[0]).toMatchObject({
      events: [{ turn_usage: { input_tokens: 50 } }],
    });
  });

  it('does not take numbers for counts that are none', () => {
    const [outcome] = outcomes(
      '{"type":"turn.completed","usage":{"input_tokens":9007199254740993,"output_tokens":1e400}}\n',
    );
    expect(outcome).toMatchObject({
      ok: true,
      events: [
        {
          usage: {
            input_tokens: 0,
            output_tokens: 0,
            extra: { input_tokens: 9007199254740992, output_tokens: Number.POSITIVE_INFINITY },
          },
        },
      ],
      problems: [{ code: 'bad-field' }, { code: 'bad-field' }],
    });
  });
});

describe('items', () => {
  it('case 3: calls a created item a started one', () => {
    expect(read({ ...message, type: 'item.created' })[0]?.type).toBe('item.started');
  });

  it('case 10: reads the flat envelope', () => {
    const [event] = read({
      type: 'item.started',
      item_id: 'i',
      item_type: 'agent_message',
      content: { text: 'hi' },
      new_top: 'kept',
    });
    expect(event).toEqual({
      type: 'item.started',
      item: { id: 'i', type: 'agent_message', text: 'hi' },
      extra: { new_top: 'kept' },
      line: 1,
    });
  });

  it('case 11: reads content that is the text itself', () => {
    const [event] = read({
      type: 'item.created',
      item: { type: 'agent_message', id: 'i', status: 'x', content: 'hello' },
    });
    expect(event).toMatchObject({ type: 'item.started', item: { id: 'i', text: 'hello', extra: { status: 'x' } } });
  });

  it('case 12: reads an update as a snapshot', () => {
    const [event] = read({
      type: 'item.updated',
      item: { type: 'agent_message', id: 'i', content: 'done' },
      extra_event: 1,
    });
    expect(event).toMatchObject({ type: 'item.updated', item: { text: 'done' }, extra: { extra_event: 1 } });
  });

  it('case 13: reads deltas as an object or as a text', () => {
    const delta = (value: unknown) =>
      read({ type: 'item.delta', item_id: 'i', item_type: 'agent_message', delta: value })[0];
    expect(delta({ text_delta: ' there' })).toEqual({
      type: 'item.delta',
      item_id: 'i',
      item_type: 'agent_message',
      delta: { text_delta: ' there' },
      line: 1,
    });
    expect(delta('x')).toMatchObject({ delta: { text_delta: 'x' } });
    expect(delta({ text: 'x' })).toMatchObject({ delta: { text_delta: 'x' } });
  });

  it('takes an update with an explicit delta for a delta', () => {
    expect(read({ type: 'item.updated', item: { id: 'i', type: 'agent_message' }, delta: 'x' })[0]).toMatchObject({
      type: 'item.delta',
      item_id: 'i',
      delta: { text_delta: 'x' },
    });
    expect(read({ type: 'item.updated', item: { id: 'i', type: 'agent_message', delta: 'x' } })[0]).toMatchObject({
      type: 'item.delta',
      delta: { text_delta: 'x' },
    });
  });

  it('case 15: reads a command', () => {
    const item = { id: 'i', type: 'command_execution', command: 'ls', aggregated_output: 'o', exit_code: 0 };
    expect(read({ type: 'item.completed', item })[0]).toMatchObject({ item: { ...item, status: 'completed' } });
    expect(read({ type: 'item.started', item: { ...item, exit_code: null } })[0]).toMatchObject({
      item: { status: 'in_progress' },
    });
  });

  it('case 16: knows the other names of fields', () => {
    const item = (fields: object) => read({ type: 'item.completed', item: { item_id: 'i', ...fields } })[0];
    expect(item({ type: 'command_execution', command: 'ls', output: 'o', err: 'e' })).toMatchObject({
      item: { id: 'i', aggregated_output: 'o', stderr: 'e' },
    });
    expect(item({ type: 'command_execution', stdout: 'o', error_output: 'e' })).toMatchObject({
      item: { aggregated_output: 'o', stdout: 'o', stderr: 'e' },
    });
    expect(item({ type: 'file_change', file_path: 'a', patch: 'd' })).toMatchObject({
      item: { changes: [{ path: 'a', diff: 'd', kind: 'update' }] },
    });
    expect(
      item({ type: 'mcp_tool_call', server_name: 's', tool_name: 't', parameters: { a: 1 }, error: 'no' }),
    ).toMatchObject({ item: { server: 's', tool: 't', arguments: { a: 1 }, error: { message: 'no' } } });
    expect(
      item({
        type: 'todo_list',
        todos: [{ title: 'a', status: 'completed' }, { description: 'b' }, { content: 'c', completed: true }],
      }),
    ).toMatchObject({
      item: {
        items: [
          { text: 'a', completed: true, status: 'completed' },
          { text: 'b', completed: false },
          { text: 'c', completed: true },
        ],
      },
    });
    expect(item({ item_type: 'assistant_message', text: 'x' })).toMatchObject({
      item: { type: 'agent_message', text: 'x' },
    });
  });

  it('prefers a field by its own name and keeps the other', () => {
    const [event] = read({
      type: 'item.completed',
      item: { id: 'i', type: 'command_execution', command: 'ls', output: 'b', aggregated_output: 'a' },
    });
    expect(event).toMatchObject({ item: { aggregated_output: 'a', extra: { output: 'b' } } });
  });

  it.each([
    ['modify', 'update'],
    ['create', 'add'],
    ['remove', 'delete'],
    ['update', 'update'],
    ['other', 'other'],
  ])('reads the change %s as %s', (kind, expected) => {
    expect(
      read({ type: 'item.completed', item: { id: 'i', type: 'file_change', changes: [{ path: 'a', kind }] } })[0],
    ).toMatchObject({ item: { changes: [{ kind: expected }] } });
  });

  it('case 17: keeps a partial result of a tool', () => {
    const [started, delta] = read(
      {
        type: 'item.started',
        item_id: 'i',
        item_type: 'mcp_tool_call',
        server_name: 'files',
        tool_name: 'list',
        status: 'running',
      },
      {
        type: 'item.delta',
        item_id: 'i',
        item_type: 'mcp_tool_call',
        result: { paths: ['foo.rs'] },
        status: 'completed',
      },
    );
    expect(started).toMatchObject({
      item: { type: 'mcp_tool_call', server: 'files', tool: 'list', status: 'running' },
    });
    expect(delta).toMatchObject({ type: 'item.delta', delta: { result: { paths: ['foo.rs'] }, status: 'completed' } });
  });

  it('reads a failed item, with or without its kind', () => {
    expect(
      read({
        type: 'item.failed',
        item: { id: 'i', type: 'command_execution', command: 'x' },
        error: { message: 'no' },
      })[0],
    ).toMatchObject({
      type: 'item.failed',
      item: { type: 'command_execution', status: 'failed' },
      error: { message: 'no' },
    });
    expect(read({ type: 'item.failed', item_id: 'i', error: { message: 'no' } })[0]).toMatchObject({
      item: { id: 'i', type: 'error', message: 'no' },
    });
  });

  it('keeps the last of two ids of a web search, as JSON does', () => {
    const [outcome] = outcomes(
      '{"type":"item.completed","item":{"id":"item_1","type":"web_search","id":"ws_1","query":"q","action":{"type":"search","query":"q","more":1}}}\n',
    );
    expect(outcome).toMatchObject({
      events: [{ item: { id: 'ws_1', query: 'q', action: { type: 'search', query: 'q', extra: { more: 1 } } } }],
    });
  });

  it('keeps unknown fields at every level', () => {
    const [event] = read({
      type: 'item.completed',
      a: 1,
      item: {
        id: 'i',
        type: 'mcp_tool_call',
        server: 's',
        tool: 't',
        b: 2,
        result: { content: [], c: 3 },
        error: { message: 'm', d: 4 },
      },
    });
    expect(event).toMatchObject({
      extra: { a: 1 },
      item: { extra: { b: 2 }, result: { extra: { c: 3 } }, error: { extra: { d: 4 } } },
    });
  });

  it('keeps a value of the wrong type and tells so', () => {
    const [outcome] = outcomes(line({ type: 'item.completed', item: { id: 'i', type: 'agent_message', text: 7 } }));
    expect(outcome).toMatchObject({
      ok: true,
      events: [{ item: { text: '', extra: { text: 7 } } }],
      problems: [{ code: 'bad-field' }],
    });
  });

  it('keeps an event without an item as an unknown one and tells so', () => {
    for (const fields of [{}, { item: null }, { item: 'x' }]) {
      expect(outcomes(line({ type: 'item.completed', ...fields }))[0]).toMatchObject({
        ok: true,
        events: [{ type: 'unknown', wire_type: 'item.completed', data: fields }],
        problems: [{ code: 'bad-field' }],
      });
    }
  });

  it('treats prototype keys as data', () => {
    const [outcome] = outcomes(
      '{"type":"item.completed","__proto__":{"a":1},"item":{"id":"i","type":"agent_message","text":"x","__proto__":{"b":2},"constructor":{"prototype":{"c":3}}}}\n',
    );
    const event = outcome?.ok ? outcome.events[0] : undefined;
    expect(JSON.stringify(event)).toContain('"extra":{"__proto__":{"a":1}}');
    expect(JSON.stringify(event)).toContain('"__proto__":{"b":2},"constructor":{"prototype":{"c":3}}');
    expect(Object.hasOwn(Object.prototype, 'a') || Object.hasOwn(Object.prototype, 'c')).toBe(false);
  });
});

describe('names of the Responses API in the same stream', () => {
  it('reads a message in deltas under one id', () => {
    const [delta, more, done, next] = read(
      { type: 'message.output_text.delta', delta: 'Hel' },
      { type: 'message.output_text.delta', delta: 'lo' },
      { type: 'message.output_text.done', text: 'Hello' },
      { type: 'message.output_text.delta' },
    );
    expect(delta).toMatchObject({ type: 'item.delta', item_id: 'L1.0', delta: { text_delta: 'Hel' } });
    expect(more).toMatchObject({ item_id: 'L1.0' });
    expect(done).toMatchObject({ type: 'item.completed', item: { id: 'L1.0', type: 'agent_message', text: 'Hello' } });
    expect(next).toMatchObject({ item_id: 'L4.0', delta: { text_delta: '' } });
  });

  it('gives the deltas of two messages to each of them', () => {
    const delta = (item_id: string, text: string) => ({ type: 'message.output_text.delta', item_id, delta: text });
    const done = (item_id: string) => ({ type: 'message.output_text.done', item_id });
    const events = read(thread, turn, delta('a', 'one'), delta('b', 'two'), delta('a', '!'), done('a'), done('b'));
    expect(events.slice(2, 5)).toMatchObject([{ item_id: 'a' }, { item_id: 'b' }, { item_id: 'a' }]);
    expect(events.slice(5)).toMatchObject([{ item: { id: 'a', text: 'one!' } }, { item: { id: 'b', text: 'two' } }]);
  });

  it('carries nothing of a thread that was killed in mid-message into the next', () => {
    const delta = { type: 'message.output_text.delta', item_id: 'm', delta: 'killed' };
    const used = { type: 'response.completed', usage: { input_tokens: 5, output_tokens: 1 } };
    const next = { type: 'thread.started', thread_id: 'next' };
    const events = read(thread, delta, used, next, { type: 'message.output_text.done', item_id: 'm' }, used);
    expect(events[4]).toMatchObject({ item: { id: 'm', text: '' } });
    expect(events[5]).toMatchObject({ type: 'token_count', input_tokens: 5 });
  });

  it('keeps what stands in an item and beside it, and two counts of one thing', () => {
    const [delta, other] = read(
      { type: 'item.delta', id: 'top', item: { id: 'in', type: 'agent_message' }, delta: 'x' },
      { type: 'item.delta', id: 'top', item: ['odd'], delta: 'x' },
    );
    expect(delta).toMatchObject({ item_id: 'in', extra: { id: 'top' } });
    expect(other).toMatchObject({ item_id: 'top', extra: { item: ['odd'] } });
    const [count] = read({
      type: 'response.completed',
      usage: { input_tokens: 9 },
      response: { usage: { input_tokens: 5, cached_input_tokens: 2, input_tokens_details: { cached_tokens: 3 } } },
    });
    expect(count).toMatchObject({
      input_tokens: 5,
      last: { cached_input_tokens: 2, extra: { input_tokens_details: { cached_tokens: 3 } } },
      extra: { usage: { input_tokens: 9 } },
    });
  });

  it('takes a session for the thread only when no thread has started', () => {
    const session = { type: 'session.created', id: 'R', model: 'm' };
    expect(read(session)[0]).toEqual({ type: 'thread.started', thread_id: 'R', agent: 'codex', model: 'm', line: 1 });
    expect(read(thread, turn, session, message)).toMatchObject([
      {},
      {},
      { type: 'thread.started', thread_id: 'T', model: 'm', extra: { id: 'R' } },
      { thread_id: 'T', turn_id: 'U' },
    ]);
  });

  it('counts what responses used', () => {
    const completed = {
      type: 'response.completed',
      response: {
        id: 'r',
        usage: {
          input_tokens: 5,
          input_tokens_details: { cached_tokens: 2 },
          output_tokens: 3,
          output_tokens_details: { reasoning_tokens: 1 },
        },
      },
    };
    const events = read(completed, completed);
    expect(events[1]).toMatchObject({
      type: 'token_count',
      input_tokens: 10,
      cached_input_tokens: 4,
      last: { input_tokens: 5, reasoning_output_tokens: 1 },
    });
  });
});

describe('a bad line is an outcome and nothing more', () => {
  it.each([
    ['cases 18 and 19: text', 'this is not json', 'invalid-json'],
    ['case 20: half a record', '{"type": "thread.started",', 'invalid-json'],
    ['null', 'null', 'not-an-object'],
    ['an array', '[]', 'not-an-object'],
    ['case 22: no type', '{"a":1}', 'missing-type'],
  ])('%s', (_what, bad, code) => {
    const [first, second, third] = outcomes(`${bad}\n${line(thread)}${line(turn)}`);
    expect(first).toMatchObject({ ok: false, line: 1, error: { code, raw: bad } });
    expect([second?.ok, third?.ok]).toEqual([true, true]);
  });

  it('case 22: tells a record without a type apart from an unknown one, also in the middle of a stream', () => {
    for (const first of [
      thread,
      { id: '0', msg: { type: 'task_started' } },
      { timestamp: 't', type: 'session_meta', payload: { id: 'x' } },
    ]) {
      const [, bad, good] = outcomes(`${line(first)}{"a":1}\n${line(first)}`);
      expect(bad).toMatchObject({ ok: false, line: 2, error: { code: 'missing-type', raw: '{"a":1}' } });
      expect(good?.ok).toBe(true);
    }
  });

  it('case 21: keeps an unknown event between good ones; strict makes it an error', () => {
    const text = line(thread) + line({ type: 'some.new.event', a: { b: 1 } }) + line(turn);
    expect(outcomes(text)[1]).toMatchObject({
      ok: true,
      events: [{ type: 'unknown', wire_type: 'some.new.event', data: { a: { b: 1 } }, thread_id: 'T' }],
    });
    expect(outcomes(text, { strict: true }).map((outcome) => outcome.ok)).toEqual([true, false, true]);
    expect(
      outcomes(line(thread) + line(turn) + line({ type: 'item.completed', item: { id: 'i', type: 'new' } }), {
        strict: true,
      })[2],
    ).toMatchObject({ error: { code: 'unknown-item' } });
  });

  it('case 23: reads lines that end in CRLF as those that do not', () => {
    const text = line(thread) + line(message);
    const unix = outcomes(text).map((outcome) => outcome.ok && outcome.events);
    expect(outcomes(text.replaceAll('\n', '\r\n')).map((outcome) => outcome.ok && outcome.events)).toEqual(unix);
  });

  it('case 24: gives nothing for blank lines but counts them', () => {
    expect(outcomes(`\n  \n${line(thread)}`)).toMatchObject([{ line: 3, offset: 4 }]);
  });

  it('calls a last line that was cut off a truncated tail', () => {
    expect(outcomes('{"type":"turn')).toMatchObject([
      { ok: false, error: { code: 'truncated-tail', raw: '{"type":"turn' } },
    ]);
    expect(outcomes('{"type":"turn.started"}')).toMatchObject([{ ok: true }]);
  });

  it('delivers a line that is no UTF-8, with a problem', () => {
    const reader = createEventReader();
    const bytes = new TextEncoder().encode(line({ type: 'error', message: 'a?b' }));
    bytes[bytes.indexOf(63)] = 0xff;
    expect(reader.push(bytes)).toMatchObject([
      { ok: true, events: [{ message: 'a\uFFFDb' }], problems: [{ code: 'invalid-utf8' }] },
    ]);
  });
});
