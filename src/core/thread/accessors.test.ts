import { describe, expect, it } from 'vitest';
import { readValues } from '../../../test/read-values.ts';
import { eventItem, itemId, itemText } from './accessors.ts';
import type { ThreadEvent } from './event.ts';
import {
  isError,
  isItemCompleted,
  isItemStarted,
  isItemUpdated,
  isThreadStarted,
  isTokenCount,
  isTurnCompleted,
  isTurnFailed,
  isTurnStarted,
  isUnknown,
} from './guards.ts';

function read(value: object): ThreadEvent {
  const [event] = readValues(value);
  if (!event) throw new Error('no event');
  return event;
}

const guards = {
  isThreadStarted,
  isTurnStarted,
  isTurnCompleted,
  isTurnFailed,
  isItemStarted,
  isItemUpdated,
  isItemCompleted,
  isTokenCount,
  isError,
  isUnknown,
};

/** The names of the guards that take the event for theirs. */
const claims = (event: ThreadEvent) =>
  Object.entries(guards)
    .filter(([, guard]) => guard(event))
    .map(([name]) => name);

const message = { id: 'msg_1', type: 'agent_message', text: 'Hello!' };

describe('the typed protocol', () => {
  it('case 114: thread.started names its thread', () => {
    const event = read({ type: 'thread.started', thread_id: 'thread_abc123' });
    expect(claims(event)).toEqual(['isThreadStarted']);
    expect(event.thread_id).toBe('thread_abc123');
  });

  it('case 115: turn.started stays what it is with a field of the future', () => {
    expect(claims(read({ type: 'turn.started' }))).toEqual(['isTurnStarted']);
    const event = read({ type: 'turn.started', future_field: 'hello' });
    expect(claims(event)).toEqual(['isTurnStarted']);
    expect(event.extra).toEqual({ future_field: 'hello' });
  });

  it('case 116: turn.completed has typed usage where there is some', () => {
    const event = read({ type: 'turn.completed', usage: { input_tokens: 100, output_tokens: 50 } });
    expect(claims(event)).toEqual(['isTurnCompleted']);
    expect(isTurnCompleted(event) && event.usage).toMatchObject({
      input_tokens: 100,
      output_tokens: 50,
      total_tokens: 150,
    });
    expect(read({ type: 'turn.completed' })).not.toHaveProperty('usage');
  });

  it.each([
    ['in its error', { error: { message: 'rate limited', code: 'rate_limit' } }],
    ['at the top', { message: 'rate limited', code: 'rate_limit' }],
  ])('case 117: turn.failed has message and code, which may stand %s', (_where, fields) => {
    const event = read({ type: 'turn.failed', ...fields });
    expect(claims(event)).toEqual(['isTurnFailed']);
    expect(isTurnFailed(event) && event.error).toEqual({ message: 'rate limited', code: 'rate_limit' });
  });

  it('case 118: items of every kind are typed', () => {
    const reasoning = read({ type: 'item.started', item: { id: 'r_1', type: 'reasoning', text: 'hm' } });
    expect(claims(reasoning)).toEqual(['isItemStarted']);
    expect(eventItem(reasoning)).toEqual({ id: 'r_1', type: 'reasoning', text: 'hm' });
    const completed = read({ type: 'item.completed', item: message });
    expect(claims(completed)).toEqual(['isItemCompleted']);
    expect(eventItem(completed)).toEqual(message);
    const command = { id: 'cmd_1', type: 'command_execution', command: 'ls', exit_code: 0, status: 'completed' };
    expect(eventItem(read({ type: 'item.completed', item: command }))).toEqual({
      ...command,
      aggregated_output: '',
      inferred: ['aggregated_output'],
    });
    const change = { id: 'fc_1', type: 'file_change', changes: [{ file_path: 'src/main.rs', kind: 'modify' }] };
    expect(eventItem(read({ type: 'item.completed', item: change }))).toEqual({
      ...change,
      changes: [{ path: 'src/main.rs', kind: 'update' }],
      status: 'completed',
      inferred: ['status'],
    });
    const plan = { id: 'p_1', type: 'todo_list', items: [{ text: 'a', completed: true }] };
    expect(claims(read({ type: 'item.updated', item: plan }))).toEqual(['isItemUpdated']);
  });

  it('case 119: token_count is typed', () => {
    const event = read({ type: 'token_count', input_tokens: 200, cached_input_tokens: 50, output_tokens: 100 });
    expect(claims(event)).toEqual(['isTokenCount']);
    expect(event).toMatchObject({ input_tokens: 200, cached_input_tokens: 50, output_tokens: 100, total_tokens: 300 });
  });

  it('case 120: error has its message', () => {
    const event = read({ type: 'error', message: 'something went wrong' });
    expect(claims(event)).toEqual(['isError']);
    expect(isError(event) && event.message).toBe('something went wrong');
  });

  it('case 121: unknown events and items keep their name, id and data', () => {
    const event = read({ type: 'future.event', some_field: 'value' });
    expect(claims(event)).toEqual(['isUnknown']);
    expect(event).toMatchObject({ wire_type: 'future.event', data: { some_field: 'value' } });
    const withItem = read({ type: 'item.completed', item: { id: 'x', type: 'future_item', deep: [1] } });
    expect(claims(withItem)).toEqual(['isItemCompleted']);
    expect(eventItem(withItem)).toEqual({ id: 'x', type: 'unknown', wire_type: 'future_item', data: { deep: [1] } });
  });

  it('case 122: id, text and item are given where they are, and are undefined where not', () => {
    const item = eventItem(read({ type: 'item.completed', item: message }));
    expect([itemId(item), itemText(item)]).toEqual(['msg_1', 'Hello!']);
    expect(itemText({ id: 'r_1', type: 'reasoning', text: 'hm' })).toBe('hm');
    expect(itemText({ id: 'u_1', type: 'user_message', text: 'do it' })).toBe('do it');
    const command = eventItem(
      read({ type: 'item.completed', item: { id: 'c', type: 'command_execution', command: 'ls' } }),
    );
    expect(itemText(command)).toBeUndefined();
    const none = eventItem(read({ type: 'turn.started' }));
    expect([none, itemId(none), itemText(none)]).toEqual([undefined, undefined, undefined]);
    expect(eventItem(read({ type: 'item.delta', item_id: 'm', delta: 'x' }))).toBeUndefined();
    expect(itemId(eventItem(read({ type: 'item.completed', item: { id: 'x', type: 'future_item' } })))).toBe('x');
  });

  it('case 125: a real run reads without a problem', () => {
    const command = { id: 'item_1', type: 'command_execution', command: '/bin/zsh -lc ls' };
    const events = readValues(
      { type: 'thread.started', thread_id: '019ae047-d040-7891-8d68-5dd42b18474e' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'item_0', type: 'reasoning', text: '**Listing files in directory**' } },
      { type: 'item.started', item: { ...command, aggregated_output: '', exit_code: null, status: 'in_progress' } },
      {
        type: 'item.completed',
        item: { ...command, aggregated_output: 'README.md\n', exit_code: 0, status: 'completed' },
      },
      { type: 'item.completed', item: { id: 'item_2', type: 'agent_message', text: 'README.md\n\ndone' } },
      { type: 'turn.completed', usage: { input_tokens: 6651, cached_input_tokens: 6144, output_tokens: 39 } },
    );
    expect(events.flatMap(claims)).toEqual([
      'isThreadStarted',
      'isTurnStarted',
      'isItemCompleted',
      'isItemStarted',
      'isItemCompleted',
      'isItemCompleted',
      'isTurnCompleted',
    ]);
    const items = events.map(eventItem);
    expect(itemId(items[2])).toBe('item_0');
    expect(items[3]).toMatchObject({ exit_code: null, status: 'in_progress' });
    expect(items[4]).toMatchObject({ exit_code: 0, status: 'completed', aggregated_output: 'README.md\n' });
    expect(itemText(items[5])).toBe('README.md\n\ndone');
    expect(events[6]).toMatchObject({ usage: { input_tokens: 6651, cached_input_tokens: 6144, output_tokens: 39 } });
  });
});
