/** One replacement of an edit. */
export interface TextEdit {
  old: string;
  new: string;
  all: boolean;
}

/** A part of a patch: lines that are there before, and lines that are there after it. */
export interface PatchHunk {
  before: readonly string[];
  after: readonly string[];
  /** The number of the first line before, from 1, where the patch says it. */
  start?: number | undefined;
}

/** The text after the edits; undefined if one of them does not fit. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  let result: string | undefined = text;
  for (const edit of edits) {
    result = result === undefined ? undefined : applyEdit(result, edit);
  }
  return result;
}

function applyEdit(text: string, { old, new: next, all }: TextEdit): string | undefined {
  if (old === '') return text.trim() === '' ? next : undefined;
  if (all) return text.includes(old) ? text.replaceAll(old, () => next) : undefined;
  const at = text.indexOf(old);
  if (at === -1) return undefined;
  let end = at + old.length;
  // A line that is taken out goes with its line end.
  if (next === '' && !old.endsWith('\n') && text[end] === '\n') end += 1;
  return text.slice(0, at) + next + text.slice(end);
}

/** The lines after a patch; undefined if one of its hunks does not fit. */
export function applyHunks(text: string, hunks: readonly PatchHunk[]): string | undefined {
  const lines = text.split('\n');
  let from = 0;
  let shift = 0;
  for (const { before, after, start } of hunks) {
    const hint = start === undefined ? from : Math.max(0, start - 1 + shift);
    const at = before.length === 0 ? Math.min(hint, lines.length) : placeOf(lines, before, hint, from);
    if (at === undefined) return undefined;
    lines.splice(at, before.length, ...withOwnContext(lines.slice(at, at + before.length), before, after));
    from = at + after.length;
    shift += after.length - before.length;
  }
  return lines.join('\n');
}

/** The lines after a hunk; those that it only shows stay as the file has them. */
function withOwnContext(own: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  let from = 0;
  return after.map((line) => {
    const at = before.indexOf(line, from);
    if (at === -1) return line;
    from = at + 1;
    return own[at] ?? line;
  });
}

/** Where the lines stand: at the number that is told, else the first place after the hunk before, else anywhere. */
function placeOf(lines: readonly string[], wanted: readonly string[], hint: number, from: number): number | undefined {
  if (standsAt(lines, wanted, hint)) return hint;
  for (const start of from === 0 ? [0] : [from, 0]) {
    for (let at = start; at + wanted.length <= lines.length; at += 1) if (standsAt(lines, wanted, at)) return at;
  }
  return undefined;
}

function standsAt(lines: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.every((line, index) => lines[at + index] === line || lines[at + index]?.trimEnd() === line.trimEnd());
}
