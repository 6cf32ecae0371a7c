import { describe, expect, it } from 'vitest';
import { findIncomplete } from '../contract/completeness.ts';
import { sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';

/** What each agent printed, and what it kept. */
const FILES = {
  codex: ['*/*/stdout*.jsonl', '*/*/rollout*.jsonl'],
  claude: ['*/*/stdout*.jsonl', '*/*/session/projects/**/*.jsonl'],
  gemini: ['*/*/stdout*.jsonl', '*/*/session/**/chats/**/*.{json,jsonl}'],
};

describe('the completeness contract, on every shared recording', () => {
  it.for(Object.entries(FILES))('of %s', { timeout: 240_000 }, ([agent, patterns], context) => {
    const recordings = patterns.flatMap((pattern) => sharedRecordings(pattern, agent) ?? []);
    if (recordings.length === 0) return context.skip(WITHOUT_SHARED);
    expect(recordings.length).toBeGreaterThan(200);
    expect(findIncomplete(recordings)).toEqual([]);
  });
});
