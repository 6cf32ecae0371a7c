import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionUsage } from 'threadline/usage';
import { expect, it } from 'vitest';
import { context, meta, response } from './codex-lines.ts';
import { jsonLines, scanPaths, temporaryFolder } from './scan-files.ts';

it('takes the bytes of a file from whoever reads it, however they are cut', async () => {
  const counts = { input: 1000, output: 100 };
  const bytes = Buffer.from(jsonLines([meta('a'), context('gpt-5.5'), response('a', 'r1', counts)]));
  const chunks = Array.from({ length: bytes.length }, (_, index) => bytes.subarray(index, index + 1));
  const { rows } = await scanPaths([{ path: '/nowhere/rollout.jsonl', chunks }]);
  expect(rows).toMatchObject([{ key: 'r1', model: 'gpt-5.5', source: '/nowhere/rollout.jsonl', line: 3 }]);
});

it('tells what each thread used and cost, and counts what two files repeat for the first', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const one = { input: 1000, output: 100 };
  const first = [meta('a'), context('gpt-5.5'), response('a', 'r1', one), response('a', 'r2', one)];
  const second = [meta('b'), context('unheard-of'), response('b', 'r3', one)];
  const paths = [first, second, first].map((records, index) => {
    const path = join(folder, `${index}.jsonl`);
    writeFileSync(path, jsonLines(records));
    return path;
  });
  const sums = await sessionUsage(paths);
  expect([...sums.keys()]).toEqual(['codex:a', 'codex:b']);
  expect(sums.get('codex:a')).toMatchObject({ requests: 2, input: 2000, output: 200 });
  expect(sums.get('codex:a')?.costUsd).toBeGreaterThan(0);
  expect(sums.get('codex:b')).toMatchObject({ requests: 1, costUsd: null, unpriced: { 'unheard-of': 1100 } });
});
