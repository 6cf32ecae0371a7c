import type { FileOp } from '../../core/replay/file-op.ts';
import type { Chain, FileState, Level } from '../../core/replay/file-state.ts';
import { createReplay, type Replay, type WriterSession } from '../../core/replay/replay.ts';
import { editedHunks, MOST_EDITED_HUNKS } from './edited-hunks.ts';
import { type CommittedText, commitsOfLines, type HunkCommit, hunkCommits } from './hunk-commits.ts';
import { type DiffPart, netDiff, patchPath } from './net-diff.ts';
import type { SessionOp } from './op-list.ts';

/** What became of a file in a session. */
export interface ChangedPath {
  path: string;
  kind: 'added' | 'changed' | 'deleted' | 'undone';
  added: number;
  removed: number;
  level: Level;
  /** What was there before: seen, nothing, or not known. Without it the lines count that calls wrote and took away. */
  base: 'seen' | 'nothing' | 'unknown';
  /** The turns that wrote to it. */
  turns: number[];
  /** A unified diff of the net change. Absent where the base is not known. */
  patch?: string | undefined;
  /**
   * The same in parts, each with the calls that wrote its lines, if they were wanted. Where the base is not known, each edit by
   * itself: its lines are counted from 1.
   */
  hunks?: ChangedHunk[] | undefined;
  /** Lines of the file that are other ones today, if that was asked for and the file is there. */
  editedSince?: number | undefined;
}

/** A part of a net change. */
export interface ChangedHunk extends DiffPart {
  origin: HunkOrigin[];
  /** The commits that have its added lines. Absent where no repository was asked, or if it does not have the file. */
  commits?: HunkCommit[] | undefined;
}

/** A run of added lines that one call wrote. */
export interface HunkOrigin {
  /** The number of the first of them in the new text, and how many there are. */
  line: number;
  count: number;
  turn: number;
  call: string;
  /** The line of the session file in which the call stands. */
  at: number;
  /** The sub-agent whose call it is. */
  agentThread?: string | undefined;
}

/** What a session changed, in the order of the first change. */
export interface SessionChanges {
  session: WriterSession;
  files: ChangedPath[];
  /** Commands that may have written files without telling which. */
  commands: number;
}

export interface ChangesOptions {
  /** Only what this turn changed. */
  turn?: number | undefined;
  /** The session's folder. Patches name files from there, so that `git apply` takes them. */
  folder?: string | undefined;
  /** Also gives each change in parts, with who wrote their lines. */
  hunks?: boolean | undefined;
  /** Replays texts alone. Lines are counted only where the text before is known, and nobody is named. */
  countsOnly?: boolean | undefined;
  /** The versions of a file that were committed since, the oldest first; undefined where nobody knows. Hunks then name commits. */
  textsOf?: ((path: string) => AsyncIterable<CommittedText> | undefined) | undefined;
  /** Counts the lines of a file that are other ones today; undefined where nobody can tell. */
  changedSince?: ((path: string, text: string) => Promise<number | undefined>) | undefined;
}

/** Replays one session, or one turn of it, and compares the first known text of each file with the last. */
export async function sessionChanges(
  session: WriterSession,
  ops: readonly SessionOp[],
  options: ChangesOptions = {},
): Promise<SessionChanges> {
  const { turn } = options;
  const replay = createReplay({ writers: !options.countsOnly });
  /** The states of each path before the wanted turn. */
  const before = new Map<string, number>();
  const turns = new Map<string, Set<number>>();
  const written = new Map<string, FileOp[]>();
  let commands = 0;
  let hasBegun = turn === undefined;
  for (const { op } of ops) {
    if (turn !== undefined && op.turn > turn) break;
    if (!hasBegun && op.turn === turn) {
      hasBegun = true;
      for (const { path, states } of replay.chains.values()) before.set(path, states.length);
    }
    if (op.kind === 'see') await look(replay, session, op);
    else await replay.apply(session, op);
    if (!hasBegun) continue;
    if (op.kind === 'shell') commands += 1;
    for (const path of writtenPaths(op)) {
      turns.set(path, (turns.get(path) ?? new Set()).add(op.turn));
      const known = written.get(path);
      if (known) known.push(op);
      else written.set(path, [op]);
    }
    if (op.kind === 'move' && !op.copy && isUnseen(replay.chains.get(op.to))) {
      // Its edits are all that is known of the file, so they go where it went.
      written.set(op.to, [...(written.get(op.path) ?? []), ...(written.get(op.to) ?? [])]);
      written.set(op.path, [op]);
    }
  }
  const files: ChangedPath[] = [];
  for (const [path, inTurns] of turns) {
    const chain = replay.chains.get(path);
    const ops = written.get(path) ?? [];
    if (chain)
      files.push(await changedPath(replay, chain, before.get(path) ?? 0, { turns: [...inTurns], ops }, options));
  }
  return { session, files, commands };
}

/** What a look shows and no call wrote is not the session's change. So a look proves what is known, or makes it unsure. */
async function look(replay: Replay, session: WriterSession, op: FileOp & { kind: 'see' }): Promise<void> {
  const last = replay.chains.get(op.path)?.states.at(-1);
  if (!op.isWhole || !last || last.isGone) return;
  if (replay.text(last) === op.text) await replay.apply(session, op);
  else last.level = 'unsure';
}

