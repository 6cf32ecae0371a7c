import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { daysAgo, claudeHome as home, type MadeSession as Made, uuid } from './working-home.ts';

const OPUS = 'claude-opus-4-8';
const HAIKU = 'claude-haiku-4-5';
const usage = (args: readonly string[], env: Record<string, string>) => runCli(['usage', ...args], { env });
const json = async (args: readonly string[], env: Record<string, string>) =>
  JSON.parse((await usage([...args, '--json'], env)).stdout);

const sessions: Made[] = [
  { id: uuid(1), cwd: '/home/dana/work/mobile-app', model: OPUS, days: 0, commands: ['ls'], isDone: false },
  { id: uuid(2), cwd: '/home/dana/work/mobile-app', model: HAIKU, days: 2 },
  { id: uuid(3), cwd: '/home/dana/work/api', model: OPUS, days: 29, commands: ['a.ts'], tool: 'Read', isDone: false },
  { id: uuid(4), cwd: '/home/dana/work/api', model: 'mystery', days: 40 },
];

describe('the days of a report', () => {
  it('are the last 30 on the screen, with the total of all time below, and all of them for programs', async () => {
    const env = home(sessions);
    const { stdout, stderr, exitCode } = await usage([], env);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^threadline: sessions that agents deleted are not known: [^\n]*\n$/);
    expect(stdout.match(/^\d{4}-\d\d-\d\d/gm)).toHaveLength(3);
    expect(stdout).toMatch(/^total +3 .*\n^all time +4 /m);
    expect(stdout).toContain('the last 30 days; --since WHEN shows others\n');
    const all = await json([], env);
    expect(all.rows).toHaveLength(4);
    expect(all.all_time).toEqual(all.total);
    expect((await usage(['--csv'], env)).stdout.trim().split('\r\n')).toHaveLength(5);
  });

  it('are those that were asked for, and the total is of them, with all time beside it', async () => {
    const env = home(sessions);
    const some = await json(['--since', '7d'], env);
    expect(some.rows).toHaveLength(2);
    expect(some.total).toMatchObject({ requests: 2, input: 2_000_000 });
    expect(some.all_time).toMatchObject({ requests: 4, unpriced: { mystery: 1_000_000 } });
    const shown = await usage(['--since', '7d'], env);
    expect(shown.stdout).toMatch(/^total +2 /m);
    expect(shown.stdout).not.toMatch(/all time|last 30 days/);
  });

  it('are whole weeks and months: half a month beside whole ones would mislead', async () => {
    const env = home([{ ...(sessions[0] as Made), days: 70 }]);
    for (const [by, period] of [
      ['week', '12 weeks'],
      ['month', '12 months'],
    ] as const) {
      const { stdout } = await usage(['--by', by], env);
      expect(stdout).toMatch(/^total +1 /m);
      expect(stdout).toContain(`the last ${period};`);
    }
    const none = await usage([], env);
    expect(none).toMatchObject({ exitCode: 0, stdout: '' });
    expect(none.stderr).toContain('nothing was used in the last 30 days; --since WHEN shows others');
  });

  it('of an empty home are none', async () => {
    const env = home([]);
    expect(await usage([], env)).toMatchObject({ exitCode: 0, stdout: '' });
    const nothing = await json(['--by', 'project,model', '--budget', '1'], env);
    expect(nothing).toMatchObject({ by: 'project,model', rows: [], total: { requests: 0, cost_usd: null } });
    expect(nothing).toMatchObject({ forecast: null, budget: { usd: 1, cost_usd: 0, over: false } });
    for (const by of ['block', 'tool']) expect((await json(['--by', by], env)).rows).toEqual([]);
  });
});

