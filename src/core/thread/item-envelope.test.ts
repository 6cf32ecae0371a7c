import { describe, expect, it } from 'vitest';
import { readValues } from '../../../test/read-values.ts';
import { type ItemEnvelope, itemEnvelope } from './item-envelope.ts';

const thread = { type: 'thread.started', thread_id: 'T' };
const turn = { type: 'turn.started', turn_id: 'U' };
const ids = { thread_id: 'T', turn_id: 'U' };

/** The envelope of a line that stands in thread T and turn U. */
function envelope(value: object): ItemEnvelope | undefined {
  const event = readValues(thread, turn, value).at(-1);
  return event && itemEnvelope(event);
}

describe('the flat view of items', () => {
  it('case 3: item.created is item.started; item.updated and item.delta are item.delta', () => {
    const item = { id: 'a', type: 'agent_message', text: 'hi' };
    expect(envelope({ type: 'item.created', item })).toMatchObject({ type: 'item.started' });
    expect(envelope({ type: 'item.updated', item })).toMatchObject({ type: 'item.delta', mode: 'snapshot' });
    const delta = envelope({ type: 'item.delta', item_id: 'a', delta: 'hi' });
    expect(delta).toMatchObject({ type: 'item.delta', mode: 'append' });
  });

  it('case 5: thread and turn come from the lines before', () => {
    const item = { id: 'msg-1', type: 'agent_message', text: 'hi' };
    expect(envelope({ type: 'item.completed', item })).toEqual({
      type: 'item.completed',
      ...ids,
      item_id: 'msg-1',
      item_type: 'agent_message',
      content: { text: 'hi' },
    });
  });

  it('case 10: a flat line keeps its unknown fields in extra', () => {
    const line = {
      type: 'item.started',
      item_id: 'a',
      item_type: 'agent_message',
      content: { text: 'hi' },
      new_top: 'kept',
    };
    expect(envelope(line)).toEqual({
      type: 'item.started',
      ...ids,
      item_id: 'a',
      item_type: 'agent_message',
      content: { text: 'hi' },
      extra: { new_top: 'kept' },
    });
  });

  it('case 11: content that is a string is the text', () => {
    const item = { type: 'agent_message', id: 'a', status: 'in_progress', content: 'hello' };
    expect(envelope({ type: 'item.created', item })).toEqual({
      type: 'item.started',
      ...ids,
      item_id: 'a',
      item_type: 'agent_message',
      status: 'in_progress',
      content: { text: 'hello' },
    });
  });

  it('case 12: item.updated shows its text as a delta and keeps unknown fields', () => {
    const item = { type: 'agent_message', id: 'a', content: 'done' };
    expect(envelope({ type: 'item.updated', item, extra_event: true })).toEqual({
      type: 'item.delta',
      ...ids,
      item_id: 'a',
      item_type: 'agent_message',
      delta: { text_delta: 'done' },
      mode: 'snapshot',
      extra: { extra_event: true },
    });
  });

  it.each([
    ['an object', { text_delta: ' there' }],
    ['a string', ' there'],
    ['an object by the old name', { text: ' there' }],
  ])('case 13: item.delta appends, whether the delta is %s', (_form, delta) => {
    expect(envelope({ type: 'item.delta', item_id: 'a', item_type: 'agent_message', delta })).toEqual({
      type: 'item.delta',
      ...ids,
      item_id: 'a',
      item_type: 'agent_message',
      delta: { text_delta: ' there' },
      mode: 'append',
    });
  });

  it('case 14: an item.updated without delta shows its content as the delta', () => {
    const items = [{ text: 'a', completed: true }];
    expect(envelope({ type: 'item.updated', item: { id: 'p', type: 'todo_list', items } })).toMatchObject({
      delta: { items },
      mode: 'snapshot',
    });
    const content = { command: 'ls', stdout: 'half' };
    expect(envelope({ type: 'item.updated', item_id: 'c', item_type: 'command_execution', content })).toMatchObject({
      delta: content,
      mode: 'snapshot',
    });
  });

  it('case 15: a command has its output as stdout', () => {
    const item = { id: 'c', type: 'command_execution', command: 'ls', aggregated_output: 'o', exit_code: 0 };
    expect(envelope({ type: 'item.completed', item })).toEqual({
      type: 'item.completed',
      ...ids,
      item_id: 'c',
      item_type: 'command_execution',
      content: { command: 'ls', stdout: 'o', exit_code: 0 },
    });
  });

  it('shows the text of a command in its content', () => {
    const item = { id: 'c', type: 'command_execution', command: 'ls', text: 'lists files' };
    expect(envelope({ type: 'item.completed', item })).toMatchObject({
      content: { command: 'ls', text: 'lists files' },
    });
    expect(envelope({ type: 'item.completed', item })).not.toHaveProperty('extra');
  });

  it.each([
    { output: 'o', err: 'e' },
    { aggregated_output: 'o', error_output: 'e' },
    { stdout: 'o', stderr: 'e' },
  ])('shows the output of a file change as stdout and stderr, whatever its names: %j', (output) => {
    const nested = { id: 'f', type: 'file_change', path: 'p', ...output };
    const flat = { item_id: 'f', item_type: 'file_change', content: { path: 'p', ...output } };
    const told = { stdout: 'o', stderr: 'e' };
    expect(envelope({ type: 'item.completed', item: nested })).toMatchObject({ content: told });
    expect(envelope({ type: 'item.completed', ...flat })).toMatchObject({ content: told });
    const delta = { type: 'item.delta', item_id: 'f', item_type: 'file_change', delta: output };
    expect(envelope(delta)).toMatchObject({ delta: told });
  });

  it('shows both outputs of a command where they differ, so that none is lost', () => {
    const item = {
      id: 'c',
      type: 'command_execution',
      command: 'ls',
      aggregated_output: 'oe',
      stdout: 'o',
      stderr: 'e',
    };
    expect(envelope({ type: 'item.completed', item })).toMatchObject({
      content: { stdout: 'o', stderr: 'e', aggregated_output: 'oe' },
    });
  });

  it.each([
    [
      { type: 'command_execution', command: 'ls', output: 'o', err: 'e' },
      { stdout: 'o', stderr: 'e' },
    ],
    [
      { type: 'command_execution', command: 'ls', output: 'o', error_output: 'e' },
      { stdout: 'o', stderr: 'e' },
    ],
    [
      { type: 'file_change', file_path: 'a.txt', patch: '+a' },
      { path: 'a.txt', diff: '+a' },
    ],
    [
      { type: 'mcp_tool_call', server: 's', tool: 't' },
      { server_name: 's', tool_name: 't' },
    ],
  ])('case 16: aliases of %o in an item', (item, content) => {
    expect(envelope({ type: 'item.completed', item: { id: 'i', ...item } })).toMatchObject({ item_id: 'i', content });
  });

  it.each([
    ['command_execution', { output: 'o', err: 'e' }, { stdout: 'o', stderr: 'e' }],
    ['command_execution', { aggregated_output: 'o', output: 'p' }, { stdout: 'o', output: 'p' }],
    ['command_execution', { stdout: 'o', output: 'p' }, { stdout: 'o', output: 'p' }],
    ['file_change', { file_path: 'a.txt', patch: '+a' }, { path: 'a.txt', diff: '+a' }],
    ['mcp_tool_call', { server: 's', tool: 't' }, { server_name: 's', tool_name: 't' }],
    ['agent_message', { text: 'x' }, { text_delta: 'x' }],
  ])('case 16: aliases in a delta of %s: %o', (item_type, delta, expected) => {
    expect(envelope({ type: 'item.delta', item_id: 'i', item_type, delta })).toMatchObject({ delta: expected });
  });

  it('case 17: an MCP call runs, then a delta brings its result', () => {
    const item = { type: 'mcp_tool_call', id: 'm', server_name: 'files', tool_name: 'list', status: 'running' };
    expect(envelope({ type: 'item.started', item })).toMatchObject({
      status: 'running',
      content: { server_name: 'files', tool_name: 'list' },
    });
    const delta = { result: { paths: ['foo.rs'] }, status: 'completed' };
    const line = { type: 'item.delta', item_id: 'm', item_type: 'mcp_tool_call', ...delta };
    expect(envelope(line)).toMatchObject({ status: 'completed', delta, mode: 'append' });
  });

  it('lists all files of a change, and shows one that stands alone at the top as well', () => {
    const changes = [
      { path: 'a', kind: 'add' },
      { path: 'b', kind: 'delete' },
    ];
    const item = { id: 'f', type: 'file_change', changes, status: 'completed' };
    expect(envelope({ type: 'item.completed', item })).toMatchObject({ content: { changes } });
    expect(envelope({ type: 'item.completed', item })).not.toHaveProperty('content.path');
    const alone = { ...item, changes: changes.slice(0, 1) };
    expect(envelope({ type: 'item.completed', item: alone })).toMatchObject({
      content: { path: 'a', changes: alone.changes },
    });
  });

  it('calls an unknown item by its name on the wire', () => {
    const item = { id: 'x', type: 'future_item', deep: [1] };
    expect(envelope({ type: 'item.completed', item })).toMatchObject({
      item_type: 'future_item',
      content: { deep: [1] },
    });
  });

  it('tells why an item failed', () => {
    const item = { id: 'c', type: 'command_execution', command: 'ls' };
    expect(envelope({ type: 'item.failed', item, error: { message: 'no' } })).toMatchObject({
      type: 'item.failed',
      status: 'failed',
      error: { message: 'no' },
    });
  });

  it('is undefined for events without an item', () => {
    for (const event of readValues(thread, turn, { type: 'error', message: 'x' })) {
      expect(itemEnvelope(event)).toBeUndefined();
    }
  });

  it('leaves the event as it was, and takes prototype keys as data', () => {
    const line =
      '{"type":"item.delta","item_id":"c","item_type":"command_execution","delta":{"__proto__":{"output":"x"},"output":"o"}}';
    const [event] = readValues(JSON.parse(line));
    if (!event) throw new Error('no event');
    const before = JSON.stringify(event);
    const view = itemEnvelope(event);
    expect(JSON.stringify(event)).toBe(before);
    expect(JSON.stringify(view)).toContain('"delta":{"__proto__":{"output":"x"},"stdout":"o"}');
  });
});
