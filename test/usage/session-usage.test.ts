import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sessionUsage } from 'threadline/usage';
import { expect, it } from 'vitest';
import { context, meta, response } from './codex-lines.ts';
import { jsonLines, temporaryFolder } from './scan-files.ts';

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
