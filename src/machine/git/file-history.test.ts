import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readFileHistory, readPathHistory } from './file-history.ts';
import { openRepository } from './repository.ts';
import { quietEnvironment } from './run-git.ts';

const folder = mkdtempSync(join(tmpdir(), 'threadline-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgSign=false'];
  execFileSync('git', ['-C', folder, ...identity, ...args], { env: quietEnvironment(), stdio: 'ignore' });
}

it('the files of the first commit have a history, whatever a person wants to see in a log', async () => {
  git('init', '--quiet');
  writeFileSync(join(folder, 'a.txt'), 'one\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  git('mv', 'a.txt', 'b.txt');
  git('commit', '--quiet', '--message', 'second');
  git('config', 'log.showRoot', 'false');
  git('config', 'log.follow', 'true');
  const repository = await openRepository(folder);
  expect([...(await readFileHistory(repository)).keys()].sort()).toEqual(['a.txt', 'b.txt']);
  expect([...(await readPathHistory(repository, ['b.txt'])).keys()]).toEqual(['b.txt']);
  repository.close();
});
