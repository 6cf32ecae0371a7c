import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { entry, runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { path: folder } = temporaryFolder();
const home = madeHome(join(folder, 'codex'));
const project = join(folder, "it's a 🧵 project");
const bin = join(folder, 'programs');
mkdirSync(project);
mkdirSync(bin);
writeFileSync(
  join(bin, 'codex'),
  '#!/bin/sh\necho "started: $@ in $PWD"\n[ -t 0 ] && echo with a terminal\ntest "$FAKE_EXIT" && exit "$FAKE_EXIT"\nexit 0\n',
);
chmodSync(join(bin, 'codex'), 0o755);
const env = {
  THREADLINE_HOME: join(folder, 'data'),
  CODEX_HOME: home.path,
  HOME: folder,
  TZ: 'UTC',
  PATH: `${bin}:${process.env.PATH}`,
};
const cli = (...args: string[]) => runCli(['resume', ...args], { env });

function session(number: number, cwd: string, fields: Record<string, unknown> = {}): void {
  const turn = codexTurn(number, {
    ask: number === 1 ? 'the walrus' : 'question',
    result: 'out',
    answer: 'done',
  }).replaceAll('/project', cwd);
  home.write(number, codexHead(codexId(number), { cwd, ...fields }) + turn);
}

session(1, project);
session(2, join(folder, 'gone'));
session(3, project, { id: '--yolo' });

/** Runs a command in a terminal of its own. */
const TERMINAL_MAKER = 'script';
const hasTerminal = spawnSync(TERMINAL_MAKER, ['-qec', 'true', '/dev/null']).status === 0;

/** Runs the command in a terminal of its own, and types each text once the one before it has shown. */
async function type(
  steps: readonly { after: string; keys: string }[],
): Promise<{ output: string; code: number | null }> {
  const command = [process.execPath, entry, 'resume'].map((word) => `'${word}'`).join(' ');
  const child = spawn(TERMINAL_MAKER, ['-qec', command, '/dev/null'], {
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh', NODE_NO_WARNINGS: '1' },
  });
  child.stdin.on('error', () => {});
  const left = [...steps];
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    const [next] = left;
    if (!next || !output.includes(next.after)) return;
    left.shift();
    child.stdin.write(next.keys);
  });
  const [code] = await once(child, 'close');
  return { output, code };
}

describe('resume', () => {
  it('shows command and folder, and starts the agent there', async () => {
    const { exitCode, stdout, stderr } = await cli(codexId(1));
    expect(exitCode).toBe(0);
    expect(stdout).toBe(`started: resume ${codexId(1)} in ${project}\n`);
    expect(stderr).toBe(`threadline: codex resume ${codexId(1)}  in ${project}\n`);
    expect((await runCli(['resume', codexId(1)], { env: { ...env, FAKE_EXIT: '3' } })).exitCode).toBe(1);
  });

  it.each([
    ['a folder that is gone', codexId(2), 'which is gone'],
    ['an id that is an option', codexId(3), 'has no id'],
    ['no session', 'ffffffff', 'no session has the id'],
    ['an escape', '\x1b[31m', 'no session has the id'],
    ['a program that is missing', codexId(1), 'not found'],
  ])('starts nothing for %s, and ends with 4', async (name, wanted, message) => {
    const own = name.startsWith('a program') ? { ...env, PATH: '/nowhere' } : env;
    const { exitCode, stdout, stderr } = await runCli(['resume', '--', wanted], { env: own });
    expect([exitCode, stdout]).toEqual([4, '']);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('\x1b');
  });

  it('wants a session where there is no terminal to choose on', async () => {
    expect(await cli()).toMatchObject({ exitCode: 2, stdout: '' });
    expect((await cli('a', 'b')).exitCode).toBe(2);
    expect((await cli('--agent', 'nobody')).exitCode).toBe(2);
  });

  it.skipIf(!hasTerminal)('lets a person choose by typing, and gives the agent the terminal', async () => {
    const { output, code } = await type([
      { after: 'the walrus', keys: 'walrus' },
      { after: 'resume: walrus', keys: '\r' },
    ]);
    expect(code).toBe(0);
    expect(output).toContain(`started: resume ${codexId(1)} in ${project}`);
    expect(output).toContain('with a terminal');
    expect(output.indexOf('\x1b[?1049l')).toBeGreaterThan(output.indexOf('\x1b[?1049h'));
  });

  it.skipIf(!hasTerminal)('starts nothing if nothing is chosen, and leaves the terminal as it was', async () => {
    const { output, code } = await type([{ after: 'the walrus', keys: '\x1b' }]);
    expect(code).toBe(130);
    expect(output).not.toContain('started:');
    expect(output.trimEnd().endsWith('\x1b[?25h\x1b[?1049l')).toBe(true);
  });

  it('says that there is nothing in an empty home', async () => {
    rmSync(home.path, { recursive: true });
    expect((await cli('last')).exitCode).toBe(4);
  });
});
