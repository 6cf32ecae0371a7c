import { type FileHistory, readFileHistory, readPathHistory } from '../git/file-history.ts';
import type { Repository } from '../git/repository.ts';
import type { Committer } from './committers.ts';
import type { EditIndex } from './edit-index.ts';
import { readIndexedOps } from './indexed-ops.ts';
import type { SessionOp } from './op-list.ts';
import { findRoots, type RelativePath } from './roots.ts';
import { readSessionOps, type SessionOpsOptions } from './session-ops.ts';

/** All that is needed to say who wrote lines. */
export interface BlameSource {
  /** In the order of time. */
  ops: readonly SessionOp[];
  /** Sessions that were looked at, and those of which nothing could be read. */
  read: { sessions: number; missing: number };
  prompts: ReadonlyMap<string, string>;
  /** Versions of files, for edits that fit on no known text. */
  history: FileHistory;
  /** True for a path that the repository has, or had. */
  isKnown(path: string): boolean;
  relativeOf: RelativePath;
  committers: ReadonlyMap<string, Committer>;
}

export interface BlameSourceOptions extends Omit<SessionOpsOptions, 'names'> {
  repository: Repository;
  /** The asked files, as git has them. Sessions that never touched one of their names are kept out. */
  paths: readonly string[];
  /** The lines that are asked for, and the commits that they are of. */
  lines: readonly string[];
  commits: readonly string[];
  /** What an archive keeps of edits. Without it the sessions are read. */
  index?: EditIndex | undefined;
  /** The texts of the repository as they are compared and told; as they are by default. */
  redact?: ((text: string) => string) | undefined;
  /** True if the paths are names of one file: then not all of the repository's history is read. */
  isOneFile?: boolean | undefined;
}

/** Reads the sessions that matter: by the index of an archive, or all that mention one of the files. */
export async function readBlameSource(options: BlameSourceOptions): Promise<BlameSource> {
  const { repository, paths, index, lines: _lines, commits: _commits, isOneFile, ...reading } = options;
  const history = await (index && isOneFile ? readPathHistory(repository, paths) : readFileHistory(repository));
  if (index) {
    const names = isOneFile ? new Set(await repository.paths('HEAD')) : undefined;
    const isKnown = (path: string) => history.has(path) || names?.has(path) === true;
    return { history, isKnown, ...(await readIndexedOps(index, options, isKnown)) };
  }
  const names = [...new Set(paths.map(lastPart))];
  const { ops, sessions, missing, prompts } = await readSessionOps({ ...reading, names });
  const edited = ops.flatMap(({ op }) => ('path' in op && op.kind !== 'see' ? [op.path] : []));
  const isKnown = (path: string) => history.has(path);
  const relativeOf = findRoots(edited, isKnown);
  return { ops, read: { sessions, missing }, prompts, history, isKnown, relativeOf, committers: new Map() };
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
