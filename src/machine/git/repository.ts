import { ThreadlineError } from '../../errors.ts';
import { type BlobReader, openBlobReader } from './blob-reader.ts';
import { runGit } from './run-git.ts';

/** A repository, to read. */
export interface Repository {
  folder: string;
  blobs: BlobReader;
  /** The full name of a commit; undefined if there is none of that name. */
  commit(revision: string): Promise<string | undefined>;
  /** The commits of a range such as `main..feature`, the oldest first. Undefined if one of its ends is not there. */
  range(range: string): Promise<string[] | undefined>;
  /** The name of a file's text at a revision; undefined if it is not there. */
  blobOf(revision: string, path: string): Promise<string | undefined>;
  /** The paths of all files at a revision. */
  paths(revision: string): Promise<string[]>;
  /** The top of the work tree; undefined for a bare repository. */
  workTree(): Promise<string | undefined>;
  close(): void;
}

const LONGEST_REVISION = 500;

/** In a container or under sudo the repository is there, and git does not trust who owns it. */
function whyNone(folder: string, complaint: string): string {
  if (!complaint.includes('dubious ownership')) return `no git repository at ${folder}`;
  return `git refuses the repository at ${folder}: it belongs to another user, and safe.directory of git's settings does not name it`;
}

/** Opens the repository that a folder lies in, or that it is: a work tree, a bare repository or a mirror. */
export async function openRepository(folder: string): Promise<Repository> {
  const { exitCode, complaint } = await runGit(folder, ['rev-parse', '--git-dir']);
  if (exitCode !== 0) throw new ThreadlineError('not-found', whyNone(folder, complaint));
  const blobs = openBlobReader(folder);

  async function namesIfAny(args: readonly string[]): Promise<string[] | undefined> {
    const { output, exitCode: failed } = await runGit(folder, args);
    return failed === 0 ? output.toString('latin1').split('\n').filter(Boolean) : undefined;
  }
  const names = async (args: readonly string[]) => (await namesIfAny(args)) ?? [];

  return {
    folder,
    blobs,
    async commit(revision) {
      if (revision.length > LONGEST_REVISION || revision.includes('\0')) return undefined;
      const found = await names(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
      return found[0];
    },
    range: (range) => namesIfAny(['rev-list', '--reverse', '--no-merges', '--end-of-options', range]),
    async blobOf(revision, path) {
      if (path.includes('\0')) return undefined;
      const found = await names(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}:${path}`]);
      return found[0];
    },
    async paths(revision) {
      const { output, exitCode: failed } = await runGit(folder, [
        'ls-tree',
        '-r',
        '-z',
        '--name-only',
        '--full-tree',
        revision,
      ]);
      return failed === 0 ? output.toString('utf8').split('\0').filter(Boolean) : [];
    },
    async workTree() {
      const { output, exitCode: failed } = await runGit(folder, ['rev-parse', '--show-toplevel']);
      const top = output.toString('utf8').replace(/\n$/, '');
      return failed === 0 && top !== '' ? top : undefined;
    },
    close: () => blobs.close(),
  };
}
