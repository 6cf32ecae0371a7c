import { AnyThreadEventSchema, StrictThreadEventSchema, ThreadEventSchema } from 'threadline/schema';
import { expect, it } from 'vitest';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';
import { isSdkShaped, rawLines } from '../raw-lines.ts';
import { readRecording } from '../read-values.ts';

it('readers and schemas agree on every event of every recording', { timeout: 300_000 }, (context) => {
  const recordings = sharedRecordings('*/*/{stdout,rollout,rollout-2}.jsonl');
  if (!recordings) return context.skip(WITHOUT_SHARED);
  const refused: string[] = [];
  let events = 0;
  for (const recording of recordings) {
    for (const event of readRecording(recording)) {
      events += 1;
      const { error } = ThreadEventSchema.safeParse(event);
      const isAny = AnyThreadEventSchema.safeParse(event).success;
      if (error || !isAny) refused.push(`${recording.name} ${JSON.stringify(event).slice(0, 200)}: ${error?.message}`);
    }
  }
  expect(refused.slice(0, 5)).toEqual([]);
  expect(events).toBeGreaterThanOrEqual(4664);
});

it('the schemas accept every raw line that Codex has printed since 0.44', (context) => {
  const recordings = sharedRecordings('*/*/stdout.jsonl')?.filter(isSdkShaped);
  if (!recordings) return context.skip(WITHOUT_SHARED);
  const refused: string[] = [];
  let lines = 0;
  for (const recording of recordings) {
    for (const line of rawLines(recording)) {
      lines += 1;
      const { error } = StrictThreadEventSchema.safeParse(line);
      if (error) refused.push(`${recording.name} ${JSON.stringify(line).slice(0, 200)}: ${error.message}`);
    }
  }
  expect(refused.slice(0, 5)).toEqual([]);
  expect(lines).toBe(2966);
});
