import { isObject } from '../../lines/json.ts';
import type { TextEdit } from '../../tools/apply-edits.ts';
import { applyEdits } from '../../tools/apply-edits.ts';
import { diffOfPatch } from './structured-patch.ts';

/** The texts of a change that are true to the byte. */
export interface ChangeTexts {
  /** The file before the change. */
  before?: string | undefined;
  /** The file that was written as a whole. */
  written?: string | undefined;
  edits: readonly TextEdit[];
}

interface Hunk {
  oldStart: number;
  newStart: number;
  lines: string[];
}

/**
 * The diff of a change. Claude Code tells where lines changed, but writes their tabs as blanks (2.0.50 to today), so every
 * line is taken from the texts. Undefined if they do not show what a line was.
 */
export function trueDiff(patch: unknown, { before, written, edits }: ChangeTexts): string | undefined {
  const hunks = hunksOf(patch);
  if (!hunks) return undefined;
  const after = written ?? (before === undefined ? undefined : applyEdits(before, edits));
  if (before !== undefined && after !== undefined) {
    if (![before, after].some(hasOddBlanks)) return diffOfPatch(patch);
    const whole = hunks.map(fromFiles(before.split('\n'), after.split('\n')));
    if (whole.every((hunk) => hunk !== undefined)) return diffOf(whole);
  }
  return fromEdits(hunks, edits);
}

/** Tabs and carriage returns are not told as they are. */
const hasOddBlanks = (text: string) => text.includes('\t') || text.includes('\r');
const squeezed = (line: string) => line.replace(/\s+/g, ' ').trim();

function hunksOf(patch: unknown): Hunk[] | undefined {
  if (!Array.isArray(patch) || patch.length === 0) return undefined;
  const hunks: Hunk[] = [];
  for (const hunk of patch) {
    if (!isObject(hunk) || !Array.isArray(hunk.lines)) return undefined;
    const { oldStart, newStart } = hunk;
    const lines = hunk.lines.filter((line) => typeof line === 'string');
    if (lines.length !== hunk.lines.length || !isNumber(oldStart) || !isNumber(newStart)) return undefined;
    hunks.push({ oldStart, newStart, lines });
  }
  return hunks;
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Takes each line of a hunk from the file before or after it, by its number. */
function fromFiles(old: readonly string[], next: readonly string[]): (hunk: Hunk) => Hunk | undefined {
  return ({ oldStart, newStart, lines }) => {
    let [from, to] = [Math.max(0, oldStart - 1), Math.max(0, newStart - 1)];
    const found: string[] = [];
    for (const line of lines) {
      const sign = line.charAt(0);
      const text = sign === '+' ? next[to] : sign === '\\' ? line.slice(1) : old[from];
      if (text === undefined || squeezed(text) !== squeezed(line.slice(1))) return undefined;
      if (sign !== '+' && sign !== '\\') from += 1;
      if (sign !== '-' && sign !== '\\') to += 1;
      found.push(sign + text);
    }
    return { oldStart, newStart, lines: found };
  };
}

/** Without the file, only the texts of the edit are known. What stands around them is left out where it may hold tabs. */
function fromEdits(hunks: readonly Hunk[], edits: readonly TextEdit[]): string | undefined {
  const old = knownLines(edits.map((edit) => edit.old));
  const next = knownLines(edits.map((edit) => edit.new));
  const showsBlanks =
    edits.some((edit) => /^ {2}/m.test(edit.old)) && !edits.some(({ old: text }) => hasOddBlanks(text));
  const found: Hunk[] = [];
  for (const hunk of hunks) {
    let [from, to] = [hunk.oldStart, hunk.newStart];
    let current: Hunk | undefined;
    for (const line of hunk.lines) {
      const sign = line.charAt(0);
      if (sign === '\\') {
        current?.lines.push(line);
        continue;
      }
      const known = (sign === '+' ? next : old).get(squeezed(line.slice(1)));
      const isPlain = showsBlanks || !line.slice(1).includes('  ');
      const text = known ?? (isPlain ? line.slice(1) : undefined);
      if (text === undefined && sign !== ' ') return undefined;
      if (text === undefined) current = undefined;
      else if (current) current.lines.push(sign + text);
      else {
        current = { oldStart: from, newStart: to, lines: [sign + text] };
        found.push(current);
      }
      if (sign !== '+') from += 1;
      if (sign !== '-') to += 1;
    }
  }
  const changed = found.filter(({ lines }) => lines.some((line) => line.startsWith('+') || line.startsWith('-')));
  return changed.length > 0 ? diffOf(changed) : undefined;
}

function knownLines(texts: readonly string[]): Map<string, string> {
  return new Map(texts.flatMap((text) => text.split('\n').map((line) => [squeezed(line), line] as const)));
}

function diffOf(hunks: readonly Hunk[]): string | undefined {
  return diffOfPatch(
    hunks.map(({ oldStart, newStart, lines }) => ({
      oldStart,
      oldLines: lines.filter((line) => /^[ -]/.test(line)).length,
      newStart,
      newLines: lines.filter((line) => /^[ +]/.test(line)).length,
      lines,
    })),
  );
}
