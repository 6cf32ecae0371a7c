import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { madeRepository } from './made-repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const mark = join(folder, 'ran');
const trap = join(folder, 'trap.sh');
writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${mark}'\ncat 2>/dev/null\n`);
chmodSync(trap, 0o755);
afterEach(() => rmSync(mark, { force: true }));

const program = ['one', 'two', 'three', 'four', 'five'].map((word) => `line ${word} of the program\n`).join('');

function planted() {
  const repository = madeRepository();
  repository.session('one', [{ path: 'a.txt', write: program }]);
  repository.commit({ 'a.txt': program, '.gitattributes': '* diff=evil filter=evil merge=evil\n' });
  const second = repository.commit({ 'b.txt': program });
  const config = (text: string) => appendFileSync(join(repository.folder, '.git/config'), `${text}\n`);
  // The tree of the work differs from the index, as it does while people work.
  const change = () => repository.put('a.txt', `${program}changed\n`);
  return { ...repository, second, config, change };
}

/** Every way to ask. Each answers within the test's time. */
async function askAll({ run, second }: ReturnType<typeof planted>, env: Record<string, string> = {}) {
  const codes: (number | null)[] = [];
  for (const args of [
    ['a.txt'],
    ['a.txt', '--rev', 'HEAD'],
    ['--commit', second, '--json'],
    ['--range', 'HEAD~1..HEAD', '--json'],
    ['--commit', second, '--notes'],
  ])
    codes.push((await run(['blame', ...args], { env })).exitCode);
  return codes;
}

const ALL_WELL = [0, 0, 0, 0, 0];

describe('a hostile repository runs nothing', () => {
  it.each([
    ['textconv', `[diff "evil"]\n\ttextconv = ${trap}`],
    ['a diff driver', `[diff "evil"]\n\tcommand = ${trap}`],
    ['filters', `[filter "evil"]\n\tsmudge = ${trap}\n\tclean = ${trap}\n\tprocess = ${trap}\n\trequired = true`],
    ['a merge driver', `[merge "evil"]\n\tdriver = ${trap}`],
    ['core.fsmonitor', `[core]\n\tfsmonitor = ${trap}`],
    ['diff.external', `[diff]\n\texternal = ${trap}`],
    ['a pager', `[core]\n\tpager = ${trap}\n[pager]\n\tblame = ${trap}\n\tlog = ${trap}\n\tdiff = ${trap}`],
    ['signatures', `[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${trap}`],
    ['aliases', `[alias]\n\tblame = !${trap}\n\tlog = !${trap}\n\tcat-file = !${trap}`],
    ['an editor and a helper', `[core]\n\teditor = ${trap}\n\taskPass = ${trap}\n[credential]\n\thelper = ${trap}`],
  ])(
    'planted in %s',
    async (_, config) => {
      const repository = planted();
      repository.config(config);
      repository.change();
      expect(await askAll(repository)).toEqual(ALL_WELL);
      expect(existsSync(mark)).toBe(false);
    },
    30_000,
  );

  it('the trap works: git itself runs it', () => {
    const repository = planted();
    repository.config(`[diff "evil"]\n\ttextconv = ${trap}`);
    repository.git('show', '-p', 'HEAD');
    expect(existsSync(mark)).toBe(true);
  });

  it('planted in hooks, and behind include.path', async () => {
    const repository = planted();
    writeFileSync(
      join(folder, 'included'),
      `[diff "evil"]\n\ttextconv = ${trap}\n[core]\n\tfsmonitor = ${trap}\n\thooksPath = ${folder}/hooks\n`,
    );
    repository.config(`[include]\n\tpath = ${folder}/included`);
    for (const hooks of [join(folder, 'hooks'), join(repository.folder, '.git/hooks')]) {
      mkdirSync(hooks, { recursive: true });
      for (const name of [
        'post-checkout',
        'post-index-change',
        'fsmonitor-watchman',
        'reference-transaction',
        'pre-auto-gc',
      ])
        symlinkSync(trap, join(hooks, name));
    }
    repository.change();
    expect(await askAll(repository)).toEqual(ALL_WELL);
    expect(existsSync(mark)).toBe(false);
  }, 90_000);

  it('planted in variables of the caller', async () => {
    const repository = planted();
    const env = {
      GIT_EXTERNAL_DIFF: trap,
      GIT_PAGER: trap,
      GIT_SSH_COMMAND: trap,
      GIT_EDITOR: trap,
      GIT_ASKPASS: trap,
      GIT_DIR: '/nowhere',
      GIT_WORK_TREE: '/nowhere',
      GIT_OBJECT_DIRECTORY: '/nowhere',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: trap,
      GIT_TRACE: join(folder, 'trace'),
    };
    expect(await askAll(repository, env)).toEqual(ALL_WELL);
    expect(existsSync(mark)).toBe(false);
    expect(existsSync(join(folder, 'trace'))).toBe(false);
  }, 90_000);

  it.each([
    ['ssh', 'ssh://nobody@localhost/x'],
    ['another transport', `ext::${trap} %S`],
    ['a folder with its own program', '/nowhere/else'],
  ])(
    'planted in a partial clone that lacks a text: %s',
    async (_, url) => {
      const repository = planted();
      const blob = repository.git('rev-parse', 'HEAD:b.txt');
      // The commit's text is one object with that of a.txt, so take another commit's.
      const other = repository.commit({ 'c.txt': `${program}more\n` });
      const gone = repository.git('rev-parse', 'HEAD:c.txt');
      expect(gone).not.toBe(blob);
      rmSync(join(repository.folder, '.git/objects', gone.slice(0, 2), gone.slice(2)), { force: true });
      repository.config(
        `[core]\n\tsshCommand = ${trap}\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = origin\n[protocol]\n\tallow = always\n[remote "origin"]\n\turl = ${url}\n\tuploadpack = ${trap}\n\tpromisor = true\n\tpartialclonefilter = blob:none`,
      );
      const { exitCode } = await repository.run(['blame', '--commit', other, '--json']);
      expect(exitCode).toBe(0);
      expect(await askAll(repository)).toEqual(ALL_WELL);
      expect(existsSync(mark)).toBe(false);
    },
    30_000,
  );
});

