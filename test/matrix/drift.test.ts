import { describe, expect, it } from 'vitest';
import { drifts, findBrokenDrifts } from '../contract/drift.ts';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';

describe('the drift contract, at every distinct place of all shared recordings', () => {
  const recordings = sharedRecordings('*/*/stdout.jsonl');
  const small = recordings?.filter(({ bytes }) => bytes.length < 1_000_000) ?? [];

  it.skipIf(!recordings).each(drifts)(
    `$name (or skipped: ${WITHOUT_SHARED})`,
    (drift) => {
      expect(findBrokenDrifts(small, drift)).toEqual([]);
    },
    400_000,
  );
});
