import { describe, expect, it } from 'vitest';
import { drifts, findBrokenDrifts } from '../contract/drift.ts';
import { type Recording, sharedRecordings, WITHOUT_SHARED } from '../fixtures.ts';
import { hasShared, keptSessions, RECORDED } from './kept-sessions.ts';

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

describe('the drift contract, at every distinct place of what the newer agents printed and kept', () => {
  const isLight = ({ name }: (typeof drifts)[number]) => !name.startsWith('a list');

  it.for(RECORDED.filter((agent) => !(agent in PATTERNS)))('%s', { timeout: 240_000 }, async (agent, context) => {
    if (!hasShared()) return context.skip(WITHOUT_SHARED);
    const recordings: Recording[] = sharedRecordings('*/*/stdout*.{jsonl,json}', agent) ?? [];
    for await (const { name, bytes } of keptSessions(agent)) recordings.push({ name, bytes });
    const light = recordings.filter(({ bytes }) => bytes.length < 200_000);
    expect(light.length).toBeGreaterThan(25);
    // What an agent says of itself by the protocol is any value.
    const own = /acp \.result\.configOptions/;
    const broken = drifts.filter(isLight).flatMap((drift) => findBrokenDrifts(light, drift, { parseEvery: 400 }));
    expect(broken.filter((line) => !own.test(line))).toEqual([]);
  });
});
