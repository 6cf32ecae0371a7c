import { createEventReader } from 'threadline';
import { expect, it } from 'vitest';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';

it('reads every recorded stdout line into typed events; only half-written last lines are problems', (context) => {
  const recordings = sharedRecordings('*/*/stdout.jsonl');
  if (!recordings) return context.skip(WITHOUT_SHARED);
  const counts = { recordings: 0, lines: 0, unknown: 0 };
  const problems: string[] = [];
  for (const { name, bytes } of recordings) {
    counts.recordings += 1;
    const reader = createEventReader();
    for (const outcome of [...reader.push(bytes), ...reader.end()]) {
      if (!outcome.ok) problems.push(`${name} ${outcome.error.code}`);
      else problems.push(...outcome.problems.map((problem) => `${name} ${problem.code} ${problem.message}`));
      if (!('flush' in outcome)) counts.lines += 1;
      for (const event of outcome.ok ? outcome.events : []) {
        if (event.type === 'unknown' || ('item' in event && event.item.type === 'unknown')) counts.unknown += 1;
      }
    }
  }
  expect(counts).toEqual({ recordings: 663, lines: 4668, unknown: 0 });
  expect(problems.map((problem) => problem.replace(/^[^/]+/, 'V'))).toEqual(
    Array(4).fill('V/s10b-killed-midline/stdout.jsonl truncated-tail'),
  );
});
