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

interface Total {
  requests: number;
  output: number;
}

interface Recording {
  /** `2.1.325/s11` */
  name: string;
  /** What each run printed of its tokens; undefined for one that printed no total. */
  printed: (Total | undefined)[];
  /** What its session files hold, sub-agents' with them; undefined where it left none. */
  kept: Total | undefined;
}

/** What the mock reports for each request, but for the output of some. */
const MOCK = {
  claude: { input: 4312, cached: 4000, cacheWrite: 300, output: 57, files: 'session/projects/**/*.jsonl' },
  gemini: { input: 1000, cached: 400, cacheWrite: 0, output: 27, files: 'session/tmp/**/chats/**/*.{json,jsonl}' },
};

async function read(agent: 'claude' | 'gemini'): Promise<Recording[]> {
  const folder = join(shared, agent);
  const names = globSync('*/*/meta.json', { cwd: folder }).map((path) => path.replace('/meta.json', ''));
  const recordings: Recording[] = [];
  for (const name of names.sort()) {
    const inside = (pattern: string) =>
      globSync(pattern, { cwd: join(folder, name) }).map((path) => join(folder, name, path));
    const printed = inside('stdout*.jsonl')
      .sort()
      .map((path) => printedTotal(agent, path));
    const files = inside(MOCK[agent].files).sort();
    const kept = files.length > 0 ? sums((await scanPaths(files)).rows) : undefined;
    recordings.push({ name, printed, kept: kept && { requests: kept.requests, output: kept.output } });
  }
  return recordings;
}

/** The input is always a whole number of requests; the cached part is not printed by Gemini CLI up to 0.16. */
function printedTotal(agent: 'claude' | 'gemini', path: string): Total | undefined {
  const reader = createEventReader();
  const thread = createThread();
  for (const outcome of [...reader.push(readFileSync(path)), ...reader.end()]) {
    if (outcome.ok) for (const event of outcome.events) thread.push(event);
  }
  const { usage } = thread;
  if (!usage) return undefined;
  const { input, cached, cacheWrite } = MOCK[agent];
  const requests = usage.input_tokens / input;
  const isCacheTold = agent === 'claude' || usage.cached_input_tokens > 0;
  expect([usage.cached_input_tokens, usage.cache_write_input_tokens], path).toEqual(
    isCacheTold ? [cached * requests, cacheWrite * requests] : [0, 0],
  );
  expect(Number.isInteger(requests), path).toBe(true);
  return { requests, output: usage.output_tokens };
}

const sum = (totals: readonly (Total | undefined)[]): Total =>
  totals.reduce<Total>(
    (total, one) => ({
      requests: total.requests + (one?.requests ?? 0),
      output: total.output + (one?.output ?? 0),
    }),
    { requests: 0, output: 0 },
  );

const largest = (totals: readonly (Total | undefined)[]): Total =>
  totals.reduce<Total>((most, one) => (one && one.requests > most.requests ? one : most), { requests: 0, output: 0 });

/** From 2.1.325 on a resumed session, and a fork of it, print the total of all its runs. */
const PRINTS_ALL_RUNS = new Set(['2.1.325/s8', '2.1.325/s13']);
/** What the mock says a message of the conversation cost, where it is not as always. */
const OTHER_OUTPUT = new Map([
  ['s7g', 32_000],
  ['s7h', 1],
]);
/** Requests that no file holds: for titles and checks of commands; for a web search; for a compaction. */
const HELPERS = [9, 57, 40];

it('finds in what Claude Code printed the numbers of the mock, sub-agents once and retries not', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const without: string[] = [];
  const wrong: string[] = [];
  let right = 0;
  for (const { name, printed, kept } of await read('claude')) {
    if (!kept || printed.every((one) => one === undefined)) {
      without.push(name);
      continue;
    }
    const { requests, output } = PRINTS_ALL_RUNS.has(name) ? largest(printed) : sum(printed);
    const helpers = requests - kept.requests;
    const rest = output - kept.requests * (OTHER_OUTPUT.get(name.split('/')[1] ?? '') ?? MOCK.claude.output);
    if (helpers >= 0 && HELPERS.some((each) => rest === helpers * each)) right += 1;
    else wrong.push(`${name} ${requests}:${output}`);
  }
  // A reply whose connection broke is asked for again, and these versions add up something else than its parts; up to
  // 1.0.80 they do not print all that sub-agents said.
  expect(wrong).toEqual([
    '1.0.128/s7c 3:67',
    '1.0.30/s11 3:115',
    '1.0.30/s7c 2:58',
    '1.0.80/s11 5:173',
    '2.0.10/s7c 3:67',
    '2.1.20/s7c 2:66',
    '2.1.75/s7c 1:57',
  ]);
  // Runs that were killed, other forms of output, screens.
  expect(new Set(without.map((name) => name.split('/')[1]))).toEqual(
    new Set(['s10', 's10b', 's10c', 's15b', 's18', 's20', 's22', 's7a', 's7b', 's7d', 'tui']),
  );
  expect(right).toBeGreaterThan(200);
});

it('finds in the files of Claude Code the numbers of the mock, but for placeholders of the output', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const placeholders: Record<string, number> = {};
  let messages = 0;
  for (const { name, kept } of await read('claude')) {
    if (!kept) continue;
    const [version = '', scenario = ''] = name.split('/');
    const each = OTHER_OUTPUT.get(scenario) ?? MOCK.claude.output;
    const missing = (kept.requests * each - kept.output) / (each - 1 || 1);
    expect(Number.isInteger(missing), name).toBe(true);
    messages += kept.requests;
    if (missing > 0) placeholders[version] = (placeholders[version] ?? 0) + missing;
  }
  // 123 of all messages; 1.0.80, 2.0.10 and 2.1.75 wrote a line or two before they knew better.
  expect(placeholders).toEqual({ '1.0.30': 49, '1.0.80': 1, '2.0.10': 1, '2.1.20': 70, '2.1.75': 2 });
  expect(messages).toBeGreaterThan(500);
});

/**
 * Up to 0.30 a record holds the calls of several rounds and the count of one; helpers that search or compress are in no
 * chat, nor are replies that were thrown away.
 */
const KEEPS_LESS = /^0\.(?:11|16|30)\.|\/s(?:5|13b?|7d|7h)$/;

it('finds in what Gemini CLI printed and kept the numbers of the mock, sub-agents once', async (context) => {
  if (!existsSync(shared)) return context.skip(WITHOUT_SHARED);
  const lessKept: string[] = [];
  let right = 0;
  for (const { name, printed, kept } of await read('gemini')) {
    const total = sum(printed);
    expect(total.output, name).toBe(27 * total.requests);
    if (!kept || printed.every((one) => one === undefined)) continue;
    expect(kept.output, name).toBe(27 * kept.requests);
    expect(kept.requests, name).toBeLessThanOrEqual(total.requests);
    if (kept.requests === total.requests) right += 1;
    else if (!KEEPS_LESS.test(name)) lessKept.push(name);
  }
  expect(lessKept).toEqual([]);
  expect(right).toBeGreaterThan(80);
});
