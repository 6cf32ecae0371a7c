import { describe, expect, it, vi } from 'vitest';
import type { StoreChange, ThreadStore } from '../../archive/model/thread-store.ts';
import { createStoreFeed } from './store-feed.ts';

const change = (number: number): StoreChange => ({
  kind: 'changed',
  session: { agent: 'claude', threadId: String(number) },
  cursor: String(number),
});

describe('news of a store', () => {
  it('go on after faults, from the last that was told, and who listens is told that some may be missing', async () => {
    const asked: string[] = [];
    const store: Pick<ThreadStore, 'changes'> = {
      async *changes(since) {
        asked.push(since);
        if (asked.length === 1) yield change(1);
        if (asked.length < 4) throw new Error(`the server ends ${asked.length}`);
        yield change(2);
        await new Promise(() => {});
      },
    };
    const faults: unknown[] = [];
    const told: string[] = [];
    const feed = createStoreFeed({ store: store as ThreadStore, onFault: (error) => faults.push(error), retryMs: 1 });
    feed.subscribe(
      ({ cursor }) => told.push(cursor),
      () => told.push('gap'),
    );
    await vi.waitFor(() => expect(told.at(-1)).toBe('2'));
    expect(told).toEqual(['1', 'gap', 'gap', 'gap', '2']);
    expect(asked).toEqual(['now', '1', '1', '1']);
    expect(faults).toHaveLength(3);
    feed.close();
  });
});
