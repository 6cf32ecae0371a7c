import { createEventReader, detectWire, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';

const note = (method: string, params: object) => ({ method, params: { threadId: 'T', turnId: 'U', ...params } });
const started = { method: 'thread/started', params: { thread: { id: 'T', preview: '', cwd: '/p', cliVersion: '1' } } };
const turn = note('turn/started', { turn: { id: 'U', status: 'inProgress' } });
const envelope = (dir: string, message: object) => ({ dir, line: JSON.stringify(message) });

function read(...records: object[]): ThreadEvent[] {
  const reader = createEventReader();
  const outcomes = [...reader.push(records.map((record) => `${JSON.stringify(record)}\n`).join('')), ...reader.end()];
  expect(outcomes.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]))).toEqual([]);
  return outcomes.flatMap((outcome) => (outcome.ok ? outcome.events : []));
}
const kinds = (events: readonly ThreadEvent[]) =>
  events.map((event) =>
    'item' in event ? `${event.type} ${event.item.type}` : event.type === 'context' ? event.kind : event.type,
  );

describe('ids', () => {
  it('0 is a request like any other, and both sides may use it at once', () => {
    const events = read(
      envelope('in', { method: 'initialize', id: 0, params: { clientInfo: { name: 'x' } } }),
      envelope('out', { id: 0, result: { userAgent: 'x/1' } }),
      envelope('in', { method: 'thread/list', id: 0, params: {} }),
      envelope('out', {
        method: 'item/commandExecution/requestApproval',
        id: 0,
        params: { threadId: 'T', turnId: 'U', itemId: 'c' },
      }),
      envelope('in', { id: 0, result: { decision: 'decline' } }),
      envelope('out', { id: 0, result: { data: [] } }),
    );
    expect(kinds(events).slice(3)).toEqual([
      'item/commandExecution/requestApproval',
      'item/commandExecution/requestApproval',
      'thread/list',
    ]);
    expect(events[4]).toMatchObject({ item_id: 'c', thread_id: 'T', turn_id: 'U', text: 'decline' });
  });

  it('of an answer without an envelope are told apart by what it holds', () => {
    const events = read(
      { method: 'thread/start', id: 1, params: {} },
      { method: 'item/fileChange/requestApproval', id: 1, params: { threadId: 'T', turnId: 'U', itemId: 'f' } },
      { id: 1, result: { decision: 'accept' } },
      { id: 1, result: { thread: { id: 'T', preview: '' }, model: 'm' } },
    );
    expect(kinds(events).slice(2)).toEqual(['item/fileChange/requestApproval', 'thread.started']);
  });
});

describe('a thread', () => {
  it('begins once, with the answer, and says if it was resumed', () => {
    const events = read(
      envelope('in', { method: 'thread/resume', id: 1, params: { threadId: 'T' } }),
      envelope('out', { id: 1, result: { thread: { id: 'T', preview: '' }, model: 'm' } }),
      envelope('out', started),
    );
    expect(kinds(events)).toEqual(['thread/resume', 'thread.started', 'thread/started']);
    expect(events[1]).toMatchObject({ resumed: true, model: 'm' });
  });

  it('that is only read is not begun', () => {
    const events = read(
      envelope('in', { method: 'thread/read', id: 1, params: { threadId: 'T' } }),
      envelope('out', { id: 1, result: { thread: { id: 'T', preview: '' } } }),
    );
    expect(kinds(events)).toEqual(['thread/read', 'thread/read']);
  });

  it('of a sub-agent is below the call that started it, announced or not', () => {
    const spawn = {
      type: 'collabAgentToolCall',
      id: 'c1',
      tool: 'spawnAgent',
      status: 'inProgress',
      senderThreadId: 'T',
      receiverThreadIds: [],
      agentsStates: {},
    };
    const events = read(
      started,
      turn,
      note('item/started', { item: spawn }),
      note('turn/started', { threadId: 'child', turnId: undefined, turn: { id: 'V' } }),
      note('item/completed', { item: { ...spawn, status: 'completed', receiverThreadIds: ['child'] } }),
      note('item/completed', { threadId: 'child', turnId: 'V', item: { type: 'agentMessage', id: 'm', text: 'x' } }),
    );
    const ofChild = events.filter(({ thread_id }) => thread_id === 'child');
    expect(ofChild.map(({ parent_item_id }) => parent_item_id)).toEqual(['c1', 'c1']);
  });
});

