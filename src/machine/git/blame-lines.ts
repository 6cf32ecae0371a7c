import type { Repository } from './repository.ts';
import { runGit } from './run-git.ts';
import { unquotePath } from './unquote-path.ts';

/** A line of a file, and the commit that put it there. */
export interface BlameLine {
  /** Its number in the file, from 1. */
  line: number;
  commit: string;
  /** The path and the number of the line in that commit. */
  path: string;
  original: number;
}

/** The commit of each line of a file at a revision. Undefined if there is no such file. No filter of the repository is run. */
export async function readBlameLines(
  { folder }: Repository,
  revision: string,
  path: string,
  range?: { from: number; to: number },
): Promise<BlameLine[] | undefined> {
  const lines = range ? ['-L', `${range.from},${range.to}`] : [];
  const args = [
    'blame',
    '--porcelain',
    '-w',
    '-M',
    '-C',
    '--no-textconv',
    '--no-ignore-revs-file',
    ...lines,
    revision,
    '--',
    path,
  ];
  const { output, exitCode } = await runGit(folder, args);
  if (exitCode !== 0) return undefined;
  const found: BlameLine[] = [];
  const paths = new Map<string, string>();
  let current: BlameLine | undefined;
  for (const text of output.toString('utf8').split('\n')) {
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+)/.exec(text);
    if (text.startsWith('\t')) {
      if (current) found.push({ ...current, path: paths.get(current.commit) ?? path });
      current = undefined;
    } else if (head && !current) {
      const [, commit = '', original = '1', line = '1'] = head;
      current = { commit, original: Number(original), line: Number(line), path };
    } else if (current && text.startsWith('filename '))
      paths.set(current.commit, unquotePath(text.slice('filename '.length)));
  }
  return found;
}