describe('several groupings', () => {
  it('are a cross table on the screen, whose names are whole', async () => {
    const { stdout } = await usage(['--by', 'project,model'], home(sessions));
    const [head = '', ...rows] = stdout.split('\n');
    expect(head.trim().split(/ +/)).toEqual(['project', OPUS, HAIKU, 'total']);
    expect(rows[0]).toMatch(/^\/home\/dana\/work\/mobile-app +\$5\.00 +\$1\.00 +\$6\.00$/);
    expect(rows[1]).toMatch(/^\/home\/dana\/work\/api +\$5\.00 +\$5\.00$/);
    expect(rows[2]).toMatch(/^total +\$10\.00 +\$1\.00 +\$11\.00$/);
    expect(rows[3]).toMatch(/^all time +\$11\.00\+$/);
  });

  it('may each have an option of their own: none is left out without a word', async () => {
    const env = home(sessions);
    const together = await usage(['--by', 'project,model'], env);
    expect((await usage(['--by', 'project', '--by', 'model'], env)).stdout).toBe(together.stdout);
    const { exitCode, stderr } = await usage(['--by', 'model', '--by', 'model'], env);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('twice') });
  });

  it('have rows with all keys for programs, and a column each in a spreadsheet', async () => {
    const env = home(sessions);
    const { by, rows, total } = await json(['--by', 'project,model'], env);
    expect(by).toBe('project,model');
    expect(rows[0]).toMatchObject({
      key: `/home/dana/work/api · ${OPUS}`,
      keys: { project: '/home/dana/work/api', model: OPUS },
      cost_usd: 5,
    });
    expect(rows.reduce((sum: number, row: { total: number }) => sum + row.total, 0)).toBe(total.total);
    const [names = '', first = ''] = (await usage(['--by', 'model,agent', '--csv'], env)).stdout.split('\r\n');
    expect(names.endsWith(',unpriced_tokens,model,agent')).toBe(true);
    expect(first.endsWith(`,${OPUS},claude`)).toBe(true);
  });

  it('share a column where there is no room for all', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      ...{ id: uuid(index), cwd: '/p', days: 1, input: 1000 },
      model: `model-of-a-long-name-${index}`,
    }));
    const { stdout } = await usage(['--by', 'project,model'], home(many));
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^project +model-of-a-long-name-\d+ +model-of-a-long-name-\d+ +others +total$/m);
    expect(stdout).toMatch(/^\/p +1\.00k +1\.00k +28\.0k +30\.0k$/m);
  });

  it.each([
    [['--by', 'day,day'], '--by names day twice'],
    [['--by', 'day,model,agent,project'], '--by takes up to 3 names'],
    [['--by', 'day,modle'], "not 'modle' (did you mean 'model'?)"],
    [['--by', ''], '--by needs a value that is not empty'],
    [['--budget', 'much'], "--budget takes dollars such as 20 or 0.50, not 'much'"],
    [['--budget', '-1'], '--budget'],
    [['--budget', '1', '--live'], '--budget goes with a report'],
    [['--by', 'tool', '--live'], '--by tool reads the sessions of this machine'],
  ])('%j are refused', async (args, message) => {
    const { exitCode, stderr } = await usage(args, {});
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

it('a tool has the requests whose answers called it first', async () => {
  const { rows, total } = await json(['--by', 'tool'], home(sessions));
  expect(rows.map(({ key, requests }: { key: string; requests: number }) => [key, requests])).toEqual([
    ['Bash', 1],
    ['Read', 1],
    ['(no tool)', 2],
  ]);
  expect(total.requests).toBe(4);
});

it('a block says its agent, its rate and its reset', async () => {
  const env = home(sessions.slice(0, 1));
  const [row] = (await json(['--by', 'block'], env)).rows;
  expect(row.block).toMatchObject({
    agent: 'claude',
    start: daysAgo(0),
    cost_usd_per_hour: expect.toSatisfy(() => true),
  });
  expect(Date.parse(row.block.reset) - Date.parse(row.block.start)).toBe(5 * 3_600_000);
  // How long it is until the reset depends on the clock, and with it how many columns have room.
  expect((await usage(['--by', 'block'], { ...env, COLUMNS: '160' })).stdout).toMatch(
    /^block +requests +input +output +cost +tokens\/min +\$\/hour +reset/,
  );
});

it('a budget is of the days shown, and over it the exit code is 1', async () => {
  const env = home(sessions);
  const within = await usage(['--budget', '11'], env);
  expect(within.exitCode).toBe(0);
  expect(within.stderr).not.toContain('over the budget');
  expect(within.stdout).toContain('$11.00 of a budget of $11.00\n');
  const over = await usage(['--budget', '$10.99', '--json'], env);
  expect(over.exitCode).toBe(1);
  expect(over.stderr).toContain('over the budget: $11.00 of a budget of $10.99, without what has no price');
  expect(JSON.parse(over.stdout).budget).toEqual({ usd: 10.99, cost_usd: 11, over: true });
  expect((await usage(['--budget', '0'], home(sessions.slice(3)))).exitCode).toBe(0);
});
