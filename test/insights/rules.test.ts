import { describe, expect, it } from 'vitest';
import { failedSessions } from '../../src/machine/insights/rules/failed-sessions.ts';
import { failingCommands, failingTools } from '../../src/machine/insights/rules/failing-calls.ts';
import { longWaits } from '../../src/machine/insights/rules/long-waits.ts';
import { lostCache } from '../../src/machine/insights/rules/lost-cache.ts';
import { readAgain } from '../../src/machine/insights/rules/read-again.ts';
import { insightRules } from '../../src/machine/insights/rules/registry.ts';
import { repeatedFailures } from '../../src/machine/insights/rules/repeated-failures.ts';
import { unusedTools } from '../../src/machine/insights/rules/unused-tools.ts';
import { bash, call, findingsOf, places, request, story } from './made-story.ts';

const failed = { failed: true };
const read = (line: number, file_path = 'a.ts', more = {}) => call(line, 'Read', { file_path, ...more });

it('every rule finds nothing in nothing, and has a name of its own', () => {
  for (const rule of insightRules) {
    expect(findingsOf(rule), rule.code).toEqual([]);
    expect(findingsOf(rule, story()), rule.code).toEqual([]);
  }
  expect(new Set(insightRules.map(({ code }) => code)).size).toBe(insightRules.length);
});

it('every rule holds odd names and 100 000 calls', () => {
  const odd = ['__proto__', 'constructor', '', '\u001b[2J', '-x', '🚀'.repeat(500), '"', "'", '$(', 'a\nb'];
  const calls = Array.from({ length: 100_000 }, (_, index) =>
    bash(index, odd[index % odd.length] ?? '', { failed: index % 2 === 0, ms: Number.NaN }),
  );
  const offered = new Map(odd.map((name, index) => [`mcp__${name}__tool`, index]));
  for (const rule of insightRules) {
    for (const { evidence } of findingsOf(rule, story({ calls, offered }))) {
      expect(evidence.rows.length, rule.code).toBeLessThanOrEqual(20);
    }
  }
});

describe('tools and commands by failures', () => {
  const calls = [1, 2, 3, 4, 5, 6].map((line) => bash(line, `CI=1 npm test ${line}`, { failed: line > 2 }));

  it('are told with the calls that failed', () => {
    const [finding, ...others] = findingsOf(
      failingCommands,
      story({ calls }),
      story({ id: 'two', calls: [bash(9, 'ls')] }),
    );
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ code: 'failing-commands', severity: 'high', value: 4, unit: 'calls' });
    expect(finding?.title).toBe('npm test fails 67 % of the time');
    expect(places(finding)).toEqual(['codex:one#L3', 'codex:one#L4', 'codex:one#L5', 'codex:one#L6']);
    expect(finding?.evidence.query).toBe('codex:one#L3 codex:one#L4 codex:one#L5 codex:one#L6');
    expect(findingsOf(failingTools, story({ calls }))).toEqual([]);
  });

  it('are told apart: an edit that fails is a tool', () => {
    const edits = [1, 2, 3, 4, 5].map((line) => call(line, 'Edit', { file_path: 'a' }, failed));
    expect(findingsOf(failingTools, story({ calls: edits }))[0]).toMatchObject({ value: 5 });
  });

  it('are not told of few calls or few failures, and ties stand in the order of names', () => {
    expect(findingsOf(failingCommands, story({ calls: calls.slice(2) }))).toEqual([]);
    const many = ['b', 'a'].flatMap((name) => [1, 2, 3, 4, 5].map((line) => bash(line, name, failed)));
    expect(findingsOf(failingCommands, story({ calls: many })).map(({ title }) => title[0])).toEqual(['a', 'b']);
    const seldom = Array.from({ length: 20 }, (_, line) => bash(line, 'make', { failed: line < 3 }));
    expect(findingsOf(failingCommands, story({ calls: seldom }))).toEqual([]);
  });
});

describe('a call that fails again', () => {
  const test = (line: number) => bash(line, 'npm test', failed);

  it('is told if nothing was changed between', () => {
    const calls = [test(1), bash(2, 'ls'), test(3), read(4), test(5), call(6, 'Edit', { file_path: 'a' }, failed)];
    const [finding] = findingsOf(repeatedFailures, story({ calls }));
    expect(finding).toMatchObject({ value: 2, unit: 'calls' });
    expect(places(finding)).toEqual(['codex:one#L1']);
  });

  it.each([
    ['a file was written', [test(1), call(2, 'Edit', { file_path: 'a.ts' }), test(3), test(4)], []],
    ['another command may have', [test(1), bash(2, 'npm install'), test(3), test(4)], []],
    ['another command that failed may have', [test(1), bash(2, 'make', failed), test(3), test(4)], []],
    ['the person said something', [test(1), test(3), test(4)], [2]],
    ['it worked once', [test(1), test(2), bash(3, 'npm test'), test(4), test(5)], []],
    ['it was tried twice', [test(1), test(2)], []],
  ])('is not told if %s', (_, calls, prompts) => {
    expect(findingsOf(repeatedFailures, story({ calls, prompts }))).toEqual([]);
  });
});

