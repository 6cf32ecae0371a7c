import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = madeHome(join(folder.path, 'home'));
const work = join(home.path, 'work');
const write = (number: number, cwd: string, text: string) => {
  const turn = codexTurn(1, { ask: text, result: text, answer: text }).replace('"/project"', JSON.stringify(cwd));
  home.write(number, codexHead(codexId(number), { cwd }) + turn);
};
write(1, join(work, 'checkout-api'), 'two transactions deadlock');
write(2, join(work, 'mobile-app'), 'two screens');
write(3, join(work, 'mobile-web'), 'two pages');
const data = join(folder.path, 'data');
const env = { THREADLINE_HOME: data, CODEX_HOME: home.path, HOME: home.path };
const run = (args: readonly string[], cwd = home.path) => runCli(args, { env, cwd });

/** The commands that choose by folder and time, each with how many sessions it chose. */
const choosing: [string, string[], (stdout: string) => number][] = [
  ['sessions', ['sessions', '--json', '--no-usage'], (text) => JSON.parse(text).sessions.length],
  [
    'search',
    ['search', 'two', '--json'],
    (text) => new Set(JSON.parse(text).hits.map(({ id }: { id: string }) => id)).size,
  ],
  ['usage', ['usage', '--by', 'session', '--json'], (text) => JSON.parse(text).rows.length],
  [
    'export',
    ['export', '--to', 'text', '--force', '-o', join(folder.path, 'out')],
    (text) => text.match(/[^x]\.txt$/gm)?.length ?? 0,
  ],
];

describe.each(choosing)('%s', (_, args, count) => {
  it('takes a project by its name, a part of it, a path or a folder above', async () => {
    const ways = ['checkout-api', 'CHECKOUT', '~/work/checkout-api'];
    const chosen = await Promise.all(ways.map(async (way) => count((await run([...args, '--project', way])).stdout)));
    expect(chosen).toEqual(ways.map(() => 1));
    expect(count((await run([...args, '--project', 'work'])).stdout)).toBe(3);
  });

  it('refuses a name that no session has, and names the nearest', async () => {
    const { exitCode, stderr } = await run([...args, '--project', 'chekout-api']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("no session is in a project called 'chekout-api'; did you mean 'checkout-api'?");
  });

  it('refuses a part that several projects have, and names them', async () => {
    const { exitCode, stderr } = await run([...args, '--project', 'mobile']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain("'mobile' is a part of 2 projects: ~/work/mobile-app, ~/work/mobile-web");
  });

  it('takes every way to name a time', async () => {
    const ways = ['36h', '1w', 'last week', '2020-01-01 10:00'];
    const ends = await Promise.all(ways.map(async (since) => (await run([...args, '--since', since])).stderr));
    expect(ends.filter((stderr) => stderr.includes('--since takes'))).toEqual([]);
    expect((await run([...args, '--since', 'someday'])).exitCode).toBe(2);
  });
});

it.each(['sessions', 'search x', 'usage', 'export --to text', 'insights', 'report'])(
  '%s refuses an end before its beginning',
  async (command) => {
    const { exitCode, stderr } = await run([...command.split(' '), '--since', '2026-11-15', '--until', '2026-11-10']);
    expect([exitCode, stderr]).toEqual([
      2,
      `threadline: --until 2026-11-10 is before --since 2026-11-15; see 'threadline ${command.split(' ')[0]} --help'\n`,
    ]);
  },
);

describe('archive exclude', () => {
  it('names the folder that is excluded and how many sessions it holds', async () => {
    const { exitCode, stdout } = await run(['archive', 'exclude', '--project', 'checkout-api']);
    expect([exitCode, stdout]).toEqual([0, '~/work/checkout-api is excluded from now on: 1 session there now\n']);
    expect((await run(['archive', 'status'])).stdout).toContain('excluded  ~/work/checkout-api, 1 session\n');
    const undone = await run(['archive', 'exclude', '--project', './work/checkout-api', '--undo']);
    expect(undone.stdout).toBe('~/work/checkout-api is included again: 1 session there now\n');
  });

  it('takes a path where no session or folder is yet', async () => {
    const { exitCode, stdout } = await run(['archive', 'exclude', '--project', '~/client 🐍']);
    expect([exitCode, stdout]).toEqual([0, '~/client 🐍 is excluded from now on: no session there yet\n']);
  });

  it('refuses a name that no session has, and makes no archive for it', async () => {
    const elsewhere = join(folder.path, 'none');
    const { exitCode, stderr } = await runCli(['archive', 'exclude', '--project', 'checkout'], {
      env: { ...env, THREADLINE_HOME: elsewhere, CODEX_HOME: elsewhere },
    });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("no session is in a project called 'checkout'");
  });
});
