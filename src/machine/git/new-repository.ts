import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ThreadlineError } from '../../errors.ts';
import { runGit } from './run-git.ts';

const IDENTITY = ['-c', 'user.name=threadline', '-c', 'user.email=threadline@localhost', '-c', 'commit.gpgSign=false'];
/** Texts go in as they are: the files' own attributes name filters and line ends. */
const RAW = '* -text -eol -ident -filter -working-tree-encoding\n';

/** Makes a repository of a folder, with all of its files but those that are left out in one commit. Gives its hash. */
export async function makeRepository(folder: string, message: string, leftOut: readonly string[]): Promise<string> {
  await mustRun(folder, ['init', '--quiet', '--template=', '--initial-branch=main']);
  const info = join(folder, '.git', 'info');
  mkdirSync(info, { recursive: true });
  writeFileSync(join(info, 'exclude'), leftOut.map((name) => `/${name}\n`).join(''));
  const attributes = join(info, 'attributes');
  writeFileSync(attributes, RAW);
  try {
    // Files that the tree itself ignores belong to it. The manifest does not.
    await mustRun(folder, ['-c', 'core.autocrlf=false', 'add', '--all', '--force', '.']);
    for (const name of leftOut) await mustRun(folder, ['rm', '--cached', '--quiet', '--ignore-unmatch', '--', name]);
    await mustRun(folder, [...IDENTITY, 'commit', '--quiet', '--no-verify', '--allow-empty', '--message', message]);
  } finally {
    rmSync(attributes, { force: true });
  }
  return (await mustRun(folder, ['rev-parse', 'HEAD'])).trim();
}

async function mustRun(folder: string, args: readonly string[]): Promise<string> {
  const { output, exitCode } = await runGit(folder, args, { isOwn: true });
  if (exitCode !== 0) throw new ThreadlineError('write-failed', `git could not make a repository of ${folder}`);
  return output.toString('utf8');
}
