import { diffArrays } from 'diff';
import * as coreLimits from '../../limits/core.ts';
import { changedRows } from './changed-rows.ts';
import { countLines } from './split-lines.ts';

export interface DiffLine {
  kind: 'same' | 'add' | 'delete' | 'hunk';
  /** The text without its sign. For a hunk, the text between the sets of lines, as in the diff. */
  text: string;
  /** The line's number in the file before and after, if the diff has it. */
  before?: number | undefined;
  after?: number | undefined;
  /** For a hunk with a position: the number of unchanged lines left out above it. */
  skipped?: number;
  /** The changed words: `[start, end)` in `text`, in order. */
  marks?: readonly (readonly [number, number])[];
}

const HUNK = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@/;

/** Parses a unified diff as agents write it: with or without its heading, with or without hunk numbers. */
export function parseDiff(diff: string): DiffLine[] {
  const rows = diff.replace(/\r?\n$/, '').split('\n');
  const lines: DiffLine[] = [];
  let before: number | undefined;
  let after: number | undefined;
  for (let index = headingEnd(rows); index < rows.length; index += 1) {
    const row = (rows[index] ?? '').replace(/\r$/, '');
    const text = row.slice(1);
    if (row.startsWith('@@')) {
      const [, first, second] = HUNK.exec(row) ?? [];
      const end = lines.length === 0 ? 1 : before;
      before = first === undefined ? undefined : Number(first);
      after = second === undefined ? undefined : Number(second);
      // A new file begins at 0. A hunk that goes back does not tell what is between.
      const skipped = Math.max(1, before ?? Number.NaN) - (end ?? Number.NaN);
      lines.push({ kind: 'hunk', text: row, ...(skipped >= 0 && { skipped }) });
    } else if (row.startsWith('+')) {
      lines.push({ kind: 'add', text, after });
      if (after !== undefined) after += 1;
    } else if (row.startsWith('-')) {
      lines.push({ kind: 'delete', text, before });
      if (before !== undefined) before += 1;
    } else if (row.startsWith('\\')) {
      lines.push({ kind: 'hunk', text: row });
    } else {
      lines.push({ kind: 'same', text: row.startsWith(' ') ? text : row, before, after });
      if (before !== undefined) before += 1;
      if (after !== undefined) after += 1;
    }
  }
  return withMarks(lines);
}

/** The file names above the first hunk are known already. A deleted `-- x` looks the same. */
function headingEnd(rows: readonly string[]): number {
  const first = rows.findIndex((row) => row.startsWith('@@'));
  const isHeading = first >= 2 && rows[first - 2]?.startsWith('--- ') && rows[first - 1]?.startsWith('+++ ');
  return isHeading ? first : 0;
}

/** Compares two texts. A long text, or one with nothing in common, is all deleted and all added. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const isLong = countLines(before) + countLines(after) > coreLimits.maxWordDiffLines;
  const rows = isLong || before === '' ? undefined : changedRows(before, after, coreLimits.maxDiffEdits);
  if (!rows) return [...linesOf('delete', before), ...linesOf('add', after)];
  return rows.length === 0 ? [] : parseDiff(rows.join('\n'));
}

function linesOf(kind: 'add' | 'delete', text: string): DiffLine[] {
  if (text === '') return [];
  return text
    .replace(/\r?\n$/, '')
    .split('\n')
    .map((line) => ({ kind, text: line.replace(/\r$/, '') }));
}

/** Marks the changed words where lines replace others. */
function withMarks(lines: DiffLine[]): DiffLine[] {
  if (lines.length > coreLimits.maxWordDiffLines) return lines;
  for (let start = 0; start < lines.length; start += 1) {
    if (lines[start]?.kind !== 'delete') continue;
    const deleted = runFrom(lines, start, 'delete');
    const added = runFrom(lines, start + deleted, 'add');
    for (let index = 0; index < Math.min(deleted, added); index += 1) {
      markPair(lines[start + index], lines[start + deleted + index]);
    }
    start += deleted + added - 1;
  }
  return lines;
}

function runFrom(lines: readonly DiffLine[], start: number, kind: DiffLine['kind']): number {
  let end = start;
  while (lines[end]?.kind === kind) end += 1;
  return end - start;
}

/** A word of Latin letters and digits, blanks, or any other character. */
const WORD = /[\w\xad\xc0-\xd6\xd8-\xf6\xf8-\u02c6\u02c8-\u02d7\u02de-\u02ff\u1e00-\u1eff]+|\r?\n|[^\S\n\r]+|./gsu;

/** Words and what is between them. */
function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

function markPair(deleted: DiffLine | undefined, added: DiffLine | undefined): void {
  if (!deleted || !added || Math.max(deleted.text.length, added.text.length) > coreLimits.maxWordDiffLength) return;
  const parts = diffArrays(wordsOf(deleted.text), wordsOf(added.text));
  const old: [number, number][] = [];
  const fresh: [number, number][] = [];
  let before = 0;
  let after = 0;
  let kept = 0;
  for (const part of parts) {
    const text = part.value.join('');
    const { length } = text;
    if (part.removed) old.push([before, before + length]);
    else if (part.added) fresh.push([after, after + length]);
    else kept += text.trim().length;
    if (!part.added) before += length;
    if (!part.removed) after += length;
  }
  // Two lines with next to nothing in common are two lines, not a changed one.
  if (kept * 3 < Math.min(deleted.text.trim().length, added.text.trim().length)) return;
  deleted.marks = old;
  added.marks = fresh;
}
