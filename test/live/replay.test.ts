import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bundledTraffic } from '../parity/live-traffic.ts';
import { APART, judgeAll, REFUSED } from './replay-faults.ts';

const bundled = bundledTraffic().map(({ name }) => ({
  name,
  path: fileURLToPath(new URL(`../fixtures/live/${name}/traffic.jsonl`, import.meta.url)),
}));

it('our client lives through every bundled connection: the same events, answers and endings, and nothing is left', async () => {
  const judged = await judgeAll(bundled);
  expect(judged.flatMap(({ faults }) => faults)).toEqual([]);
  expect(judged.filter(({ isSame }) => isSame).length).toBeGreaterThan(13);
}, 120_000);

it('docs/live.md names every reason why a recording is lived through otherwise, and no other', () => {
  const page = readFileSync(new URL('../../docs/live.md', import.meta.url), 'utf8');
  const rows = page
    .slice(page.indexOf('### Recorded connections'))
    .matchAll(/^\| (?!our client|not opened)(.+?) \| .*\|$/gm);
  const reasons = new Set([...APART, ...REFUSED].map(({ why }) => why));
  expect(new Set([...rows].map(([, why]) => why))).toEqual(reasons);
});
