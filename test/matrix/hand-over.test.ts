import { expect, it } from 'vitest';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';
import {
  comparable,
  expectedParts,
  FORMATS,
  messagesOf,
  partsOf,
  readOutcomes,
  written,
} from '../hand-over/round-trip.ts';

const PRINTED = '*/*/{stdout*,rollout,rollout-2}.jsonl';
const KEPT = '*/*/session/**/*.{json,jsonl}';

it.for(['codex', 'claude', 'gemini'])('every thread of %s comes back from every session format', (agent, context) => {
  const found = [PRINTED, KEPT].map((pattern) => sharedRecordings(pattern, agent));
  if (found.some((recordings) => recordings === undefined)) return context.skip(WITHOUT_SHARED);
  let threads = 0;
  for (const { name, bytes } of found.flatMap((recordings) => recordings ?? [])) {
    const outcomes = readOutcomes(bytes);
    const parts = partsOf(messagesOf(outcomes));
    if (parts.length === 0) continue;
    threads += 1;
    for (const format of FORMATS) {
      const again = readOutcomes(written(outcomes, format).text);
      const problems = again.flatMap((outcome) => (outcome.ok ? outcome.problems : [outcome.error]));
      expect(problems, `${name} as ${format.to}`).toEqual([]);
      expect(comparable(partsOf(messagesOf(again))), `${name} as ${format.to}`).toEqual(
        comparable(expectedParts(parts, format.to)),
      );
    }
  }
  expect(threads).toBeGreaterThan(100);
});
