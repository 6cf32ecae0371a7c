import { chmodSync, lchownSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexHead, codexId, codexTurn, madeHome } from '../archive/made-home.ts';
import { runCli } from './run-cli.ts';
import { temporaryFolder } from './temporary-folder.ts';

const { path: folder } = temporaryFolder();
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const user = join(folder, 'user');
madeHome(join(user, '.codex')).write(1, codexHead(codexId(1)) + codexTurn(1, { ask: 'a', result: 'b', answer: 'c' }));
const env = { HOME: join(folder, 'other'), THREADLINE_HOME: join(folder, 'data') };
mkdirSync(env.HOME);

/** Root may look into every folder. */
function giveTo(uid: number): void {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) lchownSync(path, uid, uid);
}

describe('a folder of sessions that cannot be looked into', () => {
  it('is named as the one that lets nobody in, never as one that is not there or has no sessions', async () => {
    if (isRoot) giveTo(NOBODY);
    chmodSync(user, 0o000);
    const uid = isRoot ? NOBODY : undefined;
    const own = { ...env, HOME: user };
    const named = ['--home', join(user, '.codex')];
    const calls = [
      { args: ['sessions'], env: own, place: '~' },
      { args: ['check'], env: own, place: '~' },
      { args: ['sessions', ...named], env, place: user },
      { args: ['usage', ...named], env, place: user },
      { args: ['show', 'last', ...named], env, place: user },
    ];
    for (const { args, env, place } of calls) {
      const { exitCode, stderr } = await runCli(args, { env, uid, cwd: folder });
      const said = `threadline: ${place}: permission denied (unreadable)`;
      expect([args, exitCode, stderr.split('\n')[0]]).toEqual([args, 4, said]);
    }
    chmodSync(user, 0o700);
    if (isRoot) giveTo(0);
  });

  it('or is not there is told by every command that looks in it, and is no success', async () => {
    const nowhere = join(folder, 'nowhere');
    const calls = [
      ['sessions'],
      ['check'],
      ['show', 'last'],
      ['compare', '1', '2'],
      ['export', '--since', '7d', '--to', 'text', '-o', 'out'],
    ];
    for (const args of calls) {
      const { exitCode, stderr } = await runCli([...args, '--home', nowhere], { env, cwd: folder });
      expect([args, exitCode, stderr.split('\n')[0]]).toEqual([
        args,
        4,
        `threadline: ${nowhere}: there is no such folder (missing-home)`,
      ]);
    }
  });
});
