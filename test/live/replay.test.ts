import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundledTraffic } from '../parity/live-traffic.ts';
import { judgeAll } from './replay-faults.ts';

const bundled = bundledTraffic().map(({ name }) => ({
  name,
  path: fileURLToPath(new URL(`../fixtures/live/${name}/traffic.jsonl`, import.meta.url)),
}));

it('our client lives through every bundled connection: the same events, answers and endings, and nothing is left', async () => {
  const judged = await judgeAll(bundled);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ isSame }) => isSame).length).toBeGreaterThan(13);
}, 120_000);
