import { describe, expect, it } from 'vitest';
import { readValues } from '../../../test/read-values.ts';
import { eventItem, itemId, itemText } from '../thread/accessors.ts';
import { withoutInferred } from '../thread/inferred.ts';
import { itemEnvelope } from '../thread/item-envelope.ts';

const thread = { type: 'thread.started', thread_id: 'T' };
const ids = ['thread_id', 'turn_id'];
const counts = ['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_output_tokens', 'total_tokens'];

/** The last event of some lines. */
function last(...values: object[]) {
  const event = readValues(...values).at(-1);
  if (!event) throw new Error('no event was read');
  return event;
}

describe('an item without any field names all that was filled in', () => {
  it.each([
    ['agent_message', ['id', 'text']],
    ['user_message', ['id', 'text']],
    ['reasoning', ['id', 'text']],
    ['command_execution', ['id', 'command', 'aggregated_output', 'status']],
    ['file_change', ['id', 'changes', 'status']],
    ['mcp_tool_call', ['id', 'server', 'tool', 'status']],
    ['collab_tool_call', ['id', 'tool', 'receiver_thread_ids', 'agents_states', 'status']],
    ['web_search', ['id', 'query']],
    ['todo_list', ['id', 'items']],
    ['error', ['id', 'message']],
    ['future_item', ['id']],
  ])('%s', (type, names) => {
    for (const event of ['item.started', 'item.completed']) {
      const item = eventItem(last(thread, { type: event, item: { type } }));
      expect(item?.inferred).toEqual(names);
      expect([itemId(item), itemText(item)]).toEqual([undefined, undefined]);
    }
  });

  it.each([
    ['file_change', { changes: [{ path: 'a' }] }, ['id', 'status', 'changes.0.kind']],
    [
      'file_change',
      { changes: [{}, { path: 'b', kind: 'add' }] },
      ['id', 'status', 'changes.0.path', 'changes.0.kind'],
    ],
    ['todo_list', { items: [{ text: 'a' }, { status: 'completed' }] }, ['id', 'items.0.completed', 'items.1.text']],
    ['web_search', { query: 'q', action: {} }, ['id', 'action.type']],
    ['mcp_tool_call', { server: 's', tool: 't', result: {}, status: 'x' }, ['id', 'result.content']],
    ['command_execution', { command: 'ls', status: '', stdout: 'o' }, ['id', 'status']],
    ['agent_message', { text: 7 }, ['id', 'text']],
    ['agent_message', { id: ' ', text: '' }, ['id']],
    ['agent_message', { id: 'L4.1', text: '' }, undefined],
  ])('%s %j', (type, fields, names) => {
    expect(eventItem(last({ type: 'item.started', item: { type, ...fields } }))?.inferred).toEqual(names);
  });

  it('has no status in the flat view, unless the event says that it failed', () => {
    const item = { type: 'command_execution', command: 'ls' };
    const flat = { item_type: 'command_execution', content: { command: 'ls' } };
    expect(itemEnvelope(last({ type: 'item.completed', item }))).toEqual({ type: 'item.completed', ...flat });
    expect(itemEnvelope(last({ type: 'item.failed', item }))).toEqual({
      type: 'item.failed',
      status: 'failed',
      ...flat,
    });
  });

  it('has no place in the flat view for what was filled in inside of it', () => {
    const changes = [{ path: 'a' }, { kind: 'add' }];
    expect(itemEnvelope(last({ type: 'item.completed', item: { type: 'file_change', changes } }))).toEqual({
      type: 'item.completed',
      item_type: 'file_change',
      content: { changes },
    });
  });
});

describe('an event names what was filled in', () => {
  it.each([
    ['a turn and an item get the thread and a made-up turn', [thread, { type: 'turn.started' }], ids],
    ['a turn with an id gets the thread', [thread, { type: 'turn.started', turn_id: 'U' }], ['thread_id']],
    ['an event that says both has none', [thread, { type: 'turn.started', turn_id: 'U', thread_id: 'T' }], undefined],
    ['a thread without an id', [{ type: 'thread.started' }], ['thread_id']],
    ['an error without a message', [{ type: 'error', code: 'x' }], ['message']],
    ['an error whose message stands inside', [{ type: 'error', error: { message: 'no' } }], undefined],
    ['an error with an empty message', [{ type: 'error', message: '' }], undefined],
    ['a failure without an error', [{ type: 'turn.failed' }], ['error']],
    ['an addition to nothing', [{ type: 'item.delta', delta: 'x' }], ['item_id']],
    ['a count of nothing', [{ type: 'token_count' }], [...counts, 'cache_write_input_tokens']],
    [
      'counts of an older version',
      [{ type: 'turn.completed', usage: { input_tokens: 1, cached_input_tokens: 0, output_tokens: 2 } }],
      ['usage.reasoning_output_tokens', 'usage.total_tokens', 'usage.cache_write_input_tokens'],
    ],
    ['a turn that used nothing known', [{ type: 'turn.completed' }], undefined],
    ['a thread of an old version', [{ model: 'm', provider: 'p', workdir: '/w', approval: 'never' }], ['thread_id']],
  ])('%s', (_rule, lines, names) => {
    expect(last(...lines).inferred).toEqual(names);
  });

  it('shares the lists of names, so that an ordinary event has none of its own', () => {
    const [one, other] = readValues(
      thread,
      { type: 'turn.started' },
      ...Array(2).fill({ type: 'error', message: 'x' }),
    ).slice(2);
    expect(one?.inferred).toEqual(ids);
    expect(one?.inferred).toBe(other?.inferred);
  });
});

describe('a copy without what was filled in', () => {
  it('is made in linear time, and leaves the original alone', () => {
    const changes = Array.from({ length: 100_000 }, (_, index) => ({ path: `f${index}` }));
    const item = eventItem(
      last({ type: 'item.completed', item: { id: 'c', type: 'file_change', changes, status: 'x' } }),
    );
    expect(item?.inferred).toHaveLength(changes.length);
    expect(item && withoutInferred(item)).toEqual({ id: 'c', type: 'file_change', changes, status: 'x' });
    expect(item).toMatchObject({ inferred: expect.arrayContaining(['changes.7.kind']) });
    expect(item?.type === 'file_change' && item.changes[7]?.kind).toBe('update');
  });

  it('is the object itself where a name leads nowhere', () => {
    const inferred = ['__proto__.x', 'a.b.c', 'toString', 'text.length', ''];
    const odd = { id: 'a', type: 'agent_message' as const, text: 'x', inferred };
    expect(withoutInferred(odd)).toEqual({ id: 'a', type: 'agent_message', text: 'x' });
  });
});
