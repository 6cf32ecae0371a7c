import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { UsageFile } from '../../src/machine/usage/find-usage-files.ts';
import { readUsage } from '../../src/machine/usage/scan-usage.ts';
import { readUsageInTwo } from '../../src/machine/usage/two-threads.ts';
import { cutBatches } from '../../src/machine/usage/usage-batches.ts';
import { createFactRecorder } from '../../src/machine/usage/usage-facts.ts';
import type { UsageProblem, UsageRow } from '../../src/machine/usage/usage-row.ts';
import { createRandom } from '../property/random.ts';
import { meta, response } from './codex-lines.ts';
import { randomHomes } from './random-threads.ts';
import { type Fields, jsonLines, temporaryFolder } from './scan-files.ts';

type Options = NonNullable<Parameters<typeof readUsageInTwo>[2]>;

const file = (path: string, agent = 'codex'): UsageFile => ({ path, agent, size: statSync(path).size, modified: 0 });

function write(folder: string, files: Record<string, readonly Fields[] | string>): UsageFile[] {
  return Object.entries(files).map(([name, content]) => {
    const path = join(folder, name.replaceAll('/', '_'));
    writeFileSync(path, typeof content === 'string' ? content : jsonLines(content));
    return file(path);
  });
}

/** The thread, with a line in a file for each batch that it read. */
function watched(folder: string): { thread: string; batches: () => number } {
  const [thread, log] = [join(folder, 'watched.mjs'), join(folder, 'batches.log')];
  const real = new URL('../../src/machine/usage/usage-worker.ts', import.meta.url).href;
  writeFileSync(log, '');
  writeFileSync(
    thread,
    `import { appendFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
const post = parentPort.postMessage.bind(parentPort);
parentPort.postMessage = (message) => { appendFileSync(${JSON.stringify(log)}, 'batch\\n'); post(message); };
await import(${JSON.stringify(real)});
`,
  );
  return { thread, batches: () => readFileSync(log, 'utf8').split('\n').length - 1 };
}

/** Both ways. The first thread waits after its first bytes, so that the other one has begun. */
async function both(files: readonly UsageFile[], options: Options = {}) {
  const { thread, batches } = watched(temporaryFolder());
  const read = async (how: typeof readUsage | typeof readUsageInTwo, more: Options) => {
    const rows: UsageRow[] = [];
    const problems: UsageProblem[] = [];
    let bytes = 0;
    const onProblem = (problem: UsageProblem) => problems.push(problem);
    const onBytes = (count: number) => {
      if (bytes === 0 && more.thread === thread && more.twoThreadsFrom === 0) waitUntil(() => batches() > 0);
      bytes += count;
    };
    await how(files, (row) => rows.push(row), { ...more, onProblem, onBytes });
    return { rows, problems, bytes };
  };
  const one = await read(readUsage, {});
  const two = await read(readUsageInTwo, { twoThreadsFrom: 0, batchBytes: 1, thread, ...options });
  return { one, two, beside: batches() };
}

/** Blocks this thread, but not for ever. */
function waitUntil(isSo: () => boolean): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < 300 && !isSo(); waited += 1) Atomics.wait(sleeper, 0, 0, 10);
}

describe('usage that two threads read', () => {
  it('is the same, row by row, whatever resumes, forks, reviews and copies there are', async () => {
    for (let seed = 1; seed <= 6; seed += 1) {
      const files = write(temporaryFolder(), randomHomes(createRandom(seed), 40).files);
      const { one, two, beside } = await both(files, { batchBytes: seed % 2 === 0 ? 1 : 20_000 });
      expect(beside).toBeGreaterThan(0);
      expect(one.rows.length).toBeGreaterThan(10);
      expect(two.rows).toEqual(one.rows);
      expect(two.problems).toEqual(one.problems);
    }
  });

  it('names the problems of files in their order, also those that the other thread met', async () => {
    const folder = temporaryFolder();
    const good = [meta('good'), response('good', 'r1', { input: 1000, output: 100 })];
    const files = write(folder, {
      noise: 'plain text\nmore of it\n',
      cut: `${jsonLines(good)}${JSON.stringify(response('good', 'r2', { input: 1, output: 1 })).slice(0, -20)}`,
      good,
    });
    mkdirSync(join(folder, 'folder'));
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    writeFileSync(join(folder, 'packed.jsonl.zst'), zstdCompressSync(Buffer.from(jsonLines(good))).subarray(0, 20));
    const missing = { path: join(folder, 'missing'), agent: 'codex', size: 10, modified: 0 };
    const odd = ['folder', 'fifo', 'packed.jsonl.zst'].map((name) => file(join(folder, name)));
    const { one, two, beside } = await both([...files, missing, ...odd, ...files]);
    expect(beside).toBeGreaterThan(1);
    expect(one.problems.length).toBeGreaterThan(5);
    expect(two.problems).toEqual(one.problems);
    expect(two.rows).toEqual(one.rows);
  });

  it('takes what an archive keeps of deleted files where it belongs', async () => {
    const folder = temporaryFolder();
    const thread = (id: string) => [meta(id), response(id, `r-${id}`, { input: 1000, output: 100 })];
    const files = write(folder, { a: thread('a'), b: thread('b'), c: thread('c'), d: thread('d') });
    const recorder = createFactRecorder();
    recorder.begin(join(folder, 'gone'), undefined);
    recorder.push(Buffer.from(jsonLines([...thread('gone'), ...thread('c')])));
    const facts = recorder.end();
    const gone: UsageFile = { path: join(folder, 'gone'), agent: 'codex', size: 0, modified: 0, facts };
    for (const place of [0, 2, 4]) {
      const { one, two } = await both(files.toSpliced(place, 0, gone));
      expect(one.rows).toHaveLength(5);
      expect(two.rows).toEqual(one.rows);
    }
  });

  it('reads itself what a thread took that failed', async () => {
    const folder = temporaryFolder();
    const files = write(folder, randomHomes(createRandom(3), 40).files);
    const thread = join(folder, 'thread.mjs');
    writeFileSync(
      thread,
      "import { workerData } from 'node:worker_threads';\n" +
        'workerData.shared.fill(1, workerData.shared.length >> 1);\nthrow new Error();\n',
    );
    const { one, two } = await both(files, { thread });
    expect(two.rows).toEqual(one.rows);
  });

  it('is read by one thread alone where there is little of it', async () => {
    const files = write(temporaryFolder(), randomHomes(createRandom(4), 20).files);
    const { one, two, beside } = await both(files, { twoThreadsFrom: 1e9 });
    expect(two).toEqual(one);
    expect(beside).toBe(0);
  });

  it('is cut into batches that hold every file once, in order, what is no plain file by itself', () => {
    const plain = (size: number) => ({ path: 'p', size });
    const kept = { path: 'k', facts: new Uint8Array() };
    const batches = cutBatches([plain(5), plain(6), kept, kept, plain(20), plain(1)], 10);
    expect(batches).toEqual([
      { from: 0, to: 2, isPlain: true },
      { from: 2, to: 3, isPlain: false },
      { from: 3, to: 4, isPlain: false },
      { from: 4, to: 5, isPlain: true },
      { from: 5, to: 6, isPlain: true },
    ]);
    expect(cutBatches([], 10)).toEqual([]);
  });
});
