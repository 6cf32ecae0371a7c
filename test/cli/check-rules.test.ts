import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

/** What `codex exec --json` prints of a run with these commands, each with its exit code. */
function runOf(...commands: [command: string, exitCode: number][]): string {
  const items = commands.map(([command, exit_code], index) => {
    const status = exit_code === 0 ? 'completed' : 'failed';
    return {
      type: 'item.completed',
      item: { id: `item_${index}`, type: 'command_execution', command, aggregated_output: '', exit_code, status },
    };
  });
  const usage = { input_tokens: 10, cached_input_tokens: 0, output_tokens: 5 };
  const events = [
    { type: 'thread.started', thread_id: '01a1de06-ab42-79f0-9c2d-b8851174e06f' },
    { type: 'turn.started' },
    ...items,
    { type: 'turn.completed', usage },
  ];
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

const check = (input: string, ...args: string[]) => runCli(['check', '-', ...args], { input });

describe('check --fail-on failed-tests', () => {
  it.each<[string, [string, number][], string]>([
    [
      'a test that failed last',
      [
        ['npm test', 0],
        ['npm test', 1],
      ],
      'failed-tests: 1 test command failed: npm test\n',
    ],
    [
      'two of them',
      [
        ['pytest -q', 1],
        ['go test ./...', 2],
      ],
      'failed-tests: 2 test commands failed: pytest -q, go test ./...\n',
    ],
  ])('is broken by %s', async (_, commands, stdout) => {
    expect(await check(runOf(...commands), '--fail-on', 'failed-tests')).toEqual({ exitCode: 1, stdout, stderr: '' });
  });

  it.each<[string, [string, number][]]>([
    [
      'a test that passed in the end',
      [
        ['npm test', 1],
        ['npm test', 0],
      ],
    ],
    [
      'a part that failed before all passed',
      [
        ['npm test -- a.test.ts', 1],
        ['npm test', 0],
      ],
    ],
    ['a command that is no test', [['npm run lint', 1]]],
    ['no command', []],
  ])('is kept by %s', async (_, commands) => {
    expect(await check(runOf(...commands), '--fail-on', 'failed-tests')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });
});

it('check --fail-on tells each broken rule on a line of its own, as JSON too', async () => {
  const declined = {
    type: 'item.completed',
    item: {
      id: 'x',
      type: 'command_execution',
      command: 'rm -rf \u001b[31m/',
      aggregated_output: '',
      status: 'declined',
    },
  };
  const input = `${runOf(['npm test', 1])}${JSON.stringify(declined)}\n`;
  const rules = ['--fail-on', 'failed-tests, denied,cost>2'];
  const { exitCode, stdout } = await check(input, ...rules);
  expect(exitCode).toBe(1);
  expect(stdout.split('\n')).toEqual([
    'failed-tests: 1 test command failed: npm test',
    expect.stringMatching(/^denied: 1 call denied: rm -rf .*\/$/),
    'cost: the cost is not known, the limit is $2.00',
    '',
  ]);
  expect(stdout).not.toContain('\u001b');
  const json = await check(input, ...rules, '--json');
  expect(JSON.parse(json.stdout).files[0].broken_rules.map(({ rule }: { rule: string }) => rule)).toEqual([
    'failed-tests',
    'denied',
    'cost',
  ]);
});

it.each(['cost', 'cost>', 'cost>-1', 'cost>1e9', 'denid', '', 'failed-tests,,', '{"toString":0}'])(
  'check --fail-on refuses the rule %j',
  async (rule) => {
    expect(await check('', '--fail-on', rule)).toMatchObject({ exitCode: 2, stdout: '' });
  },
);

describe('check --strict', () => {
  it.each([
    ['a broken line', `${runOf()}{"type":\n`],
    ['a kind that is not known', `${runOf()}{"type":"new.kind"}\n`],
  ])('is exit code 3 for %s', async (_, input) => {
    const file = folder.write('bad.jsonl', input);
    expect(await runCli(['check', file])).toMatchObject({ exitCode: 0 });
    const strict = await runCli(['check', file, '--strict']);
    expect(strict).toMatchObject({ exitCode: 3, stderr: `threadline: ${file} has 1 problem\n` });
  });

  it('is exit code 0 for a good file', async () => {
    expect(await check(runOf(['ls', 1]), '--strict')).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
