import { describe, expect, it } from 'vitest';
import { limits } from '../../limits/index.ts';
import type { ThreadEvent } from './event.ts';
import { createThread } from './thread.ts';
import type { CountedUsage } from './usage.ts';
import { createUsageSum } from './usage-sum.ts';

const used = (input_tokens: number): CountedUsage => ({
  input_tokens,
  cached_input_tokens: 0,
  output_tokens: 0,
  reasoning_output_tokens: 0,
});

const count = (input_tokens: number): ThreadEvent => ({
  type: 'token_count',
  ...used(input_tokens),
  total_tokens: input_tokens,
});

function sumOf(...events: ThreadEvent[]): number | undefined {
  const sum = createUsageSum();
  for (const event of events) sum.push(event);
  return sum.usage?.input_tokens;
}

describe('what a thread used', () => {
  it('is the last total of its turns, which has what sub-agents used too; else the sum of what turns alone used', () => {
    const turn = (own: number, total?: number): ThreadEvent => ({
      type: 'turn.completed',
      turn_usage: used(own),
      ...(total !== undefined && { usage: used(total) }),
    });
    expect(sumOf(turn(5), turn(3))).toBe(8);
    expect(sumOf(turn(5, 100), turn(3, 110))).toBe(110);
    expect(sumOf(count(5), turn(5), count(8), turn(3))).toBe(8);
  });

  it('counts a turn whose total is its own, because another process counts anew, though the total did not grow', () => {
    const turn: ThreadEvent = { type: 'turn.completed', usage: used(5), turn_usage: used(5) };
    expect(sumOf(turn, turn)).toBe(10);
  });

  it('leaves out of a fork what the thread used that it was made of', () => {
    const fork: ThreadEvent = { type: 'thread.started', thread_id: 'f', forked_from_id: 'p' };
    expect(sumOf(fork, { type: 'turn.completed', usage: used(105), turn_usage: used(5) })).toBe(5);
  });

  it('counts a turn that failed or was aborted by what it alone used', () => {
    expect(sumOf({ type: 'turn.failed', error: {}, turn_usage: used(4) })).toBe(4);
    expect(sumOf({ type: 'turn.aborted', turn_usage: used(4) })).toBe(4);
  });

  it('counts what a turn without an end used so far', () => {
    expect(sumOf({ type: 'turn.completed', turn_usage: used(5), usage: used(5) }, count(9))).toBe(9);
  });

  it('is undefined while nothing told it', () => {
    expect(sumOf({ type: 'turn.completed' })).toBeUndefined();
  });

  it('leaves out what a fork was given, and counts on from it', () => {
    expect(sumOf({ ...count(100), inherited: true }, count(103))).toBe(3);
  });

  it('counts each sub-agent once, by its own counts, however many there are', () => {
    const agent = (parent_item_id: string, total: number): ThreadEvent => ({ ...count(total), parent_item_id });
    expect(sumOf(count(10), agent('a', 4), agent('b', 2), agent('a', 6), count(20))).toBe(28);
    const many = Array.from({ length: 2 * limits.maxAgents }, (_, index) => agent(`a${index}`, 1));
    expect(sumOf(...many)).toBe(2 * limits.maxAgents);
  });
});

describe('a thread with sub-agents in its stream', () => {
  it('has none of their items and texts', () => {
    const thread = createThread();
    const say = (text: string, parent_item_id?: string): ThreadEvent => ({
      type: 'item.completed',
      item: { id: text, type: 'agent_message', text },
      ...(parent_item_id !== undefined && { parent_item_id }),
    });
    for (const event of [say('mine'), say('theirs', 'call')]) thread.push(event);
    expect(thread.finalResponse).toBe('mine');
    expect(thread.items).toHaveLength(1);
  });
});

describe('a turn that was taken back', () => {
  it('is marked, and says no last word', () => {
    const thread = createThread();
    const turn = (turn_id: string): ThreadEvent[] => [
      { type: 'turn.started', turn_id },
      { type: 'item.completed', turn_id, item: { id: turn_id, type: 'agent_message', text: turn_id } },
      { type: 'turn.completed', turn_id },
    ];
    for (const event of [...turn('a'), ...turn('b')]) thread.push(event);
    thread.push({ type: 'turn.withdrawn', turn_ids: ['b', 'nobody'] });
    expect(thread.turns.map(({ isWithdrawn }) => isWithdrawn)).toEqual([false, true]);
    expect(thread.finalResponse).toBe('a');
  });
});
