import { detectWire } from 'threadline';
import { describe, expect, it } from 'vitest';
import { type Recording, sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';
import { expectNoLineClaimed, expectReadBack } from '../own-output.ts';

const AGENTS = ['claude', 'cline', 'codex', 'copilot', 'gemini', 'goose', 'kilo', 'kimi', 'opencode', 'pi', 'qwen'];

describe.each(AGENTS)('threadline reads what it writes of %s', (agent) => {
  const recordings: Recording[] = sharedRecordings('**/*.{json,jsonl}', agent) ?? [];
  const whole = recordings.filter(({ bytes }) => bytes.length < 3_000_000);

  it.skipIf(recordings.length === 0)(
    `every recording (skipped where ${WITHOUT_SHARED})`,
    () => {
      for (const recording of whole) if (detectWire(recording.bytes) !== 'unknown') expectReadBack(recording);
    },
    400_000,
  );

  it.skipIf(recordings.length === 0)(
    `and claims no line of it (skipped where ${WITHOUT_SHARED})`,
    () => {
      for (const recording of whole) expectNoLineClaimed(recording);
      expect(whole.length).toBeGreaterThan(0);
    },
    400_000,
  );
});
