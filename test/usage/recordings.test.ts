import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createEventReader, createThread } from 'threadline';
import { describe, expect, it } from 'vitest';
import { bundledRecordings } from '../fixtures.ts';
import { scanFiles, scanPaths, sums } from './scan-files.ts';

const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));

/** What the mock of the recordings reported for each response. */
const REQUEST = { input: 5321, cached: 4096, output: 87, reasoning: 64 };

describe('the bundled recordings of Codex', () => {
  it.each([
    ['0.166.0/s2-shell', 3],
    ['0.145.0/s3-patch', 3],
    ['0.66.0/s12-review', 2],
    ['0.34.0/s2-shell', 3],
    ['0.155.0/s8-resume-1-id', 2],
  ])('%s used what the mock reported for %i requests', async (name, requests) => {
    const paths = globSync(`codex/${name}/rollout*.jsonl`, { cwd: fixtures }).map((path) => fixtures + path);
    const { rows, problems } = await scanPaths(paths.sort());
    expect(problems).toEqual([]);
    expect(sums(rows)).toEqual({
      requests,
      input: requests * REQUEST.input,
      cached: requests * REQUEST.cached,
      cacheWrite: 0,
      output: requests * REQUEST.output,
      reasoning: requests * REQUEST.reasoning,
    });
  });

  it('use, each by itself, what the reader folds of its events', async () => {
    const different: string[] = [];
    let counted = 0;
    for (const { name, bytes } of bundledRecordings('*/*/{rollout,rollout-2}.jsonl')) {
      const reader = createEventReader();
      const thread = createThread();
      for (const outcome of [...reader.push(bytes), ...reader.end()]) {
        if (outcome.ok) for (const event of outcome.events) thread.push(event);
      }
      const { usage } = thread;
      const read = [usage?.input_tokens ?? 0, usage?.cached_input_tokens ?? 0, usage?.output_tokens ?? 0];
      const { input, cached, output } = sums((await scanFiles({ a: bytes })).rows);
      if (input > 0) counted += 1;
      if (read.join() !== [input, cached, output].join())
        different.push(`${name}: ${read} and ${[input, cached, output]}`);
    }
    expect(different).toEqual([]);
    expect(counted).toBeGreaterThan(20);
  });
});
