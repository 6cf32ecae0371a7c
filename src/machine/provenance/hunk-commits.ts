import { alignLines } from '../../core/replay/align.ts';
import type { LineTable } from '../../core/replay/line-table.ts';

/** A file as a commit has it. */
export interface CommittedText {
  commit: string;
  text: string;
}

/** A run of added lines of a hunk, and the commit that has them first. */
export interface HunkCommit {
  /** The number of the first of them in the new text, and how many there are. */
  line: number;
  count: number;
  /** The full name of the oldest commit in which they stand; null where no commit has them. */
  commit: string | null;
}

/** Lines of a text without a commit. A line that tells nothing goes with its neighbours. */
type CommitOfLine = (string | null | undefined)[];

/**
 * Finds for each line of a text the oldest commit that has it, by its place in the versions of the file. Null for a telling line
 * that no version has.
 */
export async function commitsOfLines(
  table: LineTable,
  lines: Int32Array,
  { isWanted, texts }: { isWanted: (index: number) => boolean; texts: AsyncIterable<CommittedText> },
): Promise<CommitOfLine> {
  const squeezed = table.squeezed(lines);
  const found: CommitOfLine = new Array(lines.length).fill(undefined);
  const open = new Set<number>();
  for (const [index, line] of squeezed.entries()) if (isWanted(index) && table.isTelling(line)) open.add(index);
  if (open.size === 0) return found;
  for await (const { commit, text } of texts) {
    const places = alignLines(table.squeezed(table.lines(text)), squeezed);
    for (const index of open) {
      if ((places[index] ?? -1) === -1) continue;
      found[index] = commit;
      open.delete(index);
    }
    if (open.size === 0) break;
  }
  for (const index of open) found[index] = null;
  return found;
}

/** The runs of a hunk's added lines by commit. A hunk of brackets and blanks alone has none. */
export function hunkCommits(
  { new: first, lines }: { new: number; lines: readonly string[] },
  commits: CommitOfLine,
): HunkCommit[] {
  const runs: HunkCommit[] = [];
  /** Lines before the first telling one of a run of added lines. */
  let waiting = 0;
  let isOpen = false;
  let line = first;
  for (const row of lines) {
    if (row.startsWith('\\')) continue;
    if (row.startsWith('-')) continue;
    const last = isOpen ? runs.at(-1) : undefined;
    const commit = row.startsWith('+') ? commits[line - 1] : undefined;
    if (!row.startsWith('+')) [isOpen, waiting] = [false, 0];
    else if (commit === undefined && last) last.count += 1;
    else if (commit === undefined) waiting += 1;
    else if (last?.commit === commit) last.count += 1;
    else {
      runs.push({ line: line - waiting, count: waiting + 1, commit });
      [isOpen, waiting] = [true, 0];
    }
    line += 1;
  }
  return runs;
}
