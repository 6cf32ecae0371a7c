import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { tempFolder } from '../archive/temp-archive.ts';
import { runCli } from './run-cli.ts';

const turn = (text: string) => codexTurn(1, { ask: text, result: text, answer: text });

describe('threadline archive', () => {
  it('says once what is kept, takes sessions in, and forgets them only when it is told to', async () => {
    const home = madeHome(tempFolder('home'));
    home.write(1, codexHead(codexId(1), { cwd: '/work' }) + turn('plain xyzzyplugh'));
    home.write(2, codexHead(codexId(2), { cwd: '/other' }) + turn('\u001b[31mred'));
    const folder = join(tempFolder(), 'data');
    const run = (...args: string[]) =>
      runCli(['archive', ...args], { env: { THREADLINE_HOME: folder, CODEX_HOME: home.path, HOME: home.path } });

    const none = await run('status');
    expect(none).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('there is no archive yet') });
    const first = await run('index');
    expect(first).toMatchObject({ exitCode: 0, stdout: '' });
    expect(first.stderr).toContain('also when the agent deletes its files');
    expect(await run('index')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(statSync(folder).mode & 0o777).toBe(0o700);

    const asked = await run('forget', '--project', '/work');
    expect(asked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
    expect(asked.stdout).toContain(`codex:${codexId(1)}`);
    expect(await run('forget', codexId(1), '--yes')).toMatchObject({ exitCode: 0 });
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
    expect(bytes.some((all) => all.includes('xyzzyplugh'))).toBe(false);

    const { stdout } = await run('status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      folder,
      sessions: 1,
      gone: 0,
      sources: { forgotten: 1, live: 1 },
      keep_deleted: 'forever',
    });
    expect(await run('verify')).toMatchObject({ exitCode: 0, stdout: 'all is well\n' });
    const pruned = await run('prune', '--before', '2030-01-01', '--yes');
    expect(pruned.stdout).toContain('red');
    expect(pruned.stdout).not.toContain('\u001b');
  });

  it.each([
    ['a wrong action', ['sttus'], "did you mean 'status'"],
    ['too much', ['status', 'now'], "takes no argument 'now'"],
    ['nothing to forget', ['forget'], 'forget wants'],
    ['nothing to prune', ['prune'], 'prune wants'],
    ['an odd time to keep', ['keep', '--deleted', 'soon'], '--deleted takes'],
    ['no folder to leave out', ['exclude'], 'exclude needs --project'],
  ])('refuses %s', async (_, args, message) => {
    const folder = join(tempFolder(), 'data');
    mkdirSync(folder);
    const { exitCode, stderr } = await runCli(['archive', ...args], { env: { THREADLINE_HOME: folder, HOME: folder } });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });
});
