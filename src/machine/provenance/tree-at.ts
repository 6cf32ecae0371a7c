import type { Level } from '../../core/replay/file-state.ts';
import { createReplay, type WriterSession } from '../../core/replay/replay.ts';
import { readCommitChanges } from '../git/commit-changes.ts';
import { type FileHistory, readFileHistory } from '../git/file-history.ts';
import { readTree, type TreeEntry } from '../git/read-tree.ts';
import type { Repository } from '../git/repository.ts';
import type { HomeOptions } from '../sessions/homes.ts';
import type { SessionInfo } from '../sessions/session-info.ts';
import { type Anchor, findAnchor } from './find-anchor.ts';
import { findRoots, type RelativePath } from './roots.ts';
import { readOpsOf } from './session-ops.ts';
import { cutAtTurn, readSessionTurns } from './session-turns.ts';
import { ownCommits, stateLevel, witnessAhead } from './state-level.ts';

/** A file of a tree, as it was when a turn ended. */
export interface FileAt {
  /** From the top of the repository. */
  path: string;
  level: Level;
  /** The text that the session left; undefined if it took the file away, or if it is not known. */
  text?: string | undefined;
  isGone?: true;
  /** The call after which it was so; absent if the session did not touch the file. */
  call?: string | undefined;
  /** The file in the anchor; absent if it was not there. */
  anchored?: TreeEntry | undefined;
}

/** The files of a repository when a turn of a session ended. */
export interface TreeAt {
  session: WriterSession;
  turn: number;
  anchor: Anchor | undefined;
  files: FileAt[];
  submodules: string[];
  /** Files that the session changed outside of the repository. */
  outside: number;
}

export interface TreeAtOptions extends HomeOptions {
  repository: Repository;
  info: SessionInfo;
  turn: number;
}

/** Later commits that are looked at as witnesses. */
const MOST_AHEAD = 20;

/** Replays a session up to the end of a turn, on the nearest commit that its work tree was at. */
export async function treeAt({ repository, info, turn, ...options }: TreeAtOptions): Promise<TreeAt> {
  const session = { agent: info.agent ?? '', id: info.id };
  const turns = await readSessionTurns(info, options);
  const ops = await readOpsOf(info, options);
  const { past, ahead } = cutAtTurn(ops, turns, turn);
  const history = await readFileHistory(repository);
  const edited = ops.flatMap(({ op }) => ('path' in op && op.kind !== 'see' ? [op.path] : []));
  const relativeOf = withFolder(
    findRoots(edited, (path) => history.has(path)),
    info.cwd,
  );
  const replay = createReplay({ base: baseOf(repository, history, relativeOf) });
  const texts = createCommittedTexts(repository);
  for (const { op } of past) {
    await replay.apply(session, op);
    for (const hash of ownCommits(op)) {
      for (const [path, text] of await texts.read(hash)) {
        for (const chain of [...replay.chains.values()].filter((each) => relativeOf(each.path) === path)) {
          const seen = { kind: 'see', path: chain.path, text, start: 1, isWhole: true, isCommitted: true } as const;
          await replay.apply(session, { ...op, ...seen });
        }
      }
    }
  }
  for (const hash of ahead.flatMap(ownCommits).slice(0, MOST_AHEAD)) await texts.read(hash);

  const anchor = await findAnchor(repository, past, turns);
  const entries = anchor ? await readTree(repository, anchor.commit) : [];
  const isFirm =
    anchor !== undefined && anchor.how !== 'branch' && !past.slice(anchor.after).some(({ op }) => isWide(op));
  const files = new Map<string, FileAt>();
  for (const entry of entries) {
    if (entry.kind !== 'submodule')
      files.set(entry.path, { path: entry.path, level: isFirm ? 'derived' : 'unsure', anchored: entry });
  }
  let outside = 0;
  const chains = [...replay.chains.values()].sort((one, other) => lastAt(one) - lastAt(other));
  for (const chain of chains) {
    const path = relativeOf(chain.path);
    if (path === undefined) {
      outside += 1;
      continue;
    }
    const state = chain.states.at(-1);
    const anchored = files.get(path)?.anchored;
    if (!state) {
      files.set(path, { path, level: 'unsure', anchored });
      continue;
    }
    const text = state.isGone ? undefined : replay.table.text(state.lines);
    const witness = witnessAhead(chain.path, text, ahead, (hash) => texts.known(hash)?.get(path));
    const level = stateLevel(replay, chain, witness);
    files.set(path, { path, level, text, call: state.call, anchored, ...(state.isGone && { isGone: true as const }) });
  }
  const submodules = entries.filter(({ kind }) => kind === 'submodule').map(({ path }) => path);
  return { session, turn, anchor, files: [...files.values()], submodules, outside };
}

function lastAt({ states }: { states: readonly { at: number }[] }): number {
  return states.at(-1)?.at ?? 0;
}

/** A command of which nobody knows what it wrote. */
function isWide(op: { kind: string; reach?: unknown }): boolean {
  return op.kind === 'agent' || (op.kind === 'shell' && (op.reach ?? 'anything') === 'anything');
}

/** A path that no root holds lies in the session's own folder, which is then taken for the top. */
function withFolder(relativeOf: RelativePath, folder: string | undefined): RelativePath {
  const top = folder === undefined ? undefined : `${folder.replace(/\/+$/, '')}/`;
  return (path) => relativeOf(path) ?? (top !== undefined && path.startsWith(top) ? path.slice(top.length) : undefined);
}

function baseOf(repository: Repository, history: FileHistory, relativeOf: RelativePath) {
  return async function* base(path: string, at: number): AsyncGenerator<string> {
    for (const version of history.get(relativeOf(path) ?? '') ?? []) {
      const bytes = version.at <= at ? await repository.blobs.read(version.blob) : undefined;
      if (bytes) yield bytes.toString('utf8');
    }
  };
}

/** The texts that commits changed, by the hashes that sessions printed. */
function createCommittedTexts(repository: Repository) {
  const read = new Map<string, Map<string, string>>();
  return {
    known: (hash: string) => read.get(hash),
    async read(hash: string): Promise<Map<string, string>> {
      const before = read.get(hash);
      if (before) return before;
      const texts = new Map<string, string>();
      read.set(hash, texts);
      const commit = await repository.commit(hash);
      for (const { path, blob } of commit === undefined ? [] : (await readCommitChanges(repository, commit)).files) {
        const bytes = await repository.blobs.read(blob);
        if (bytes) texts.set(path, bytes.toString('utf8'));
      }
      return texts;
    },
  };
}
