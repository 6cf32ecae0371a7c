import type { Repository } from './repository.ts';
import { runGit } from './run-git.ts';

/** A version of a file. */
export interface FileVersion {
  at: number;
  blob: string;
  /** The commit that brought it. */
  commit: string;
}

/** Every path that a repository ever had, with its versions, the newest first. */
export type FileHistory = ReadonlyMap<string, readonly FileVersion[]>;

/** Reads the names of all versions of all files: no text, so it is one call for the whole repository. */
export function readFileHistory(repository: Repository): Promise<FileHistory> {
  return readHistory(repository, []);
}

/** The same for some files. */
export function readPathHistory(repository: Repository, paths: readonly string[]): Promise<FileHistory> {
  return readHistory(repository, ['--', ...paths]);
}

async function readHistory({ folder }: Repository, paths: readonly string[]): Promise<FileHistory> {
  const args = [
    'log',
    '--all',
    '--no-merges',
    '--no-show-signature',
    '--format=%x01%ct %H',
    '--raw',
    '--no-abbrev',
    '-z',
  ];
  const { output } = await runGit(folder, [
    ...args,
    '--no-renames',
    '--no-relative',
    '--no-textconv',
    '--no-ext-diff',
    ...paths,
  ]);
  const versions = new Map<string, FileVersion[]>();
  let [at, commit] = [0, ''];
  const fields = output.toString('utf8').split('\0');
  for (let index = 0; index < fields.length; index += 1) {
    const field = fields[index] ?? '';
    const time = field.lastIndexOf('\u0001');
    if (time !== -1) {
      at = Number.parseInt(field.slice(time + 1), 10) * 1000;
      commit = /^\d+ ([0-9a-f]+)/.exec(field.slice(time + 1))?.[1] ?? '';
    }
    const found = /:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) \w\d*$/.exec(field);
    if (!found) continue;
    index += 1;
    const path = fields[index] ?? '';
    const blob = found[1] ?? '';
    if (path === '' || /^0+$/.test(blob)) continue;
    const known = versions.get(path);
    if (known) known.push({ at, blob, commit });
    else versions.set(path, [{ at, blob, commit }]);
  }
  for (const list of versions.values()) list.sort((one, other) => other.at - one.at);
  return versions;
}