/** True for a file of which no text is known, only edits. */
function isUnseen(chain: Chain | undefined): boolean {
  return chain?.states.length === 0;
}

function writtenPaths(op: FileOp): string[] {
  if (op.kind === 'move') return [op.path, op.to];
  return op.kind === 'write' || op.kind === 'edit' || op.kind === 'patch' || op.kind === 'delete' ? [op.path] : [];
}

async function changedPath(
  replay: Replay,
  chain: Chain,
  from: number,
  { turns, ops }: { turns: number[]; ops: readonly FileOp[] },
  { folder, hunks: withHunks, countsOnly, textsOf, changedSince }: ChangesOptions,
): Promise<ChangedPath> {
  const first = chain.states[Math.max(0, from - 1)];
  const last = chain.states.at(-1);
  const isFirstOwn = from === 0 && chain.before !== undefined;
  const base = isFirstOwn ? (chain.before ?? 'unknown') : 'seen';
  const old = isFirstOwn || !first || first.isGone ? '' : replay.text(first);
  const next = !last || last.isGone ? '' : replay.text(last);
  // A command that ran since may have changed the file again.
  const level = last && !replay.isUnsure(last) ? last.level : 'unsure';
  if (base === 'unknown') {
    const added = last ? last.writers.filter((writer) => writer > 0).length : chain.wrote.size;
    const hunks = countsOnly ? [] : editedHunks(ops);
    const removed = removedByEdits(hunks, added);
    const shown = withHunks ? { hunks: hunks.slice(0, MOST_EDITED_HUNKS) } : {};
    const kind = last?.isGone ? 'deleted' : 'changed';
    return { path: chain.path, kind, added, removed, level, base, turns, ...shown };
  }
  const {
    added,
    removed,
    patch,
    parts = [],
  } = netDiff(patchPath(chain.path, folder), old, next, {
    isNew: base === 'nothing' || first?.isGone === true,
    isGone: last?.isGone === true,
  });
  const kind = kindOf({ isNew: base === 'nothing', isGone: last?.isGone === true, isSame: old === next });
  const hunks = withHunks ? await ownedHunks(replay, last, parts, textsOf?.(chain.path)) : undefined;
  const since = last?.isGone ? undefined : await changedSince?.(chain.path, next);
  const found: ChangedPath = {
    path: chain.path,
    kind,
    added,
    removed,
    level,
    base,
    turns,
    patch,
    ...(hunks && { hunks }),
  };
  return since === undefined ? found : { ...found, editedSince: since };
}

/**
 * The lines of others that edits removed from a file whose base is not known. Lines that an edit added and a later one took
 * back count on neither side, as in a net change.
 */
function removedByEdits(hunks: readonly DiffPart[], added: number): number {
  let [plus, minus] = [0, 0];
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) plus += 1;
      else if (line.startsWith('-')) minus += 1;
    }
  }
  return Math.max(0, minus - Math.max(0, plus - added));
}

/** A file that was made and deleted again is undone, as one that is again what it was. */
function kindOf({ isNew, isGone, isSame }: Record<'isNew' | 'isGone' | 'isSame', boolean>): ChangedPath['kind'] {
  if (isGone) return isNew ? 'undone' : 'deleted';
  if (isNew) return 'added';
  return isSame ? 'undone' : 'changed';
}

/** The parts of a change with the calls that wrote their lines and, where the versions of the file are known, their commits. */
async function ownedHunks(
  replay: Replay,
  last: FileState | undefined,
  parts: readonly DiffPart[],
  texts: AsyncIterable<CommittedText> | undefined,
): Promise<ChangedHunk[]> {
  const hunks = parts.map((part) => ({ ...part, origin: originsOf(replay, last?.writers, part) }));
  if (!texts || !last || last.isGone) return hunks;
  const added = new Set(hunks.flatMap(addedLines));
  const commits = await commitsOfLines(replay.table, last.lines, { isWanted: (index) => added.has(index + 1), texts });
  return hunks.map((hunk) => ({ ...hunk, commits: hunkCommits(hunk, commits) }));
}

/** The numbers of a hunk's added lines in the new text. */
function addedLines({ new: first, lines }: Pick<ChangedHunk, 'new' | 'lines'>): number[] {
  const kept = lines.filter((row) => !row.startsWith('-') && !row.startsWith('\\'));
  return kept.flatMap((row, index) => (row.startsWith('+') ? [first + index] : []));
}

/** Runs of added lines with the call that wrote them. Lines of nobody's have none. */
function originsOf(
  replay: Replay,
  writers: Int32Array | undefined,
  { new: first, lines }: Pick<ChangedHunk, 'new' | 'lines'>,
): HunkOrigin[] {
  const found: (HunkOrigin & { number: number })[] = [];
  let line = first;
  for (const row of lines) {
    if (row.startsWith('-') || row.startsWith('\\')) continue;
    const number = row.startsWith('+') ? (writers?.[line - 1] ?? 0) : 0;
    const writer = number > 0 ? replay.writers[number] : undefined;
    const last = found.at(-1);
    if (writer && last?.number === number && last.line + last.count === line) last.count += 1;
    else if (writer) {
      const { turn, call, line: at, agentThread } = writer;
      found.push({ number, line, count: 1, turn, call, at, ...(agentThread !== undefined && { agentThread }) });
    }
    line += 1;
  }
  return found.map(({ number: _, ...origin }) => origin);
}
