import { chmodSync, lchownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const home = madeHome(join(folder.path, 'home'));
const turn = codexTurn(1, { ask: 'hello', result: 'x', answer: 'y' });
home.write(1, codexHead(codexId(1), { cwd: '/work/a' }) + turn);
home.write(2, codexHead(codexId(2), { cwd: '/work/\u001b[31mred 🐍' }) + turn);
const at = (name: string) => join(folder.path, name);
mkdirSync(at('locked'));
mkdirSync(at('empty'));
writeFileSync(at('secret.jsonl'), turn);
writeFileSync(at('empty.jsonl'), '');
writeFileSync(at('binary.jsonl'), Buffer.from([0, 255, 254, 0, 10, 123]));
writeFileSync(at('deep.jsonl'), `${'['.repeat(100_000)}\n`);
writeFileSync(at('odd.jsonl'), '{"type":{"toString":0}}\n{"__proto__":1}\nnull\n"x"\n');
symlinkSync(at('loop'), at('loop'));
symlinkSync(at('gone'), at('dangling.jsonl'));
// Root reads and writes what it may not.
chmodSync(at('secret.jsonl'), 0o000);
chmodSync(at('locked'), 0o000);

const long = 'x'.repeat(50_000);
const calls: string[][] = [
  ['show', at('secret.jsonl')],
  ['show', at('locked')],
  ['show', join(at('locked'), 'x.jsonl')],
  ['show', at('loop')],
  ['show', at('dangling.jsonl')],
  ['show', at('empty.jsonl')],
  ['show', at('binary.jsonl')],
  ['show', at('deep.jsonl')],
  ['show', at('odd.jsonl')],
  ['show', '/dev/null'],
  ['show', '/proc/self/mem'],
  ['show', `${at('empty.jsonl')}/x`],
  ['show', long],
  ['show', 'last#'],
  ['show', '#'],
  ['show', 'codex:'],
  ['show', ':x'],
  ['show', '-x'],
  ['show', '--', '-x'],
  ['show', '39a3'],
  ['show', '99999'],
  ['show', '1.1.1'],
  ['show', ''],
  ['check', at('locked')],
  ['check', at('secret.jsonl'), at('loop'), at('empty')],
  ['check', at('deep.jsonl'), at('odd.jsonl'), at('binary.jsonl')],
  ['check', ''],
  ['convert', at('secret.jsonl'), '--to', 'events'],
  ['convert', at('odd.jsonl'), '--to', 'html', '-o', join(at('locked'), 'x')],
  ['convert', at('odd.jsonl'), '--to', 'html', '-o', at('empty')],
  ['convert', at('odd.jsonl'), '--to', 'toString'],
  ['convert', at('odd.jsonl'), '--to', 'events', '--from', '__proto__'],
  ['export', codexId(1), '--to', 'html', '-o', join(at('locked'), 'out')],
  ['export', codexId(1), '--to', 'html', '-o', join(at('locked'), 'out/')],
  ['export', '--since', '9999d', '--to', 'html', '-o', join(at('locked'), 'out')],
  ['export', codexId(1), '--to', 'html', '-o', `${at('empty.jsonl')}/x`],
  ['export', codexId(1), '--to', 'markdown', '-o', at('loop')],
  ['export', codexId(1), '--to', 'text', '--turns', '9..1'],
  ['sessions', '--home', at('locked')],
  ['sessions', '--home', at('empty.jsonl')],
  ['sessions', '--home', at('loop'), '--json'],
  ['sessions', '--home', ''],
  ['sessions', '-n', '-3'],
  ['sessions', '-n'],
  ['sessions', '--status', 'constructor'],
  ['sessions', '--project', long],
  ['sessions', '--since', '\u001b[31m'],
  ['sessions', '--until', '1970-01-01'],
  ['usage', '--home', at('locked')],
  ['usage', '--prices', at('odd.jsonl')],
  ['usage', '--prices', at('locked')],
  ['usage', '--zone', 'Nowhere/Land'],
  ['usage', '--explain', '__proto__'],
  ['search', 'x', '--in', at('secret.jsonl')],
  ['search', 'x', '--in', at('locked')],
  ['search', '/(/', '--regex'],
  ['search', '*'],
  ['search', long],
  ['tail', '39a3'],
  ['tail', '--all', 'x'],
  ['handoff', codexId(1), '--to', 'nobody'],
  ['handoff', at('odd.jsonl'), '--to', 'claude', '--dry-run'],
  ['archive', 'exclude', '--project', 'nowhere'],
  ['archive', 'forget', 'x'],
  ['archive', 'prune', '--before', 'never'],
  ['run', 'x', '--agent', 'toString'],
  ['run', '--resume', '39a3', 'x'],
  ['run', 'x', '--cd', at('locked')],
  ['completion', 'constructor'],
  ['serve', at('locked'), '--no-open'],
  ['push', '--to', 'nonsense'],
  ['collect', '--once', '--to', 'file:///etc/passwd'],
  ['help', 'toString'],
  ['constructor'],
  [''],
];

const env = {
  HOME: join(folder.path, 'home'),
  CODEX_HOME: home.path,
  THREADLINE_HOME: at('data'),
  CODEX_CLI_PATH: at('no-program'),
};

/** The calls that did not end as they should. */
async function wrongEnds(uid?: number): Promise<object[]> {
  const wrong: object[] = [];
  for (let from = 0; from < calls.length; from += 4) {
    const some = calls.slice(from, from + 4);
    const ends = await Promise.all(some.map((args) => runCli(args, { env, uid, cwd: folder.path })));
    for (const [index, { exitCode, stderr }] of ends.entries()) {
      const isTrace = /\n\s+at |node:internal|Node\.js v|file:\/\/\//.test(stderr);
      const isKnown = exitCode !== null && [0, 1, 2, 3, 4].includes(exitCode);
      const isSilent = exitCode !== 0 && stderr === '';
      const hasEscape = stderr.includes('\u001b');
      const args = some[index]?.map((arg) => arg.slice(0, 80));
      if (isTrace || !isKnown || isSilent || hasEscape) wrong.push({ args, exitCode, stderr: stderr.slice(0, 500) });
    }
  }
  return wrong;
}

const NOBODY = 65_534;

function giveTo(uid: number): void {
  for (const path of [folder.path, ...readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).map(at)])
    lchownSync(path, uid, uid);
}

