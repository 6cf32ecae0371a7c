import { isObject, type JsonObject } from '../../lines/json.ts';

/** The unified diff of a `structuredPatch`: `[{oldStart, oldLines, newStart, newLines, lines}]`, or undefined. */
export function diffOfPatch(patch: unknown): string | undefined {
  if (!Array.isArray(patch) || patch.length === 0) return undefined;
  const parts: string[] = [];
  for (const hunk of patch) {
    if (!isObject(hunk) || !Array.isArray(hunk.lines)) return undefined;
    parts.push(hunkHeader(hunk));
    for (const line of hunk.lines) {
      if (typeof line !== 'string') return undefined;
      parts.push(line);
    }
  }
  return `${parts.join('\n')}\n`;
}

function hunkHeader(hunk: JsonObject): string {
  return `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`;
}

function range(start: unknown, lines: unknown): string {
  return `${Number.isSafeInteger(start) ? start : 0},${Number.isSafeInteger(lines) ? lines : 0}`;
}

/** The diff of a new file, in which all lines are added. */
export function diffOfNewFile(content: string): string | undefined {
  if (content === '') return undefined;
  const endsInNewline = content.endsWith('\n');
  const lines = (endsInNewline ? content.slice(0, -1) : content).split('\n');
  const tail = endsInNewline ? '\n' : '\n\\ No newline at end of file\n';
  return `@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}`).join('\n')}${tail}`;
}