describe('a hostile repository hangs nothing', () => {
  it('odd refs, links, submodules, binary files and a line of a megabyte', async () => {
    const repository = planted();
    repository.git('update-ref', 'refs/heads/-x', 'HEAD');
    repository.git('update-ref', 'refs/heads/--output=x', 'HEAD');
    repository.git('update-ref', 'refs/heads/$(x)', 'HEAD');
    symlinkSync('/etc/passwd', join(repository.folder, 'link'));
    symlinkSync('loop', join(repository.folder, 'loop'));
    repository.put('binary', Buffer.from([0, 255, 10, 0]));
    const commit = repository.commit({ long: `${'x'.repeat(1_000_000)}\n` });
    repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},module`);
    repository.git('commit', '-q', '-m', 'module');
    const { stdout, exitCode } = await repository.run(['blame', '--commit', commit, '--commit', 'HEAD', '--json']);
    expect(exitCode).toBe(0);
    const [first, second] = stdout.split('\n').map((line) => line && JSON.parse(line));
    expect(first.files.map(({ path }: { path: string }) => path)).toEqual(['long']);
    expect(second.files).toEqual([]);
    for (const name of ['-x', '--output=x', '$(x)']) {
      const named = await repository.run(['blame', `--commit=${name}`, '--json']);
      expect({ name, exitCode: named.exitCode }).toEqual({ name, exitCode: 0 });
    }
    expect(existsSync(join(repository.folder, 'x'))).toBe(false);
  }, 90_000);

  it('a text of 40 MB is left out, and the others are told', async () => {
    const repository = planted();
    repository.session('two', [{ path: 'small', write: program }]);
    const commit = repository.commit({ huge: 'words of a line\n'.repeat(2_600_000), small: program });
    const { stdout, exitCode } = await repository.run(['blame', '--commit', commit, '--json']);
    expect(exitCode).toBe(0);
    const { files } = JSON.parse(stdout);
    expect(files.map(({ path }: { path: string }) => path)).toEqual(['small']);
    expect(files[0].lines[0]).toMatchObject({ level: 'proven' });
  }, 60_000);

  it('pipes that nobody writes to stand where files are looked for', async () => {
    const repository = planted();
    rmSync(join(repository.folder, 'a.txt'));
    execFileSync('mkfifo', [join(repository.folder, 'a.txt')]);
    repository.config(`[blame]\n\tignoreRevsFile = ${folder}/pipe\n[core]\n\tattributesFile = ${folder}/pipe`);
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await askAll(repository)).toEqual(ALL_WELL);
  }, 90_000);
});
