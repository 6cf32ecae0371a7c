import { describe, expect, it } from 'vitest';
import { calledTools, NO_TOOL } from '../../src/machine/insights/called-tools.ts';
import { createInsights } from '../../src/machine/insights/insights.ts';
import { resultCosts } from '../../src/machine/insights/result-costs.ts';
import { programOf } from '../../src/machine/insights/story-call.ts';
import { bash, call, request, story } from './made-story.ts';

describe('the results of calls', () => {
  it('pay their share of every later request, until a summary takes their place', () => {
    const calls = [
      { ...bash(2, 'ls'), resultLength: 40_000 },
      { ...bash(25, 'ls'), resultLength: 40_000 },
    ];
    const requests = [request(1, 0), request(10, 1), request(20, 2), request(30, 3)];
    const [first, last] = resultCosts(story({ calls, requests, compactions: [24] }));
    expect(first).toBeCloseTo(0.02);
    expect(last).toBeCloseTo(0.01);
    expect(resultCosts(story({ calls, requests: [] }))).toEqual([null, null]);
    expect(resultCosts(story({ calls, requests: [request(30, 0, { model: 'x' })] }))).toEqual([null, null]);
    expect(resultCosts(story({ calls, requests: [request(30, 0, { input: 0 })] }))).toEqual([0, 0]);
  });
});

describe('the tools of all sessions', () => {
  it('are the most expensive first, with times, failures and a trend', () => {
    const builder = createInsights([]);
    const at = (part: number) => ({ at: 1e12 + part * 1000 });
    builder.add(
      story({
        calls: [
          ...Array.from({ length: 100 }, (_, index) => bash(index, 'ls', { ms: index + 1, ...at(0) })),
          call(200, 'mcp__jira__find', {}, { failed: true, resultLength: 4e6, ...at(12) }),
        ],
        requests: [request(300, 1)],
      }),
    );
    const { of, tools, findings } = builder.insights();
    expect({ of, findings }).toEqual({ of: { sessions: 1, costUsd: 0.1 }, findings: [] });
    expect(tools.map(({ name }) => name)).toEqual(['mcp__jira__find', 'Bash']);
    expect(tools[0]).toMatchObject({ server: 'jira', calls: 1, failed: 1, p50: null, resultTokens: 1e6, costUsd: 1 });
    expect(tools[1]).toMatchObject({ calls: 100, failed: 0, p50: 50, p95: 95, trend: [100, ...Array(11).fill(0)] });
    expect(tools[0]?.trend.at(-1)).toBe(1);
  });

  it('name the calls behind each figure: the newest, the newest failures, the slowest, the most expensive', () => {
    const builder = createInsights([]);
    const calls = Array.from({ length: 40 }, (_, index) =>
      bash(index + 1, `run ${index}`, {
        at: 1e12 + index,
        ms: (index * 7) % 40,
        failed: index % 4 === 0,
        resultLength: index === 3 ? 9e5 : 4,
      }),
    );
    builder.add(story({ calls, requests: [request(300, 1)] }));
    const places = builder.insights().tools[0]?.places;
    const lines = (name: keyof NonNullable<typeof places>) => places?.[name].rows.map(({ line }) => line);
    expect(lines('calls')).toEqual([40, 39, 38, 37, 36]);
    expect(lines('failed')).toEqual([37, 33, 29, 25, 21]);
    expect(places?.slow.rows[0]).toMatchObject({ line: 18, text: 'run 17' });
    expect(lines('costly')?.[0]).toBe(4);
    expect([places?.calls.total, places?.failed.total]).toEqual([40, 10]);
    expect(places?.failed.query.split(' ')).toHaveLength(5);
  });

  it('that cost less than fifty others name no calls, however many names an agent makes up', () => {
    const builder = createInsights([]);
    const calls = Array.from({ length: 500 }, (_, index) => call(index + 1, `made-up-${index}`, {}, {}));
    builder.add(story({ calls, requests: [request(900, 1)] }));
    const { tools } = builder.insights();
    expect(tools).toHaveLength(500);
    expect(tools.filter(({ places }) => places !== undefined)).toHaveLength(50);
  });

  it('have no cost where nothing has a price, and no trend where nothing has a time', () => {
    const builder = createInsights([]);
    builder.add(story({ calls: [bash(1, 'ls', { at: 0 })] }));
    expect(builder.insights()).toMatchObject({
      of: { costUsd: null },
      tools: [{ costUsd: null, trend: Array(12).fill(0) }],
    });
  });
});

it('findings stand in the order of their severity', () => {
  const builder = createInsights();
  builder.add(
    story({
      status: 'failed',
      requests: [request(1, 0, { input: 2e7 })],
      calls: [...[1, 2, 3].map((line) => call(line, 'Read', { file_path: 'a' })), bash(9, 'make', { ms: 1e6 })],
    }),
  );
  expect(builder.insights().findings.map(({ code, severity }) => [code, severity])).toEqual([
    ['failed-sessions', 'high'],
    ['long-waits', 'low'],
    ['read-again', 'low'],
  ]);
});

describe('the tool of a request', () => {
  const calls = [bash(3, 'ls'), call(4, 'Read', {}), call(12, 'Edit', {}), bash(30, 'ls')];

  it('is the first one that its answer called, wherever the agent counts', () => {
    const before = calledTools({ calls, counts: new Set() }, [2, 10, 20]);
    expect([...before]).toEqual([
      [2, 'Bash'],
      [10, 'Edit'],
      [20, 'Bash'],
    ]);
    const after = calledTools({ calls, counts: new Set([5, 15, 25, 35]) }, [35, 5, 25, 15]);
    expect([...after]).toEqual([
      [5, 'Bash'],
      [15, 'Edit'],
      [25, NO_TOOL],
      [35, 'Bash'],
    ]);
  });
});

it.each([
  ['npm test -- --run', 'npm test'],
  ['FOO=1 BAR="a b" /usr/bin/git push --force', 'git push'],
  ['ls -la', 'ls'],
  ['python3 -m pytest', 'python3'],
  ['', ''],
  ["echo 'open", ''],
  ['-x', '-x'],
])('%j is the program %j', (command, program) => expect(programOf(command)).toBe(program));
