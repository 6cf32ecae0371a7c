import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../../../test/fixtures.ts';
import { readRecording, readValues } from '../../../test/read-values.ts';
import type { ThreadEvent } from './event.ts';
import type { McpToolCallItem } from './item.ts';
import { isSdkEvent } from './sdk-event.ts';

const isSdk = (value: object) => readValues(value).every(isSdkEvent);
const command = { id: 'c', type: 'command_execution', command: 'ls', aggregated_output: '' };
const change = { id: 'f', type: 'file_change', changes: [{ path: 'a', kind: 'add' }] };
const call = { id: 'm', type: 'mcp_tool_call', server: 's', tool: 't', arguments: {}, status: 'in_progress' };

describe('isSdkEvent', () => {
  it.each([
    { type: 'thread.started', thread_id: 'T' },
    { type: 'turn.started' },
    { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } },
    { type: 'turn.failed', error: { message: 'no' } },
    { type: 'error', message: 'no' },
    { type: 'item.updated', item: { id: 'p', type: 'todo_list', items: [] } },
    { type: 'item.started', item: { ...command, exit_code: null, status: 'in_progress' } },
    { type: 'item.completed', item: { ...change, status: 'failed' } },
    { type: 'item.started', item: { ...call, result: null, error: null } },
  ])('takes %o', (value) => {
    expect(isSdk(value)).toBe(true);
  });

  it.each([
    ['no usage', { type: 'turn.completed' }],
    ['no message', { type: 'turn.failed' }],
    ['a kind of event that the SDK does not have', { type: 'turn.aborted' }],
    ['a delta', { type: 'item.delta', item_id: 'a', delta: 'x' }],
    ['an unknown event', { type: 'future.event' }],
    [
      'a kind of item that the SDK does not have',
      { type: 'item.started', item: { id: 'x', type: 'collab_tool_call' } },
    ],
    ['an unknown item', { type: 'item.started', item: { id: 'x', type: 'future_item' } }],
    ['a status of a command', { type: 'item.completed', item: { ...command, status: 'declined' } }],
    ['a status of a change', { type: 'item.started', item: { ...change, status: 'in_progress' } }],
    ['a kind of change', { type: 'item.completed', item: { ...change, changes: [{ path: 'a', kind: 'move' }] } }],
    ['a status of a call', { type: 'item.started', item: { ...call, status: 'running' } }],
  ])('refuses %s', (_what, value) => {
    expect(isSdk(value)).toBe(false);
  });

  it.each([
    ['counts that a caller left out', { type: 'turn.completed', usage: { input_tokens: 1, output_tokens: 1 } }],
    ['other names of a call', { server_name: 's', tool_name: 't' }],
    ['an error that is a text', { server: 's', tool: 't', error: 'no' }],
    ['an answer of no known form', { server: 's', tool: 't', result: { x: 1 } }],
  ] satisfies [string, object][])('refuses what a caller made with %s', (_what, made) => {
    const item = { id: 'm', type: 'mcp_tool_call', arguments: {}, status: 'completed', ...made } as McpToolCallItem;
    expect(isSdkEvent('usage' in made ? (made as ThreadEvent) : { type: 'item.completed', item })).toBe(false);
  });

  it('takes all that 0.98 printed of commands and searches', () => {
    const recordings = bundledRecordings('0.98.0/{s2-shell,s5-websearch}/stdout.jsonl');
    expect(recordings).toHaveLength(2);
    for (const recording of recordings) expect(readRecording(recording).every(isSdkEvent)).toBe(true);
  });
});