describe('a file that is read again', () => {
  it('is told if the same part of it was, and nobody wrote to it', () => {
    const calls = [1, 2, 3, 4].map((line) => ({ ...read(line), resultLength: 400 }));
    const [finding] = findingsOf(readAgain, story({ calls }));
    expect(finding).toMatchObject({ value: 3, unit: 'reads' });
    expect(finding?.text).toContain('about 300 tokens');
    expect(finding?.evidence.rows).toEqual([{ agent: 'codex', id: 'one', line: 1, text: '/p/a.ts (4 times)' }]);
    const printed = [1, 2, 3].map((line) => bash(line, "sed -n '1,200p' 'src/a b.ts'"));
    expect(findingsOf(readAgain, story({ calls: printed }))[0]?.evidence.rows[0]?.text).toBe('/p/src/a b.ts (3 times)');
  });

  it.each([
    ['it was written to', [read(1), read(2), call(3, 'Write', { file_path: '/p/a.ts' }), read(4), read(5)]],
    ['other parts were read', [read(1), read(2, 'a.ts', { offset: 9 }), read(3, 'a.ts', { offset: 99 }), read(4)]],
    ['it could not be', [read(1), { ...read(2), ...failed }, { ...read(3), ...failed }]],
    ['a command does more', [1, 2, 3].map((line) => bash(line, 'cat a.ts > b.ts'))],
  ])('is not told if %s', (_, calls) => expect(findingsOf(readAgain, story({ calls }))).toEqual([]));

  it('is not told if a summary took the place of what was read', () => {
    expect(findingsOf(readAgain, story({ calls: [read(1), read(2), read(5), read(6)], compactions: [3] }))).toEqual([]);
  });
});

describe('tools that are offered and never called', () => {
  const offer = (id: string) =>
    story({
      id,
      offered: new Map([
        ['mcp__jira__find', 3],
        ['mcp__jira__open', 3],
        ['Bash', 1],
      ]),
    });

  it('are told by their server, with a line of each session', () => {
    const [finding, ...others] = findingsOf(unusedTools, offer('a'), offer('b'), offer('c'));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ value: 2, unit: 'tools', title: 'The tools of jira are offered and never called' });
    expect(places(finding)).toEqual(['codex:a#L3', 'codex:b#L3', 'codex:c#L3']);
  });

  it('are not told after one call, or of few sessions', () => {
    const used = story({ id: 'd', calls: [call(1, 'mcp__jira__open', {})] });
    expect(findingsOf(unusedTools, offer('a'), offer('b'), offer('c'), used)).toEqual([]);
    expect(findingsOf(unusedTools, offer('a'), offer('b'))).toEqual([]);
  });
});

it('long waits are calls of more than five minutes, but for those that wait for a person or an agent', () => {
  const long = { ms: 10 * 60_000 };
  const calls = [
    bash(1, 'make', long),
    bash(2, 'make', { ms: 299_999 }),
    call(3, 'AskUserQuestion', {}, long),
    bash(4, 'x'),
  ];
  const [finding] = findingsOf(longWaits, story({ calls }));
  expect(finding).toMatchObject({
    value: 600_000,
    unit: 'ms',
    text: '1 call took more than five minutes each, 10 minutes in all.',
  });
  expect(finding?.evidence.rows[0]?.text).toBe('make (10 min)');
});

describe('a cache that is lost after a pause', () => {
  const before = request(10, 0, { cached: 90_000 });
  const after = request(20, 6);
  const lost = (...requests: ReturnType<typeof request>[]) => findingsOf(lostCache, story({ requests }))[0];

  it('costs what the context before would have cost less from the cache', () => {
    const finding = lost(before, after);
    expect(finding).toMatchObject({ unit: 'usd', value: 0.09 });
    expect(places(finding)).toEqual(['codex:one#L20']);
    expect(finding?.evidence.rows[0]?.text).toBe('100000 tokens after 6 min');
  });

  it.each([
    ['there was no pause', [before, request(20, 5)]],
    ['the cache was kept', [before, request(20, 60, { cached: 90_000 })]],
    ['there was none', [request(10, 0), after]],
    ['the context is another one', [before, request(20, 6, { input: 50_000 })]],
    ['the model is another one', [before, request(20, 6, { model: 'n' })]],
    ['nothing has a price', [request(1, 0, { model: 'x', cached: 9e4 }), request(2, 9, { model: 'x' })]],
    ['no time is known', [request(1, 0, { at: 0, cached: 9e4 }), after]],
  ])('is not told if %s', (_, requests) => expect(lost(...requests)).toBeUndefined());

  it('is not told if a summary came between', () => {
    expect(findingsOf(lostCache, story({ requests: [before, after], compactions: [15] }))).toEqual([]);
  });
});

describe('money in sessions that failed', () => {
  it('is what their requests cost, the most expensive first', () => {
    const of = (id: string, input: number) => story({ id, status: 'failed', requests: [request(1, 0, { input })] });
    const [finding] = findingsOf(
      failedSessions,
      of('cheap', 1e6),
      of('dear', 3e6),
      story({ requests: [request(1, 0)] }),
    );
    expect(finding).toMatchObject({ value: 4, unit: 'usd', text: '2 sessions ended in failure, for $4.00 in all.' });
    expect(finding?.evidence.rows.map(({ id, line, text }) => [id, line, text])).toEqual([
      ['dear', 0, '$3.00 a title'],
      ['cheap', 0, '$1.00 a title'],
    ]);
    expect(finding?.evidence.query).toBe('codex:dear codex:cheap');
  });

  it('is not told if nothing has a price', () => {
    const unknown = story({ status: 'failed', requests: [request(1, 0, { model: 'mystery' })] });
    expect(findingsOf(failedSessions, unknown)).toEqual([]);
  });
});
