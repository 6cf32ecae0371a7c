import { structuredPatch } from 'diff';
import type { FileOp } from '../../core/replay/file-op.ts';
import {
  type Chain,
  createReplay,
  type FileState,
  type Level,
  type Replay,
  type WriterSession,
} from '../../core/replay/replay.ts';
import { type CommittedText, commitsOfLines, type HunkCommit, hunkCommits } from './hunk-commits.ts';
import type { SessionOp } from './op-list.ts';

/** What became of a file in a session. */
export interface ChangedPath {
  path: string;
  kind: 'added' | 'changed' | 'deleted' | 'undone';
  added: number;
  removed: number;
  level: Level;
  /** What was there before: seen, nothing, or not known. Without it only the lines that calls wrote are counted. */
  base: 'seen' | 'nothing' | 'unknown';
  /** The turns that wrote to it. */
  turns: number[];
  /** A unified diff of the net change. Absent where the base is not known. */
  patch?: string | undefined;
  /** The same in parts, each with the calls that wrote its lines, if they were wanted. */
  hunks?: ChangedHunk[] | undefined;
}

/** A part of a net change. */
export interface ChangedHunk {
  /** The numbers of its first line before and after, from 1. */
  old: number;
  new: number;
  /** As in a unified diff: each begins with a blank, `+` or `-`. */
  lines: string[];
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

const CONTEXT_LINES = 3;
const LONGEST_DIFF_LINES = 20_000;
const MOST_EDITS = 5000;

export interface ChangesOptions {
  /** Only what this turn changed. */
  turn?: number | undefined;
  /** The session's folder. Patches name files from there, so that `git apply` takes them. */
  folder?: string | undefined;
  /** Also gives each change in parts, with who wrote their lines. */
  hunks?: boolean | undefined;
  /** The versions of a file that were committed since, the oldest first; undefined where nobody knows. Hunks then name commits. */
  textsOf?: ((path: string) => AsyncIterable<CommittedText> | undefined) | undefined;
}

/** Replays one session, or one turn of it, and compares the first known text of each file with the last. */
export async function sessionChanges(
  session: WriterSession,
  ops: readonly SessionOp[],
  options: ChangesOptions = {},
): Promise<SessionChanges> {
  const { turn } = options;
  const replay = createReplay();
  /** The states of each path before the wanted turn. */
  const before = new Map<string, number>();
  const turns = new Map<string, Set<number>>();
  let commands = 0;
  let hasBegun = turn === undefined;
  for (const { op } of ops) {
    if (turn !== undefined && op.turn > turn) break;
    if (!hasBegun && op.turn === turn) {
      hasBegun = true;
      for (const { path, states } of replay.chains.values()) before.set(path, states.length);
    }
    await replay.apply(session, op);
    if (!hasBegun) continue;
    if (op.kind === 'shell') commands += 1;
    for (const path of writtenPaths(op)) turns.set(path, (turns.get(path) ?? new Set()).add(op.turn));
  }
  const files: ChangedPath[] = [];
  for (const [path, inTurns] of turns) {
    const chain = replay.chains.get(path);
    if (chain) files.push(await changedPath(replay, chain, before.get(path) ?? 0, [...inTurns], options));
  }
  return { session, files, commands };
}

function writtenPaths(op: FileOp): string[] {
  if (op.kind === 'move') return [op.path, op.to];
  return op.kind === 'write' || op.kind === 'edit' || op.kind === 'patch' || op.kind === 'delete' ? [op.path] : [];
}

async function changedPath(
  replay: Replay,
  chain: Chain,
  from: number,
  turns: number[],
  { folder, hunks: withHunks, textsOf }: ChangesOptions,
): Promise<ChangedPath> {
  const { table } = replay;
  const first = chain.states[Math.max(0, from - 1)];
  const last = chain.states.at(-1);
  const isFirstOwn = from === 0 && chain.before !== undefined;
  const base = isFirstOwn ? (chain.before ?? 'unknown') : 'seen';
  const old = isFirstOwn || !first || first.isGone ? '' : table.text(first.lines);
  const next = !last || last.isGone ? '' : table.text(last.lines);
  // A command that ran since may have changed the file again.
  const level = last && !replay.isUnsure(last) ? last.level : 'unsure';
  if (base === 'unknown') {
    const written = last ? last.writers.filter((writer) => writer > 0).length : chain.wrote.size;
    return { path: chain.path, kind: 'changed', added: written, removed: 0, level, base, turns };
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
  const kind = last?.isGone ? 'deleted' : base === 'nothing' ? 'added' : old === next ? 'undone' : 'changed';
  const hunks = withHunks ? await ownedHunks(replay, last, parts, textsOf?.(chain.path)) : undefined;
  return { path: chain.path, kind, added, removed, level, base, turns, patch, ...(hunks && { hunks }) };
}

/** The parts of a change with the calls that wrote their lines and, where the versions of the file are known, their commits. */
async function ownedHunks(
  replay: Replay,
  last: FileState | undefined,
  parts: readonly Omit<ChangedHunk, 'origin'>[],
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

interface NetDiff {
  added: number;
  removed: number;
  patch?: string;
  parts?: Omit<ChangedHunk, 'origin'>[];
}

function netDiff(
  path: string,
  old: string,
  next: string,
  { isNew, isGone }: { isNew: boolean; isGone: boolean },
): NetDiff {
  const lines = old.length + next.length === 0 ? 0 : old.split('\n').length + next.split('\n').length;
  if (lines > LONGEST_DIFF_LINES) return { added: next.split('\n').length, removed: old.split('\n').length };
  const made = structuredPatch(path, path, old, next, '', '', { context: CONTEXT_LINES, maxEditLength: MOST_EDITS });
  let [added, removed] = [0, 0];
  const parts: Omit<ChangedHunk, 'origin'>[] = [];
  const text = (made?.hunks ?? []).flatMap(({ oldStart, oldLines, newStart, newLines, lines: rows }) => {
    for (const row of rows) {
      if (row.startsWith('+')) added += 1;
      else if (row.startsWith('-')) removed += 1;
    }
    // A side without lines begins before the first.
    const [from, to] = [oldLines === 0 ? oldStart - 1 : oldStart, newLines === 0 ? newStart - 1 : newStart];
    parts.push({ old: Math.max(1, from), new: Math.max(1, to), lines: rows });
    return [`@@ -${Math.max(0, from)},${oldLines} +${Math.max(0, to)},${newLines} @@`, ...rows];
  });
  if (text.length === 0) return { added, removed };
  const [before, after] = [quotedPath(`a/${path}`), quotedPath(`b/${path}`)];
  const head = [`diff --git ${before} ${after}`];
  if (isNew && !isGone) head.push('new file mode 100644');
  if (isGone && !isNew) head.push('deleted file mode 100644');
  head.push(isNew ? '--- /dev/null' : `--- ${before}`, isGone ? '+++ /dev/null' : `+++ ${after}`);
  return { added, removed, patch: `${[...head, ...text].join('\n')}\n`, parts };
}

/** The path from the session's folder; a whole one where it lies outside. */
function patchPath(path: string, folder: string | undefined): string {
  const top = folder?.replace(/[\\/]+$/, '');
  const isInside = top !== undefined && path.startsWith(top) && /^[\\/]/.test(path.slice(top.length));
  const relative = isInside ? path.slice(top.length) : path;
  return relative.replace(/^\/+/, '');
}

/** As git writes it: in quotes if it holds quotes, backslashes or control characters. */
function quotedPath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that git quotes
  if (!/["\\\u0000-\u001f\u007f]/.test(path)) return path;
  const escaped = path.replace(/["\\]/g, '\\$&').replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that git quotes
    /[\u0000-\u001f\u007f]/g,
    (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `"${escaped}"`;
}
