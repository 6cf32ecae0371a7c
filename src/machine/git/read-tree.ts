import type { Repository } from './repository.ts';
import { runGit } from './run-git.ts';

/** An entry of a commit's tree. */
export interface TreeEntry {
  /** The path as git has it. */
  path: string;
  kind: 'file' | 'program' | 'link' | 'submodule';
  /** The name of its text; of a submodule, of its commit. */
  name: string;
}

const KINDS = new Map<string, TreeEntry['kind']>([
  ['100644', 'file'],
  ['100664', 'file'],
  ['100755', 'program'],
  ['120000', 'link'],
  ['160000', 'submodule'],
]);

/** All files of a commit. No filter, attribute or hook of the repository has a part in it. */
export async function readTree({ folder }: Repository, commit: string): Promise<TreeEntry[]> {
  const { output } = await runGit(folder, ['ls-tree', '-r', '-z', '--full-tree', commit, '--']);
  return output
    .toString('utf8')
    .split('\0')
    .flatMap((row) => {
      const [, mode = '', name = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(row) ?? [];
      const kind = KINDS.get(mode);
      return kind === undefined ? [] : [{ path, kind, name }];
    });
}
