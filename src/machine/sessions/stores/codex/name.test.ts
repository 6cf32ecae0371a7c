import { describe, expect, it } from 'vitest';
import { normaliseId } from '../../store.ts';
import { parseRolloutName } from './name.ts';

const thread = '01a1de09-5e47-7183-af03-5d003dbe14b4';
const rollout = '01a1de09-6d17-72f3-83f0-2ed87e1ebbfb';

describe('the name of a session file', () => {
  it('holds the thread, which is also the file unless a second id follows', () => {
    const stamp = 'rollout-2026-11-15T07-08-38';
    expect(parseRolloutName(`${stamp}-${thread}.jsonl`)).toMatchObject({ threadId: thread, rolloutId: thread });
    expect(parseRolloutName(`${stamp}-${thread}_${rollout}.jsonl`)).toMatchObject({
      threadId: thread,
      rolloutId: rollout,
    });
    expect(parseRolloutName(`${stamp}-${thread.toUpperCase()}.jsonl`)?.threadId).toBe(thread);
  });

  it('is the same for a compressed file and for a single document', () => {
    const ids = { threadId: thread, rolloutId: thread };
    expect(parseRolloutName(`rollout-x-${thread}.jsonl.zst`)).toEqual(ids);
    expect(parseRolloutName(`rollout-2025-04-20-${thread}.json`)).toEqual(ids);
  });

  it('may hold no id, and any character', () => {
    expect(parseRolloutName('rollout-not-containing-id.jsonl')).toEqual({});
    expect(parseRolloutName('rollout-two\nlines.jsonl')).toEqual({});
    expect(parseRolloutName(`rollout-${thread}0.jsonl`)?.threadId).toBeUndefined();
  });

  it.each(['x.jsonl', `rollout-${thread}.jsonl.tmp`, `rollout-${thread}.jsonl.zst.tmp`, 'rollout-.txt', 'rollout'])(
    'is not %s',
    (name) => {
      expect(parseRolloutName(name)).toBeUndefined();
    },
  );

  it('compares ids without regard to case, the URN prefix and space around', () => {
    expect(normaliseId(` urn:uuid:${thread.toUpperCase()}\n`)).toBe(thread);
  });
});
