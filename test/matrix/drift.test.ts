import { describe, expect, it } from 'vitest';
import { drifts, findBrokenDrifts } from '../contract/drift.ts';
import { type Recording, sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';

const PRINTED_AND_KEPT = '*/*/{stdout*.jsonl,session/**/*.json,session/**/*.jsonl}';
const PATTERNS = {
  codex: '*/*/{stdout,rollout,rollout-2}.jsonl',
  claude: PRINTED_AND_KEPT,
  gemini: PRINTED_AND_KEPT,
};

describe('the drift contract, at every distinct place of all shared recordings', () => {
  const found = Object.entries(PATTERNS).map(([agent, pattern]) => sharedRecordings(pattern, agent));
  const recordings = found.flatMap((each): Recording[] => each ?? []).filter(({ bytes }) => bytes.length < 500_000);

  it.skipIf(recordings.length === 0).each(drifts)(
    `$name (skipped where ${WITHOUT_SHARED})`,
    (drift) => expect(findBrokenDrifts(recordings, drift, { parseEvery: drift.isFoundAgain ? 1 : 4 })).toEqual([]),
    400_000,
  );
});
