import { BLANK } from './align.ts';

/** A text as numbers: one for each line. Joining the lines with line breaks gives the text again, byte for byte. */
export type LineIds = Int32Array;

/** Numbers lines, so that many states of many files share them and are compared fast. */
export interface LineTable {
  /** The lines of a text. */
  lines(text: string): LineIds;
  text(lines: LineIds): string;
  line(id: number): string;
  /** The same number for lines that differ in white space alone: a formatter wrote nothing. `BLANK` for blank ones. */
  squeezed(lines: LineIds): Int32Array;
  squeezedOf(id: number): number;
  /** True for a line of at least three letters or digits. Others match anything, and are told by their place alone. */
  isTelling(squeezed: number): boolean;
  squeezedText(squeezed: number): string;
}

/** Made where it is asked for: most lines are ASCII. */
const telling = () => /[\p{L}\p{N}].*[\p{L}\p{N}].*[\p{L}\p{N}]/u;
const LONGEST_LOOK = 400;
/** White space that is not one blank. */
const ODD_SPACE = /\s\s|[^\S ]/;

/** A line without what formatters change: one blank for each run of white space, none at its ends. */
export function squeezeLine(line: string): string {
  const trimmed = line.trim();
  return ODD_SPACE.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

/** True for a squeezed line of at least three letters or digits. */
export function isTellingLine(squeezed: string): boolean {
  const end = Math.min(squeezed.length, LONGEST_LOOK);
  let count = 0;
  for (let at = 0; at < end; at += 1) {
    const code = squeezed.charCodeAt(at);
    // Letters of other alphabets are known to the engine alone.
    if (code > 127) return telling().test(squeezed.slice(0, LONGEST_LOOK));
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)) count += 1;
    if (count === 3) return true;
  }
  return false;
}

export function createLineTable(): LineTable {
  const known = new Map<string, number>();
  const texts: string[] = [];
  const squeezedIds: number[] = [];
  const squeezedKnown = new Map<string, number>([['', BLANK]]);
  const squeezedTexts: string[] = [''];
  const telling: boolean[] = [false];

  function squeezedIdOf(line: string): number {
    const text = squeezeLine(line);
    const before = squeezedKnown.get(text);
    if (before !== undefined) return before;
    const id = squeezedTexts.length;
    squeezedKnown.set(text, id);
    squeezedTexts.push(text);
    telling.push(isTellingLine(text));
    return id;
  }

  function idOf(line: string): number {
    const before = known.get(line);
    if (before !== undefined) return before;
    const id = texts.length;
    known.set(line, id);
    texts.push(line);
    squeezedIds.push(squeezedIdOf(line));
    return id;
  }

  return {
    lines: (text) => Int32Array.from(text.split('\n'), idOf),
    text: (lines) => Array.from(lines, (id) => texts[id] ?? '').join('\n'),
    line: (id) => texts[id] ?? '',
    squeezed: (lines) => lines.map((id) => squeezedIds[id] ?? BLANK),
    squeezedOf: (id) => squeezedIds[id] ?? BLANK,
    isTelling: (squeezed) => telling[squeezed] === true,
    squeezedText: (squeezed) => squeezedTexts[squeezed] ?? '',
  };
}

/** True for lines that are equal but for blanks at their ends. */
export function isSameLine(table: LineTable, one: number, other: number): boolean {
  return one === other || table.line(one).trimEnd() === table.line(other).trimEnd();
}
