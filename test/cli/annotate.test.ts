import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { path: folder } = temporaryFolder();
const home = madeHome(join(folder, 'codex'));
const env = { THREADLINE_HOME: join(folder, 'data'), CODEX_HOME: home.path, HOME: folder, TZ: 'UTC' };
const cli = (...args: string[]) => runCli(args, { env });
const sidecar = join(folder, 'data/annotations.json');

for (const number of [1, 2]) {
  const turn = codexTurn(number, { ask: `question ${number}`, result: 'some output', answer: 'an answer' });
  home.write(number, codexHead(codexId(number), { cwd: '/work/pool' }) + turn);
}

const listed = async (...args: string[]) =>
  JSON.parse((await cli('sessions', '--json', '--no-usage', ...args)).stdout).sessions;

describe('star, tag, note and rename', () => {
  it('stand in a file of ours for its owner alone, and are listed, filtered and shown', async () => {
    const before = readFileSync(home.file(1));
    expect(await cli('star', codexId(1))).toMatchObject({ exitCode: 0, stderr: '' });
    await cli('tag', codexId(1), 'incident', 'data base', '🧵');
    await cli('note', codexId(1), 'the walrus', '\x1b[31mknows');
    const { stdout } = await cli('rename', codexId(1), 'Deadlock\nin the pool', '--json');
    const noted = { starred: true, tags: ['incident', 'data base', '🧵'], note: 'the walrus \x1b[31mknows' };
    expect(JSON.parse(stdout)).toEqual({ agent: 'codex', id: codexId(1), ...noted, title: 'Deadlock in the pool' });
    expect(statSync(sidecar).mode & 0o777).toBe(0o600);
    expect(readFileSync(home.file(1))).toEqual(before);
    expect(await listed('--starred')).toMatchObject([{ id: codexId(1), ...noted, title: 'Deadlock in the pool' }]);
    expect(await listed('--tag', 'INCIDENT', '--tag', 'data base')).toHaveLength(1);
    expect(await listed('--tag', 'incident', '--tag', 'other')).toEqual([]);
    expect(await listed('--grep', 'walrus')).toHaveLength(1);
    expect((await listed()).map(({ starred }: { starred: boolean }) => starred).sort()).toEqual([false, true]);
    expect((await cli('sessions')).stdout).toContain('★ #incident #data base #🧵 Deadlock in the pool');
    const shown = (await cli('show', codexId(1))).stdout;
    expect(shown).toMatch(
      /^title +Deadlock in the pool\ntags +★ #incident #data base #🧵\nnote +the walrus \\x1b\[31mknows\n/,
    );
    expect(JSON.parse((await cli('show', codexId(1), '--json')).stdout).session).toMatchObject(noted);
  });

  it('are found by search, once each, with the filters of a search', async () => {
    for (const words of ['walrus', 'incident', 'pool deadlock']) {
      const { hits } = JSON.parse((await cli('search', words, '--json')).stdout);
      expect(hits).toMatchObject([
        { agent: 'codex', session: codexId(1), kind: 'note', title: 'Deadlock in the pool' },
      ]);
    }
    expect((await cli('search', 'walrus')).stdout).toContain('walrus');
    expect(JSON.parse((await cli('search', 'walrus', '--role', 'assistant', '--json')).stdout).hits).toEqual([]);
    const said = JSON.parse((await cli('search', '--exact', 'question 1', '--json')).stdout).hits;
    expect(said).toMatchObject([{ title: 'Deadlock in the pool', kind: 'text' }]);
  });

  it('are taken away by --undo, one by one or all', async () => {
    await cli('star', codexId(1), '--undo');
    await cli('note', codexId(1), '--undo');
    await cli('rename', codexId(1), '--undo');
    await cli('tag', codexId(1), 'Incident', '--undo');
    expect(await listed('--tag', 'data base')).toMatchObject([
      { starred: false, note: null, title: null, tags: ['data base', '🧵'] },
    ]);
    await cli('tag', codexId(1), '--undo');
    expect(JSON.parse(readFileSync(sidecar, 'utf8'))).toEqual({ version: 1, sessions: {} });
  });

  it.each([
    [2, ['star']],
    [2, ['star', 'last', 'more']],
    [2, ['tag', 'last']],
    [2, ['tag', 'last', 'x'.repeat(61)]],
    [2, ['tag', 'last', ' ']],
    [2, ['note', 'last', '']],
    [2, ['note', 'last', 'x'.repeat(100_000)]],
    [2, ['rename', 'last', 'x'.repeat(100_000)]],
    [2, ['rename', 'last', 'x', '--undo']],
    [2, ['star', '-x']],
    [4, ['star', '--', '-x']],
    [4, ['star', '\x1b[31m']],
    [4, ['star', 'x'.repeat(100_000)]],
    [4, ['star', '-']],
  ])('ends with %i and writes nothing for %j', async (exitCode, args) => {
    const before = readFileSync(sidecar);
    const result = await cli(...args);
    expect(result).toMatchObject({ exitCode, stdout: '' });
    expect(result.stderr).not.toContain('\x1b');
    expect(result.stderr.length).toBeLessThan(1000);
    expect(readFileSync(sidecar)).toEqual(before);
  });

  it('tell of a broken file and leave it; lists do without it', async () => {
    writeFileSync(sidecar, 'broken');
    expect(await cli('star', 'last')).toMatchObject({ exitCode: 4, stdout: '' });
    const { exitCode, stdout, stderr } = await cli('sessions');
    expect([exitCode, stdout.split('\n').length]).toEqual([0, 4]);
    expect(stderr).toContain('stays as it is');
    expect(readFileSync(sidecar, 'utf8')).toBe('broken');
    rmSync(sidecar);
  });

  it.skipIf(process.getuid?.() === 0)('end with 4 where the folder cannot be written to', async () => {
    chmodSync(env.THREADLINE_HOME, 0o500);
    expect(await cli('star', 'last')).toMatchObject({ exitCode: 4, stdout: '' });
    chmodSync(env.THREADLINE_HOME, 0o700);
  });
});
