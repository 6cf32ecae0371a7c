import { createEventReader, createMessageBuilder, type ThreadEvent } from 'threadline';
import { describe, expect, it } from 'vitest';
import { readRecords } from '../../../../test/rollout-lines.ts';

const header = { type: 'session', version: 3, id: 's', timestamp: '2026-11-16T09:00:00.000Z', cwd: '/p' };
let clock = 0;

function entry(id: string, parentId: string | null, message: object) {
  clock += 1;
  const timestamp = new Date(Date.parse(header.timestamp) + clock).toISOString();
  return { type: 'message', id, parentId, timestamp, message: { ...message, timestamp: 1_700_000_000_000 + clock } };
}

const usage = { input: 10, output: 2, cacheRead: 5, cacheWrite: 1, totalTokens: 18 };
const user = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] });
const said = (text: string, stopReason = 'stop', more: object = {}) => ({
  role: 'assistant',
  content: [{ type: 'text', text }],
  model: 'm',
  usage,
  stopReason,
  ...more,
});

const read = (...records: object[]) => readRecords(records);

function texts(events: readonly ThreadEvent[], all = false): string[] {
  const builder = createMessageBuilder({ all });
  for (const event of events) builder.push(event);
  builder.end();
  return builder.messages.flatMap(({ content, withdrawn }) =>
    content.flatMap((block) => (block.type === 'text' ? [withdrawn ? `(${block.text})` : block.text] : [])),
  );
}

const kinds = (events: readonly ThreadEvent[]) =>
  events.map(({ type }) => type).filter((type) => type.startsWith('turn.'));

describe('the tree of a session file', () => {
  const trunk = [header, entry('u1', null, user('one')), entry('a1', 'u1', said('first'))];
  const left = [entry('u2', 'a1', user('left')), entry('a2', 'u2', said('left answer'))];

  it('is the path from the last entry to the root; what was left is withdrawn, not lost', () => {
    const events = read(...trunk, ...left, entry('u3', 'a1', user('right')), entry('a3', 'u3', said('right answer')));
    expect(texts(events)).toEqual(['one', 'first', 'right', 'right answer']);
    expect(texts(events, true)).toEqual(['one', 'first', '(left)', '(left answer)', 'right', 'right answer']);
    expect(events.find(({ type }) => type === 'turn.withdrawn')).toMatchObject({ turn_ids: ['synthetic-turn-2'] });
  });

  it('may return to a branch that was left, which is told again and counted once', () => {
    const right = [entry('u3', 'a1', user('right')), entry('a3', 'u3', said('right answer'))];
    const events = read(...trunk, ...left, ...right, entry('u4', 'a2', user('back')), entry('a4', 'u4', said('again')));
    expect(texts(events)).toEqual(['one', 'first', 'left', 'left answer', 'back', 'again']);
    expect(events.filter(({ type }) => type === 'token_count')).toHaveLength(4);
    const last = events.findLast((event) => event.type === 'token_count');
    expect(last).toMatchObject({ input_tokens: 64, cached_input_tokens: 20, output_tokens: 8 });
  });

  it('keeps the first part of a turn that was left in its middle', () => {
    const call = { type: 'toolCall', id: 'c1', name: 'bash', arguments: { command: 'ls' } };
    const result = { role: 'toolResult', toolCallId: 'c1', toolName: 'bash', content: [], isError: false };
    const events = read(
      ...trunk,
      entry('u2', 'a1', user('two')),
      entry('a2', 'u2', said('I look', 'toolUse', { content: [{ type: 'text', text: 'I look' }, call] })),
      entry('r2', 'a2', result),
      entry('a3', 'r2', said('never mind')),
      entry('u3', 'r2', user('other')),
      entry('a4', 'u3', said('done')),
    );
    expect(texts(events)).toEqual(['one', 'first', 'two', 'I look', 'other', 'done']);
  });

  it('may have several roots, unknown parents and entries without a place', () => {
    const events = read(...trunk, entry('u2', null, user('new root')), entry('u3', 'nobody', user('lost')));
    expect(texts(events)).toEqual(['new root', 'lost']);
  });

  it('stays bounded where each line goes to another branch', () => {
    const lines: object[] = [...trunk];
    for (let n = 0; n < 2000; n += 1) lines.push(entry(`x${n}`, n % 2 === 0 ? 'a1' : 'u1', user(`text ${n}`)));
    const before = JSON.stringify(lines).length;
    expect(JSON.stringify(read(...lines)).length).toBeLessThan(before * 10);
  });
});

it('ends a turn as its last answer ended, and waits for a retry of one that failed', () => {
  const failed = said('cut', 'error', { errorMessage: 'terminated', usage: undefined });
  expect(kinds(read(header, entry('u', null, user('x')), entry('a', 'u', failed)))).toEqual([
    'turn.started',
    'turn.failed',
  ]);
  const tried = read(header, entry('u', null, user('x')), entry('a', 'u', failed), entry('b', 'a', said('good')));
  expect(kinds(tried)).toEqual(['turn.started', 'turn.completed']);
  const stopped = read(header, entry('u', null, user('x')), entry('a', 'u', said('', 'aborted')));
  expect(kinds(stopped)).toEqual(['turn.started', 'turn.aborted']);
  expect(kinds(read(header, entry('u', null, user('x')), entry('a', 'u', said('', 'toolUse'))))).toEqual([
    'turn.started',
  ]);
});

it('marks the copied entries of a fork, which are older than it, as inherited', () => {
  const fork = {
    ...header,
    id: 'f',
    timestamp: '2026-11-17T00:00:00.000Z',
    parentSession: '/s/2026-11-16T09-00_s.jsonl',
  };
  const own = { ...entry('u2', 'a1', user('own')), timestamp: '2026-11-17T00:00:01.000Z' };
  const events = read(fork, entry('u1', null, user('old')), entry('a1', 'u1', said('old answer')), own);
  expect(events[0]).toMatchObject({ type: 'thread.started', thread_id: 'f', forked_from_id: 's' });
  expect(events.filter(({ inherited }) => inherited).map(({ type }) => type)).toContain('token_count');
  expect(events.at(-1)).toMatchObject({ type: 'item.completed', item: { text: 'own' } });
  expect(events.at(-1)?.inherited).toBeUndefined();
});

it('reads odd values without throwing', () => {
  const odd: unknown[] = [null, 0, '', [], {}, { toString: 0 }, true, 'x'.repeat(10_000), Number.MAX_VALUE];
  const reader = createEventReader({ wire: 'pi-session' });
  for (const value of odd) {
    for (const record of [
      { ...header, id: value, parentSession: value },
      { type: 'message', id: value, parentId: value, timestamp: value, message: value },
      { type: 'message', message: { role: 'assistant', content: value, usage: value, timestamp: value } },
      { type: 'message', message: { role: 'toolResult', toolCallId: value, nestedCalls: { calls: [value] } } },
      { type: 'compaction', summary: value, usage: value },
      { type: 'message_update', assistantMessageEvent: value },
      { type: 'tool_execution_end', toolCallId: value, result: value },
    ]) {
      expect(() => reader.push(`${JSON.stringify(record)}\n`)).not.toThrow();
    }
  }
});
