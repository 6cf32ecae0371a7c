import { type BlameRule, blameFile, type LineAnswer, type UnknownReason } from '../../core/replay/blame-file.ts';
import type { Chain } from '../../core/replay/file-state.ts';
import { createReplay, type Replay, type Writer } from '../../core/replay/replay.ts';
import { createChangesReader } from '../git/changes-reader.ts';
import { type BlameSource, type BlameSourceOptions, readBlameSource } from './blame-source.ts';
import { type Committer, readCommitters } from './committers.ts';

/** How sure an answer is. */
export type BlameLevel = 'proven' | 'derived' | 'probable' | 'unknown';

/** Who wrote one line of a commit. */
export interface BlamedLine {
  line: number;
  text: string;
  level: BlameLevel;
  rule?: BlameRule | undefined;
  writer?: Writer | undefined;
  /** Why nobody is named. */
  why?: UnknownReason | undefined;
  /** Another session that is said to have committed the line. */
  committedBy?: Committer | undefined;
}

export interface BlamedFile {
  path: string;
  lines: BlamedLine[];
}

export interface BlamedCommit {
  commit: string;
  /** When it was committed, in milliseconds since 1970. */
  at: number;
  parent?: string | undefined;
  files: BlamedFile[];
}

/** Answers for commits of a repository. The sessions are read once for all of them. */
export interface Blamer {
  commit(commit: string): Promise<BlamedCommit>;
  /** The same for lines of a text that is in no commit yet. */
  uncommitted(path: string, text: string, added: readonly number[]): BlamedLine[];
  /** What was asked for in a turn of a session, if prompts were to be read. */
  prompt(writer: Writer): string | undefined;
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

/** Reads the sessions that matter for some files, and replays them. */
export async function createBlamer(options: BlameSourceOptions): Promise<Blamer> {
  return blamerOf(options, await readBlameSource(options));
}

async function blamerOf(options: BlameSourceOptions, source: BlameSource): Promise<Blamer> {
  const { repository, redact = (text: string) => text } = options;
  const changesOf = createChangesReader(repository, options.commits);
  const { ops, read, prompts, history, isKnown, relativeOf } = source;

  /** Versions of a file from before a call, the newest first. */
  async function* base(path: string, at: number): AsyncGenerator<string> {
    for (const version of history.get(relativeOf(path) ?? '') ?? []) {
      const bytes = version.at <= at ? await repository.blobs.read(version.blob) : undefined;
      if (bytes) yield redact(bytes.toString('utf8'));
    }
  }

  const replay = createReplay({ base });
  const committers = new Map<string, Committer>(source.committers);
  for (const { session, op } of ops) {
    // What a session was only shown tells nothing more of who wrote it, and whole files fill the memory.
    if (op.kind !== 'see') await replay.apply(session, op);
    if (op.kind !== 'shell') continue;
    for (const hash of op.commits) committers.set(hash.slice(0, 7), { ...session, source: 'output' });
  }
  const chains = chainsByPath(replay, relativeOf);
  const isPlaced = (path: string) => isKnown(relativeOf(path) ?? '');
  const answersFor = (path: string, text: string, added: readonly number[], at: number) =>
    blameFile(replay, chains.get(path) ?? [], { text, added, at, isPlaced });
  return {
    read,
    prompt: ({ session, turn }) => prompts.get(`${session.agent}:${session.id}#${turn}`),
    uncommitted(path, text, added) {
      const answers = answersFor(path, text, added, Number.POSITIVE_INFINITY);
      return linesOf(text, added, answers, replay).map((line) =>
        line.writer || line.why === 'after-shell' ? line : { ...line, why: 'no-commit' },
      );
    },
    async commit(commit) {
      const changes = await changesOf(commit);
      const committerOf = await readCommitters(repository, changes, committers.get(commit.slice(0, 7)));
      const files: BlamedFile[] = [];
      for (const { path, blob, added } of changes.files) {
        const raw = (await repository.blobs.read(blob))?.toString('utf8');
        if (raw === undefined || raw.includes('\0')) continue;
        const text = redact(raw);
        const lines = linesOf(text, added, answersFor(path, text, added, changes.at), replay);
        files.push({
          path,
          lines: lines.map((line) => ({ ...line, committedBy: other(line, committerOf(path, line.line)) })),
        });
      }
      return { commit, at: changes.at, parent: changes.parent, files };
    },
  };
}

/** A committer that is not the writer. */
function other({ writer }: BlamedLine, committer: Committer | undefined): Committer | undefined {
  return committer?.id === writer?.session.id ? undefined : committer;
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
    const { writer: number = 0, rule, why } = answers[index] ?? {};
    const writer = replay.writers[number];
    const shown = (lines[line - 1] ?? '').replace(/\r$/, '');
    if (!writer || !rule) return { line, text: shown, level: 'unknown', why };
    return { line, text: shown, level: LEVELS[rule], rule, writer };
  });
}
