import { type BlameRule, blameFile, type LineAnswer } from '../../core/replay/blame-file.ts';
import { type Chain, createReplay, type Replay, type Writer } from '../../core/replay/replay.ts';
import { type CommitChanges, readCommitChanges } from '../git/commit-changes.ts';
import { readFileHistory } from '../git/file-history.ts';
import type { Repository } from '../git/repository.ts';
import { findRoots } from './roots.ts';
import { readSessionOps, type SessionOpsOptions } from './session-ops.ts';

/** How sure an answer is. */
export type BlameLevel = 'proven' | 'derived' | 'probable' | 'unknown';

/** Who wrote one line of a commit. */
export interface BlamedLine {
  line: number;
  text: string;
  level: BlameLevel;
  rule?: BlameRule | undefined;
  writer?: Writer | undefined;
}

export interface BlamedFile {
  path: string;
  lines: BlamedLine[];
}

/** A session that is said to have committed: by a trailer, a note, or the output of a command. */
export interface Committer {
  agent?: string | undefined;
  id: string;
  source: 'trailer' | 'output';
}

export interface BlamedCommit {
  commit: string;
  files: BlamedFile[];
  committedBy?: Committer | undefined;
}

/** Answers for commits of a repository. The sessions are read once for all of them. */
export interface Blamer {
  commit(commit: string): Promise<BlamedCommit>;
  read: { sessions: number; missing: number };
}

const LEVELS: Record<BlameRule, BlameLevel> = {
  equal: 'proven',
  aligned: 'derived',
  text: 'probable',
  moved: 'probable',
  reflow: 'probable',
  between: 'probable',
};

export interface BlamerOptions extends SessionOpsOptions {
  repository: Repository;
}

/** Reads the sessions and replays them. `names` of the asked files keep sessions out that never touched them. */
export async function createBlamer({ repository, ...options }: BlamerOptions): Promise<Blamer> {
  const history = await readFileHistory(repository);
  const { ops, sessions, missing } = await readSessionOps(options);
  const edited = ops.flatMap(({ op }) => ('path' in op && op.kind !== 'see' ? [op.path] : []));
  const relativeOf = findRoots(edited, (path) => history.has(path));

  /** Versions of a file from before a call, the newest first. */
  async function* base(path: string, at: number): AsyncGenerator<string> {
    for (const version of history.get(relativeOf(path) ?? '') ?? []) {
      const bytes = version.at <= at ? await repository.blobs.read(version.blob) : undefined;
      if (bytes) yield bytes.toString('utf8');
    }
  }

  const replay = createReplay({ base });
  const committers = new Map<string, Committer>();
  for (const { session, op } of ops) {
    await replay.apply(session, op);
    if (op.kind !== 'shell') continue;
    for (const hash of op.commits) committers.set(hash.slice(0, 7), { ...session, source: 'output' });
  }
  const chains = chainsByPath(replay, relativeOf);
  return {
    read: { sessions, missing },
    async commit(commit) {
      const changes = await readCommitChanges(repository, commit);
      const files: BlamedFile[] = [];
      for (const { path, blob, added } of changes.files) {
        const text = (await repository.blobs.read(blob))?.toString('utf8');
        if (text === undefined || text.includes('\0')) continue;
        const answers = blameFile(replay, chains.get(path) ?? [], { text, added, at: changes.at });
        files.push({ path, lines: linesOf(text, added, answers, replay) });
      }
      return { commit, files, committedBy: committerOf(changes, committers) };
    },
  };
}

function chainsByPath(replay: Replay, relativeOf: (path: string) => string | undefined): Map<string, Chain[]> {
  const found = new Map<string, Chain[]>();
  for (const chain of replay.chains.values()) {
    const relative = relativeOf(chain.path);
    if (relative === undefined) continue;
    const known = found.get(relative);
    if (known) known.push(chain);
    else found.set(relative, [chain]);
  }
  return found;
}

function linesOf(text: string, added: readonly number[], answers: readonly LineAnswer[], replay: Replay): BlamedLine[] {
  const lines = text.split('\n');
  return added.map((line, index) => {
    const { writer: number = 0, rule } = answers[index] ?? {};
    const writer = replay.writers[number];
    const shown = (lines[line - 1] ?? '').replace(/\r$/, '');
    return { line, text: shown, level: writer && rule ? LEVELS[rule] : 'unknown', rule, writer };
  });
}

const TRAILER = /^(?:Entire-Session|Session-Id|Claude-Session|Codex-Session):\s*(\S{6,200})\s*$/im;

/** What others say: the session that ran the commit, else a trailer. It is shown beside ours, and never decides. */
function committerOf({ commit, message }: CommitChanges, known: ReadonlyMap<string, Committer>): Committer | undefined {
  const printed = known.get(commit.slice(0, 7));
  const trailer = TRAILER.exec(message)?.[1];
  return printed ?? (trailer === undefined ? undefined : { id: trailer, source: 'trailer' });
}
