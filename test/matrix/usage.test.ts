import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEventReader, createThread } from 'threadline';
import { expect, it } from 'vitest';
import { WITHOUT_SHARED } from '../fixtures.ts';
import { scanPaths, sums } from '../usage/scan-files.ts';

const shared = join(
  process.env.THREADLINE_SHARED ?? fileURLToPath(new URL('../../../shared', import.meta.url)),
  'recordings',
);

interface Meta {
  http_requests?: number;
}

/** The folders of an agent's recordings, each a home of its own: the mocks repeat ids. */
function recordings(agent: string, pattern: string) {
  const folder = join(shared, agent);
  return globSync('*/*/meta.json', { cwd: folder })
    .sort()
    .map((path) => {
      const name = path.replace('/meta.json', '');
      const meta: Meta = JSON.parse(readFileSync(join(folder, path), 'utf8'));
      const paths = globSync(pattern, { cwd: join(folder, name) }).sort();
      return { name, meta, paths: paths.map((file) => join(folder, name, file)) };
    })
    .filter(({ paths }) => paths.length > 0);
}

/** What the mock reported for each response of Codex. */
const CODEX = { input: 5321, cached: 4096, cacheWrite: 0, output: 87, reasoning: 64 };
const COMPACT = { input: 25_000, cached: 0, cacheWrite: 0, output: 160, reasoning: 256 };

/** Requests that failed report nothing, and a killed process may not have written its last count. */
const FAILS = /\/s7|\/s10/;
/** The steps of a resume share a file, which holds those before; bare files hold no counts. */
const SHARES_FILE = /\/s8|\/s12-fork/;
const BARE = /^0\.(8|20|23|29)\.0\//;

it('finds in every recording of Codex what the mock reported', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  let exact = 0;
  const wrong: string[] = [];
  for (const { name, meta, paths } of recordings('codex', 'rollout*.jsonl')) {
    const { rows, problems } = await scanPaths(paths);
    const { requests, ...used } = sums(rows);
    const wanted = Object.fromEntries(Object.entries(CODEX).map(([key, value]) => [key, value * requests]));
    const isRight =
      JSON.stringify(used) === JSON.stringify(name.includes('s12-compact') && !BARE.test(name) ? COMPACT : wanted);
    if (problems.length > 0 || !isRight) wrong.push(`${name} ${JSON.stringify(used)} ${JSON.stringify(problems)}`);
    if (BARE.test(name)) expect(requests, name).toBe(0);
    else if (!FAILS.test(name) && !SHARES_FILE.test(name)) {
      exact += 1;
      if (requests !== meta.http_requests) wrong.push(`${name}: ${requests} of ${meta.http_requests} requests`);
    } else if (FAILS.test(name)) expect(requests, name).toBeLessThanOrEqual(meta.http_requests ?? 0);
  }
  expect(wrong).toEqual([]);
  expect(exact).toBeGreaterThan(300);
});

it('counts the steps of a resumed thread one by one, up to the last', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const steps = recordings('codex', 'rollout.jsonl').filter(({ name }) => /s8-resume-[0-2]/.test(name));
  let before = { version: '', requests: 0 };
  for (const { name, meta, paths } of steps.filter(({ name }) => !BARE.test(name))) {
    const [version = ''] = name.split('/');
    const { requests } = sums((await scanPaths(paths)).rows);
    // Old versions refused some of the steps, and asked nothing then.
    const expected = (before.version === version ? before.requests : 0) + (meta.http_requests ?? 0);
    expect(requests, name).toBe(expected);
    before = { version, requests };
  }
});

it('finds in every recording of Claude Code each message once, with the most that its lines tell', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  let messages = 0;
  for (const { name, paths } of recordings('claude', 'session/projects/**/*.jsonl')) {
    const { rows, problems } = await scanPaths(paths);
    expect(problems, name).toEqual([]);
    const told = new Map<string, number>();
    for (const line of paths.flatMap((path) => readFileSync(path, 'utf8').split('\n'))) {
      const record = line === '' ? {} : JSON.parse(line);
      if (record.type !== 'assistant' || record.message.model === '<synthetic>') continue;
      // Copies of a message have no id of the request.
      const key = record.message.id;
      told.set(key, Math.max(told.get(key) ?? 0, record.message.usage.output_tokens));
    }
    const outputs = [...told.values()].reduce((sum, output) => sum + output, 0);
    const used = sums(rows);
    const count = told.size;
    expect(used, name).toMatchObject({ requests: count, input: 4312 * count, cached: 4000 * count, output: outputs });
    messages += count;
  }
  expect(messages).toBeGreaterThan(500);
});

it('finds in every recording of Gemini CLI each message once', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  let messages = 0;
  for (const { name, paths } of recordings('gemini', 'session/tmp/**/chats/**/*.{json,jsonl}')) {
    const { rows, problems } = await scanPaths(paths);
    expect(problems, name).toEqual([]);
    const { requests } = sums(rows);
    expect(sums(rows), name).toMatchObject({ input: 1000 * requests, cached: 400 * requests, output: 27 * requests });
    const ids = new Set(paths.flatMap((path) => idsWithTokens(path)));
    expect(requests, name).toBe(ids.size);
    messages += requests;
  }
  expect(messages).toBeGreaterThan(200);
});

function idsWithTokens(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const values = path.endsWith('.json')
    ? [JSON.parse(text)]
    : text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('tokens' in value && value.tokens && 'id' in value) found.push(String(value.id));
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(values);
  return found;
}

/**
 * What the readers tell of a file. Codex's says what each turn used; a process that was killed in one may have recorded
 * a response that no event counts any more.
 */
function readUsage(agent: string, path: string): number[] | undefined {
  const reader = createEventReader();
  const thread = createThread();
  for (const outcome of [...reader.push(readFileSync(path)), ...reader.end()]) {
    if (outcome.ok) for (const event of outcome.events) thread.push(event);
  }
  const { turns, usage } = thread;
  if (agent === 'codex' && turns.some(({ status }) => status === 'open')) return undefined;
  const isWhole = turns.every(({ status }) => status === 'completed');
  const parts = agent === 'codex' && isWhole ? turns.map(({ turnUsage }) => turnUsage) : [usage];
  return [
    parts.reduce((sum, part) => sum + (part?.input_tokens ?? 0), 0),
    parts.reduce((sum, part) => sum + (part?.output_tokens ?? 0), 0),
  ];
}

it('finds in each file by itself what its reader tells', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const different: string[] = [];
  let same = 0;
  const patterns = {
    codex: 'rollout*.jsonl',
    claude: 'session/projects/**/*.jsonl',
    gemini: 'session/tmp/**/chats/**/*.jsonl',
  };
  for (const [agent, pattern] of Object.entries(patterns)) {
    for (const { name, paths } of recordings(agent, pattern)) {
      for (const path of paths) {
        const read = readUsage(agent, path);
        if (!read) continue;
        const { input, output } = sums((await scanPaths([path])).rows);
        if (read.join() === [input, output].join()) same += 1;
        else different.push(`${agent}/${name}: ${read} and ${[input, output]}`);
      }
    }
  }
  expect(different).toEqual([]);
  expect(same).toBeGreaterThan(700);
});
