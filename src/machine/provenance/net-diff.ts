import { structuredPatch } from 'diff';

/** A part of a net change. */
export interface DiffPart {
  /** The numbers of its first line before and after, from 1. */
  old: number;
  new: number;
  /** As in a unified diff: each begins with a blank, `+` or `-`. */
  lines: string[];
}

const CONTEXT_LINES = 3;
const LONGEST_DIFF_LINES = 20_000;
/** Texts that differ by more are not aligned. What lies between their common beginning and end is one part. */
const MOST_EDITS = 5000;

export interface NetDiff {
  added: number;
  removed: number;
  patch?: string;
  parts?: DiffPart[];
}

/** The lines of two texts that differ, as parts and as a patch. */
export function netDiff(
  path: string,
  old: string,
  next: string,
  { isNew, isGone }: { isNew: boolean; isGone: boolean },
): NetDiff {
  const [before, after] = [linesOf(old), linesOf(next)];
  if (before.length + after.length > LONGEST_DIFF_LINES) return { added: after.length, removed: before.length };
  const isAligned = before.length > 0 && after.length > 0;
  const made = isAligned
    ? structuredPatch(path, path, old, next, '', '', { context: CONTEXT_LINES, maxEditLength: MOST_EDITS })
    : undefined;
  let [added, removed] = [0, 0];
  const parts: DiffPart[] = [];
  const text = (made?.hunks ?? middleHunk(before, after)).flatMap(
    ({ oldStart, oldLines, newStart, newLines, lines: rows }) => {
      for (const row of rows) {
        if (row.startsWith('+')) added += 1;
        else if (row.startsWith('-')) removed += 1;
      }
      // A side without lines begins before the first.
      const [from, to] = [oldLines === 0 ? oldStart - 1 : oldStart, newLines === 0 ? newStart - 1 : newStart];
      parts.push({ old: Math.max(1, from), new: Math.max(1, to), lines: rows });
      return [`@@ -${Math.max(0, from)},${oldLines} +${Math.max(0, to)},${newLines} @@`, ...rows];
    },
  );
  // An empty file that came or went has no lines, and yet a patch.
  if (text.length === 0 && isNew === isGone) return { added, removed };
  const [from, to] = [quotedPath(`a/${path}`), quotedPath(`b/${path}`)];
  const head = [`diff --git ${from} ${to}`];
  if (isNew && !isGone) head.push('new file mode 100644');
  if (isGone && !isNew) head.push('deleted file mode 100644');
  if (text.length > 0) head.push(isNew ? '--- /dev/null' : `--- ${from}`, isGone ? '+++ /dev/null' : `+++ ${to}`);
  return { added, removed, patch: `${[...head, ...text].join('\n')}\n`, parts };
}

/** The lines of a text, each with the mark that git writes behind a last line without an end. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  else lines.push(`${lines.pop() ?? ''}\n${NO_END}`);
  return lines;
}

const NO_END = '\\ No newline at end of file';

/** All between the common beginning and the common end of two texts, as one part. */
function middleHunk(before: readonly string[], after: readonly string[]) {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  if (start + end === before.length && start + end === after.length) return [];
  const first = Math.max(0, start - CONTEXT_LINES);
  const last = Math.min(end, CONTEXT_LINES);
  const [oldEnd, newEnd] = [before.length - end, after.length - end];
  const signed = (sign: string, rows: readonly string[]) => rows.flatMap((row) => `${sign}${row}`.split('\n'));
  const lines = [
    ...signed(' ', before.slice(first, start)),
    ...signed('-', before.slice(start, oldEnd)),
    ...signed('+', after.slice(start, newEnd)),
    ...signed(' ', after.slice(newEnd, newEnd + last)),
  ];
  const [oldLines, newLines] = [oldEnd + last - first, newEnd + last - first];
  // As the package writes it: a side without lines begins at the line after.
  return [{ oldStart: first + 1, oldLines, newStart: first + 1, newLines, lines }];
}

/** The path from the session's folder; a whole one where it lies outside. */
export function patchPath(path: string, folder: string | undefined): string {
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