describe('items', () => {
  it('an added file has a content, a changed one a diff without the note of its move', () => {
    const changes = [
      { path: '/a', kind: { type: 'add' }, diff: 'one\n' },
      { path: '/b', kind: { type: 'update', move_path: '/c' }, diff: '@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: /c' },
      { path: '/d', kind: { type: 'delete' }, diff: 'gone\n' },
    ];
    const [, , event] = read(
      started,
      turn,
      note('item/completed', { item: { type: 'fileChange', id: 'f', changes, status: 'completed' } }),
    );
    expect(event).toMatchObject({
      item: {
        changes: [
          { path: '/a', kind: 'add', new_content: 'one\n' },
          { path: '/b', kind: 'update', move_path: '/c', diff: '@@ -1 +1 @@\n-a\n+b\n' },
          { path: '/d', kind: 'delete', old_content: 'gone\n' },
        ],
      },
    });
  });

  it('a reasoning without words shows nothing, and its first words begin it', () => {
    const item = { type: 'reasoning', id: 'r', summary: [], content: [] };
    expect(
      kinds(read(started, turn, note('item/started', { item }), note('item/completed', { item }))).slice(2),
    ).toEqual(['reasoning', 'reasoning']);
    const delta = note('item/reasoning/summaryTextDelta', { itemId: 'r', delta: 'a', summaryIndex: 0 });
    expect(kinds(read(started, turn, note('item/started', { item }), delta, delta)).slice(3)).toEqual([
      'item.started reasoning',
      'item.delta',
      'item.delta',
    ]);
  });

  it('the same file, command or kind under odd values throws nowhere', () => {
    for (const odd of [{ toString: 0 }, [], 7, null, 'x', { id: { toString: 0 } }])
      for (const type of [
        'fileChange',
        'dynamicToolCall',
        'reasoning',
        'userMessage',
        'imageView',
        'webSearch',
        'odd',
      ]) {
        const item = {
          type,
          id: odd,
          changes: odd,
          tool: odd,
          content: odd,
          summary: odd,
          action: odd,
          path: odd,
          status: odd,
        };
        const text = [started, turn, note('item/completed', { item })]
          .map((record) => JSON.stringify(record))
          .join('\n');
        expect(() => createEventReader().push(`${text}\n`)).not.toThrow();
      }
  });

  it('a method of items that is not known is kept as unknown, one of the server as bookkeeping', () => {
    const events = read(started, note('item/odd/thing', { x: 1 }), note('account/odd', { x: 1 }));
    expect(kinds(events)).toEqual(['thread.started', 'unknown', 'account/odd']);
  });
});

describe('turns', () => {
  it('end as they say, with the last total and what they used alone', () => {
    const usage = (total: number) => ({
      totalTokens: total,
      inputTokens: total - 1,
      cachedInputTokens: 0,
      outputTokens: 1,
      reasoningOutputTokens: 0,
    });
    const count = (total: number) =>
      note('thread/tokenUsage/updated', {
        tokenUsage: { total: usage(total), last: usage(5), modelContextWindow: null },
      });
    const end = (status: string, error: object | null = null) =>
      note('turn/completed', { turn: { id: 'U', status, error } });
    const events = read(
      envelope('in', { method: 'thread/start', id: 1, params: {} }),
      envelope('out', { id: 1, result: { thread: { id: 'T', preview: '' }, model: 'm' } }),
      ...[
        turn,
        count(10),
        count(10),
        end('completed'),
        turn,
        count(30),
        end('failed', { message: 'no', codexErrorInfo: { httpConnectionFailed: {} } }),
        turn,
        end('interrupted'),
      ].map((message) => envelope('out', message)),
    );
    const ends = events.filter(({ type }) => /^turn\.(?:completed|failed|aborted)$/.test(type));
    expect(ends).toMatchObject([
      { type: 'turn.completed', usage: { total_tokens: 10 }, turn_usage: { total_tokens: 10 } },
      { type: 'turn.failed', error: { message: 'no', code: 'httpConnectionFailed' }, turn_usage: { total_tokens: 20 } },
      { type: 'turn.aborted', reason: 'interrupted' },
    ]);
  });

  it('a review begins under the id that all else of it has', () => {
    const events = read(
      envelope('in', { method: 'review/start', id: 1, params: { threadId: 'T' } }),
      envelope('out', { id: 1, result: { turn: { id: 'R' }, reviewThreadId: 'T' } }),
      envelope('out', note('turn/started', { turnId: undefined, turn: { id: 'other' } })),
      envelope('out', note('turn/completed', { turnId: undefined, turn: { id: 'R', status: 'completed' } })),
    );
    expect(events.filter(({ type }) => type.startsWith('turn.')).map(({ turn_id }) => turn_id)).toEqual(['R', 'R']);
  });
});

it('is not taken for JSON-RPC of others', () => {
  for (const other of [
    { jsonrpc: '2.0', method: 'thread/started', params: {} },
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', clientInfo: {} } },
    { method: 'textDocument/didOpen', params: {} },
    { id: 1, result: {} },
  ])
    expect(detectWire(`${JSON.stringify(other)}\n`)).toBe('unknown');
  expect(detectWire(`${JSON.stringify(turn)}\n`)).toBe('codex-app-server');
});
