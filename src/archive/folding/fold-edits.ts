import type { FileOp } from '../../core/replay/file-op.ts';
import { createFileOps } from '../../core/replay/file-ops.ts';
import { writtenLines } from '../../core/replay/written-lines.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { EDIT_KINDS, type FoldedCall, type FoldedEdits } from '../model/folded-edits.ts';
import { createLineHash, type LineHash } from './line-hash.ts';
import { packOps } from './packed-ops.ts';
import { createToldTexts, type KeptOp } from './told-before.ts';

/** Gathers what a session does to files, for the index of lines. */
export interface EditFold {
  push(event: ThreadEvent): void;
  /** What came since the last call. */
  take(): FoldedEdits;
}

type PathOp = Exclude<Extract<FileOp, { path: string }>, { kind: 'see' }>;

/** `key`: the random value of the archive. */
export function createEditFold(key: string): EditFold {
  const hashOf = createLineHash(key);
  const fileOps = createFileOps();
  const told = createToldTexts(archiveLimits.maxEditTextBytes);
  let waiting = new Map<string, KeptOp[]>();
  let calls: FoldedCall[] = [];
  let texts: Uint8Array[] = [];
  let commits: FoldedEdits['commits'] = [];
  let last = 0;
  let held = 0;

  function keep(path: string, op: KeptOp, bytes: number): void {
    const known = waiting.get(path);
    if (known) known.push(op);
    else waiting.set(path, [op]);
    held += bytes;
    // More would fill the memory.
    if (held >= archiveLimits.maxEditTextBytes) pack();
  }

  function pack(): void {
    if (waiting.size > 0) texts.push(packOps(waiting));
    waiting = new Map();
    held = 0;
  }

  function add(op: PathOp): void {
    if (textBytes(op) > archiveLimits.maxEditTextBytes || op.path === '') return;
    const paths = op.kind === 'move' ? [op.path, op.to] : [op.path];
    const hashes = hashesOf(op, hashOf);
    for (const path of paths) {
      const kept = told.short(path, op);
      keep(path, kept, textBytes(kept));
      calls.push({ path, at: op.at, turn: op.turn, how: howOf(op), hashes });
    }
  }

  return {
    push(event) {
      for (const op of fileOps.push(event)) {
        // A line without a time was written after the one before.
        last = op.at || last;
        const placed: FileOp = { ...op, at: last };
        if (placed.kind === 'shell') {
          // What a command says is kept with the session's texts. Here it counts that there was one.
          keep('', { ...placed, command: '', cwd: undefined }, 0);
          for (const sha of placed.commits) commits.push({ sha, call: placed.call });
        } else if (placed.kind === 'agent') keep('', { ...placed, cwd: undefined }, 0);
        else if (placed.kind !== 'see') add(placed);
      }
    },
    take() {
      pack();
      const taken = { calls, texts, commits };
      [calls, texts, commits] = [[], [], []];
      return taken;
    },
  };
}

/** A number for each line that an operation wrote. Of a very long text the first lines tell enough. */
export function hashesOf(op: FileOp, hashOf: LineHash): Float64Array {
  return Float64Array.from(writtenLines(op).slice(0, archiveLimits.maxEditLines), hashOf);
}

function howOf(op: PathOp): number {
  const how = op.kind === 'write' ? (op.how ?? 'write') : op.kind;
  return EDIT_KINDS.indexOf(how);
}

function textBytes(op: FileOp): number {
  switch (op.kind) {
    case 'write':
      return op.content.length + (op.before?.length ?? 0);
    case 'edit':
      return op.edits.reduce((sum, edit) => sum + edit.old.length + edit.new.length, op.before?.length ?? 0);
    case 'patch':
      return op.hunks.reduce((sum, { before, after }) => sum + sumOf(before) + sumOf(after), op.before?.length ?? 0);
    default:
      return 0;
  }
}

function sumOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}
