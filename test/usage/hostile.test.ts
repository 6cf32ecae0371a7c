import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { scanUsage } from 'threadline/usage';
import { describe, expect, it } from 'vitest';
import { count, meta, response } from './codex-lines.ts';
import { jsonLines, scanFiles, scanPaths, sums, temporaryFolder } from './scan-files.ts';

const one = { input: 1000, output: 100 };
const two = { input: 2000, output: 200 };

const good = jsonLines([meta('good'), response('good', 'r1', one)]);

describe('a home that is not as it should be', () => {
  it('is counted as far as it is there, and each problem is named once', async () => {
    const folder = temporaryFolder();
    const path = (name: string) => join(folder, name);
    writeFileSync(path('empty'), '');
    writeFileSync(path('noise'), 'plain text\nmore of it\n');
    writeFileSync(path('cut'), `${good}${JSON.stringify(response('good', 'r2', one)).slice(0, -20)}`);
    writeFileSync(path('good'), good);
    mkdirSync(path('folder'));
    execFileSync('mkfifo', [path('fifo')]);
    const names = ['empty', 'noise', 'missing', 'folder', 'fifo', 'cut', 'good'];
    const { rows, problems } = await scanPaths(names.map(path));
    expect(rows.map(({ key }) => key)).toEqual(['r1']);
    const told = Object.fromEntries(problems.map(({ path: at, code }) => [at.slice(folder.length + 1), code]));
    expect(problems).toHaveLength(5);
    expect(told).toEqual({
      noise: 'unknown-format',
      missing: 'unreadable',
      folder: 'not-a-file',
      fifo: 'not-a-file',
      cut: 'bad-line',
    });
  });

  it('may hold compressed files, whole, cut off, empty and broken', async () => {
    const many = jsonLines([
      meta('t'),
      ...Array.from({ length: 2000 }, (_, index) => response('t', `r${index} ${Math.random()}`, one)),
    ]);
    const packed = zstdCompressSync(many);
    const whole = await scanFiles({ 'a.jsonl.zst': packed });
    expect(sums(whole.rows).requests).toBe(2000);
    expect(whole.problems).toEqual([]);
    const cut = await scanFiles({ 'a.jsonl.zst': packed.subarray(0, packed.length / 2) });
    expect(cut.problems.map(({ code }) => code)).toEqual(['damaged']);
    const broken = await scanFiles({ 'a.jsonl.zst': good, 'b.jsonl.zst': '' });
    expect(broken.problems.map(({ code }) => code)).toEqual(['damaged']);
  });

  it('may hold a line of a gigabyte: what is before and after it counts', { timeout: 120_000 }, async () => {
    const path = join(temporaryFolder(), 'long');
    const file = openSync(path, 'w');
    writeSync(file, jsonLines([meta('t'), response('t', 'r1', one)]));
    writeSync(file, '{"timestamp":"2026-01-01T00:00:00.000Z","type":"response_item","payload":{"image":"');
    // A gigabyte takes a busy machine some time to read.
    ftruncateSync(file, process.env.CI ? 2 ** 30 : 2 ** 28);
    closeSync(file);
    appendFileSync(path, `"}}\n${jsonLines([response('t', 'r2', two)])}`);
    const before = process.memoryUsage().arrayBuffers;
    const { rows } = await scanPaths([path]);
    expect(rows.map(({ key, line }) => [key, line])).toEqual([
      ['r1', 2],
      ['r2', 4],
    ]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  it('is not read if it is a hole of gigabytes, and that is a problem', async () => {
    const folder = temporaryFolder();
    for (const name of ['hole.jsonl', 'hole.jsonl.zst']) {
      const path = join(folder, name);
      writeFileSync(path, jsonLines([meta('t'), response('t', 'r1', one)]));
      truncateSync(path, 2 ** 33);
      let read = 0;
      const { rows, problems } = await scanPaths([path], { onBytes: (bytes) => (read += bytes) });
      expect([rows.length, problems.map(({ code }) => code), read]).toEqual([0, ['too-large'], 0]);
    }
  });

  it('may grow while it is read: what was there when its end was reached counts', async () => {
    const path = join(temporaryFolder(), 'growing');
    const filler = jsonLines(Array.from({ length: 600 }, () => ({ ...count(one, one), pad: 'x'.repeat(500) })));
    writeFileSync(path, good.replaceAll('r1', 'r0') + filler);
    const seen: string[] = [];
    let hasGrown = false;
    const onBytes = () => {
      if (!hasGrown) appendFileSync(path, jsonLines([response('good', 'late', one)]));
      hasGrown = true;
    };
    for await (const { key } of scanUsage([path], { onBytes })) seen.push(key);
    expect(seen).toEqual(['r0', 'late']);
  });

  it('may shrink while it is read: what was read until then counts', async () => {
    const path = join(temporaryFolder(), 'shrinking');
    const filler = jsonLines(Array.from({ length: 2000 }, () => ({ ...count(one, one), pad: 'x'.repeat(500) })));
    writeFileSync(path, good + filler + jsonLines([response('good', 'gone', one)]));
    const seen: string[] = [];
    for await (const { key } of scanUsage([path], { onBytes: () => truncateSync(path, 10) })) seen.push(key);
    expect(seen).toEqual(['r1']);
  });

  it('never changes', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'a');
    writeFileSync(path, good);
    await scanPaths([path]);
    expect(readFileSync(path, 'utf8')).toBe(good);
  });

  it('may hold deep and wide values', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const wide = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index));
    const head = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"turn_context","payload":{"model":"m","odd":';
    const odd = [deep, nested, wide].map((value) => `${head}${value}}}\n`).join('');
    const { rows } = await scanFiles({ a: jsonLines([meta('t')]) + odd + jsonLines([response('t', 'r1', one)]) });
    expect(rows.map(({ key, model }) => [key, model])).toEqual([['r1', 'm']]);
  });
});