describe('an odd call', () => {
  it('ends with a sentence and an exit code of the contract, never with a stack trace', async () => {
    expect(await wrongEnds()).toEqual([]);
  }, 120_000);

  it.skipIf(process.getuid?.() !== 0)(
    'ends so also for a person who is not root',
    async () => {
      giveTo(NOBODY);
      expect(await wrongEnds(NOBODY)).toEqual([]);
      giveTo(0);
    },
    120_000,
  );

  it('lists all sessions beside one that may not be read, and names that one', async () => {
    const closed = madeHome(at('closed'));
    closed.write(1, codexHead(codexId(1)) + turn);
    closed.write(2, codexHead(codexId(2)) + turn);
    chmodSync(closed.file(2), 0o000);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) giveTo(NOBODY);
    const uid = isRoot ? NOBODY : undefined;
    for (const form of [[], ['--tree'], ['--usage'], ['--json']]) {
      const args = ['sessions', ...form, '--home', closed.path];
      const { exitCode, stdout, stderr } = await runCli(args, { env, uid, cwd: folder.path });
      expect([form, exitCode, stdout.includes(codexId(1))]).toEqual([form, 4, true]);
      expect(stderr).toMatch(/^threadline: [^\n]*\n$/);
    }
    if (isRoot) giveTo(0);
  });

  it('says in one sentence that a folder cannot be written to', async () => {
    chmodSync(at('locked'), 0o700);
    writeFileSync(join(at('locked'), 'file'), '');
    const out = join(at('locked'), 'file', 'out');
    const { exitCode, stderr, stdout } = await runCli(['export', codexId(1), '--to', 'html', '-o', out], { env });
    expect([exitCode, stdout]).toEqual([4, '']);
    expect(stderr).toBe(`threadline: cannot write to ${out}: not a directory\n`);
  });

  it('says of a file without a session that no dialect recognises it, whichever command names it', async () => {
    const file = at('odd.jsonl');
    for (const args of [['changes'], ['delete'], ['star'], ['resume']]) {
      const { exitCode, stderr } = await runCli([...args, file], { env });
      expect([args, exitCode, stderr]).toEqual([
        args,
        4,
        `threadline: ${file} has no line that any dialect recognises\n`,
      ]);
    }
  });

  it('names options as they were typed, and what is wrong with a value', async () => {
    const said = async (...args: string[]) => (await runCli(args, { env })).stderr;
    expect(await said('sessions', '-n', '-3')).toBe(
      "threadline: --limit takes no value that begins with a dash: '-3'; see 'threadline sessions --help'\n",
    );
    expect(await said('sessions', '--since')).toBe(
      "threadline: --since needs a value; see 'threadline sessions --help'\n",
    );
    expect(await said('run', 'x', '--agent', 'claude', '--skip-git-repo-check')).toContain(
      'Claude Code has no option --skip-git-repo-check',
    );
    expect(await said('show', '39a3')).toBe(
      "threadline: no session has the id 39a3; the beginning of an id needs at least 6 characters; see 'threadline sessions'\n",
    );
  });
});
