import type { PatchHunk } from './apply-edits.ts';

const HEAD = /^@@ -(\d{1,9})(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@/;

/** The hunks of a unified diff, or of Codex's patches, whose hunks have no numbers. Headings of files are passed over. */
export function patchHunks(diff: string): PatchHunk[] {
  const hunks: { before: string[]; after: string[]; start?: number | undefined }[] = [];
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) {
    const current = hunks.at(-1);
    if (line.startsWith('@@')) {
      const start = HEAD.exec(line)?.[1];
      hunks.push({ before: [], after: [], start: start === undefined ? undefined : Number(start) });
    } else if (!current || line.startsWith('\\')) continue;
    else if (line.startsWith('+')) current.after.push(line.slice(1));
    else if (line.startsWith('-')) current.before.push(line.slice(1));
    else {
      const same = line.startsWith(' ') ? line.slice(1) : line;
      current.before.push(same);
      current.after.push(same);
    }
  }
  return hunks.filter(({ before, after }) => before.length + after.length > 0);
}
