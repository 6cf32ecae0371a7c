import { describe, expect, it } from 'vitest';
import type { ThreadEvent } from '../thread/event.ts';
import { callActions } from './call-actions.ts';
import { createFileOps } from './file-ops.ts';

const completed = (item: object, more: object = {}) =>
  ({ type: 'item.completed', item: { id: 'call', status: 'completed', ...item }, line: 3, ...more }) as ThreadEvent;
const change = (input: unknown, more: object = {}) =>
  completed({ type: 'file_change', changes: [{ path: '/p/a', kind: 'update' }], call: { name: 'Edit', input } }, more);
const ops = (...events: ThreadEvent[]) => {
  const made = createFileOps();
  return events.flatMap((event) => made.push(event));
};
const turn = { type: 'turn.started' } as ThreadEvent;

describe('callActions', () => {
  it.each([
    { file_path: '/p/a', old_string: 'x', new_string: 'y' },
    { filePath: '/p/a', oldString: 'x', newString: 'y' },
    { path: '/p/a', old_str: 'x', new_str: 'y' },
    { path: '/p/a', edits: [{ oldText: 'x', newText: 'y' }] },
  ])('reads an edit by the names of each agent: %j', (input) => {
    expect(callActions({ input, changes: [] })).toMatchObject([
      { kind: 'edit', path: '/p/a', edits: [{ old: 'x', new: 'y', all: false }] },
    ]);
  });

  it('the texts of the call come before a diff, whose tabs may be blanks', () => {
    const changes = [{ path: '/p/a', kind: 'update' as const, diff: '@@ -1 +1 @@\n-  x\n+  y\n' }];
    const input = { file_path: '/p/a', old_string: '\tx', new_string: '\ty' };
    expect(callActions({ input, changes })).toMatchObject([{ kind: 'edit', edits: [{ old: '\tx', new: '\ty' }] }]);
  });

  it('a path of a patch goes from the working folder', () => {
    const changes = [
      { path: 'a', kind: 'add' as const, new_content: 'x\n' },
      { path: 'b', kind: 'delete' as const },
      { path: 'c', kind: 'update' as const, diff: '@@ -1 +1 @@\n-x\n+y\n', move_path: 'd' },
    ];
    expect(callActions({ input: undefined, changes, cwd: '/p' })).toEqual([
      { kind: 'write', path: '/p/a', content: 'x\n', before: '' },
      { kind: 'delete', path: '/p/b' },
      { kind: 'patch', path: '/p/c', hunks: [{ before: ['x'], after: ['y'], start: 1 }], before: undefined },
      { kind: 'move', path: '/p/c', to: '/p/d' },
    ]);
  });

  it.each<unknown>([
    { toString: 0 },
    null,
    [],
    { file_path: 5 },
    { file_path: '/p/a', old_string: 1, new_string: {} },
    { file_path: '/p/a', edits: [null, 1] },
  ])('finds nothing in %j', (input) => {
    expect(callActions({ input, changes: [] })).toEqual([]);
  });
});

describe('file operations of events', () => {
  it('count turns from 1, and have the call, its line, its time and its model', () => {
    const event = change(
      { file_path: '/p/a', old_string: 'x', new_string: 'y' },
      { timestamp: '2026-01-02T03:04:05Z' },
    );
    const [op] = ops({ type: 'thread.started', thread_id: 't', model: 'm' } as ThreadEvent, turn, turn, event);
    expect(op).toMatchObject({ turn: 2, call: 'call', line: 3, model: 'm', at: Date.UTC(2026, 0, 2, 3, 4, 5) });
  });

  it('a change that failed or was refused is none', () => {
    const input = { file_path: '/p/a', old_string: 'x', new_string: 'y' };
    const item = { type: 'file_change', changes: [], call: { name: 'Edit', input } };
    expect(ops(completed({ ...item, status: 'failed' }), completed({ ...item, status: 'declined' }))).toEqual([]);
    expect(ops(completed({ ...item, call: { name: 'Edit', input, is_error: true } }))).toEqual([]);
  });

  it('a change whose end is told twice is done once, and again in another turn', () => {
    const event = change({ file_path: '/p/a', old_string: 'x', new_string: 'x\nx' });
    expect(ops(turn, event, event)).toHaveLength(1);
    expect(ops(turn, event, turn, event)).toHaveLength(2);
  });

  it('what a fork repeats of its parent is not done again', () => {
    expect(ops(change({ file_path: '/p/a', content: 'x' }, { inherited: true }))).toEqual([]);
  });

  it('a command that reads is nothing, a known one is what it does, others may have written', () => {
    const run = (command: string, output = '') =>
      ops(completed({ type: 'command_execution', command, aggregated_output: output })).map((op) => op.kind);
    expect(run('git status')).toEqual([]);
    expect(run("cat > /p/a <<'E'\nx\nE")).toEqual(['write']);
    expect(run('mv /p/a /p/b && ls')).toEqual(['move']);
    expect(run('mv /p/a /p/b && make')).toEqual(['move', 'shell']);
    expect(run('make')).toEqual(['shell']);
  });

  it('knows the commits that a command printed', () => {
    const item = {
      type: 'command_execution',
      command: 'git commit -m x',
      aggregated_output: '[main abc1234] x\n 1 file',
    };
    expect(ops(completed(item))).toMatchObject([{ kind: 'shell', commits: ['abc1234'] }]);
    const echo = { type: 'command_execution', command: 'echo x', aggregated_output: '[main abc1234] x\n' };
    expect(ops(completed(echo))).toEqual([]);
  });

  it('a sub-agent is named by its thread, and a file is new only where a result said so', () => {
    const item = {
      type: 'file_change',
      changes: [{ path: '/p/a', kind: 'add' }],
      call: { name: 'Write', input: { file_path: '/p/a', content: 'x' } },
    };
    const sub = { parent_item_id: 'task', thread_id: 'sub' };
    expect(ops(completed(item, sub))).toMatchObject([{ kind: 'write', before: '', agentThread: 'sub' }]);
    const [op] = ops(completed({ ...item, inferred: ['changes.0.kind'] }, sub));
    expect(op).toMatchObject({ kind: 'write', before: undefined });
  });
});
