import type { FileOp } from '../../core/replay/file-op.ts';
import { type DiffPart, netDiff } from './net-diff.ts';
import type { ChangedHunk, HunkOrigin } from './session-changes.ts';

/** More of one file are counted, and not shown. */
export const MOST_EDITED_HUNKS = 200;

/** The edits of a file whose text before is not known, each by itself. Where they stand in the file nobody knows. */
export function editedHunks(ops: readonly FileOp[]): ChangedHunk[] {
  const hunks: ChangedHunk[] = [];
  for (const op of ops) {
    for (const [before, after] of textsOf(op)) {
      const { parts = [] } = netDiff('', before, after, { isNew: false, isGone: false });
      for (const part of parts) hunks.push({ ...part, origin: originsOf(op, part) });
    }
  }
  return hunks;
}

/** What stood at each place before and after an operation. */
function textsOf(op: FileOp): (readonly [before: string, after: string])[] {
  if (op.kind === 'edit') return op.edits.map(({ old, new: next }) => [endedLine(old), endedLine(next)]);
  if (op.kind === 'patch') return op.hunks.map(({ before, after }) => [linesText(before), linesText(after)]);
  return op.kind === 'write' ? [['', op.content]] : [];
}

/** An edit names a piece of a text: that it ends within a line says nothing of the file. */
function endedLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function linesText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Runs of added lines, all by one call. */
function originsOf({ turn, call, line: at, agentThread }: FileOp, { new: first, lines }: DiffPart): HunkOrigin[] {
  const found: HunkOrigin[] = [];
  let line = first;
  for (const row of lines) {
    if (row.startsWith('-') || row.startsWith('\\')) continue;
    const last = found.at(-1);
    if (row.startsWith('+') && last && last.line + last.count === line) last.count += 1;
    else if (row.startsWith('+'))
      found.push({ line, count: 1, turn, call, at, ...(agentThread !== undefined && { agentThread }) });
    line += 1;
  }
  return found;
}
