import { describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../../../core/thread/outcome.ts';
import { limits } from '../../../limits/index.ts';
import { createOutcomeQueue } from './outcome-queue.ts';

const outcome = (line: number): Outcome => ({ ok: true, line, offset: 0, events: [], problems: [] });
const batch = (count: number) => Array.from({ length: count }, (_, index) => outcome(index + 1));

function createQueue({ mayDrop = false } = {}) {
  const onRoom = vi.fn();
  const onLeave = vi.fn();
  const queue = createOutcomeQueue({ mayDrop: () => mayDrop, onRoom, onLeave });
  return { queue, onRoom, onLeave };
}

async function readAll(outcomes: AsyncIterable<Outcome>): Promise<number[]> {
  const lines: number[] = [];
  for await (const { line } of outcomes) lines.push(line);
  return lines;
}

describe('the queue between the pipe and the reader', () => {
  it('gives what was added, in order, then ends, and stays ended', async () => {
    const { queue, onLeave } = createQueue();
    queue.add(batch(2), 10);
    queue.add([outcome(3)], 5);
    queue.end();
    expect(await readAll(queue.outcomes)).toEqual([1, 2, 3]);
    expect(await queue.outcomes.next()).toEqual({ value: undefined, done: true });
    expect(onLeave).not.toHaveBeenCalled();
  });

  it('serves readers that wait, in the order in which they asked', async () => {
    const { queue } = createQueue();
    const first = queue.outcomes.next();
    const second = queue.outcomes.next();
    const third = queue.outcomes.next();
    queue.add(batch(2), 10);
    queue.end();
    expect([await first, await second, await third].map(({ value }) => value?.line)).toEqual([1, 2, undefined]);
  });

  it('is full at so many outcomes, and tells when there is room again', async () => {
    const { queue, onRoom } = createQueue();
    queue.add(batch(limits.maxUnreadOutcomes - 1), 1);
    expect(queue.isFull).toBe(false);
    queue.add([outcome(0)], 1);
    expect(queue.isFull).toBe(true);
    expect(onRoom).not.toHaveBeenCalled();
    await queue.outcomes.next();
    expect(queue.isFull).toBe(false);
    expect(onRoom).toHaveBeenCalledTimes(1);
  });

  it('is full at so many bytes', () => {
    const { queue } = createQueue();
    queue.add([outcome(1)], limits.maxUnreadBytes);
    expect(queue.isFull).toBe(true);
  });

  it('drops what does not fit only when it may', async () => {
    const strict = createQueue().queue;
    strict.add(batch(limits.maxUnreadOutcomes), 1);
    strict.add([outcome(1)], 1);
    strict.end();
    expect(await readAll(strict.outcomes)).toHaveLength(limits.maxUnreadOutcomes + 1);

    const lenient = createQueue({ mayDrop: true }).queue;
    lenient.add(batch(limits.maxUnreadOutcomes), 1);
    lenient.add([outcome(1)], 1);
    lenient.end();
    expect(() => lenient.outcomes[Symbol.asyncIterator]()).toThrow(TypeError);
  });

  it('tells that the reader left, even while it waits, and takes no more', async () => {
    const { queue, onLeave, onRoom } = createQueue();
    const waiting = queue.outcomes.next();
    await queue.outcomes.return?.();
    expect(await waiting).toEqual({ value: undefined, done: true });
    expect(onLeave).toHaveBeenCalledTimes(1);
    queue.add(batch(1000), 1);
    expect(queue.isFull).toBe(false);
    expect(onRoom).toHaveBeenCalled();
  });
});
