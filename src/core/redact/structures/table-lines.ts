import type { Reading } from '../scan/reading.ts';

/** How the lines of one table are written. */
export interface TableForm {
  delimiter: ',' | ';' | '\t' | '|' | '│' | '\\t';
  /** Lines end by an escape: the table is a string inside of a string. */
  isEscaped: boolean;
  /** A number and an arrow, or the mark of a diff, stands before every line. */
  hasPrefix: boolean;
  columns: number;
}

/** A line of a table, without what stands before all of them. */
export interface TableLine {
  start: number;
  end: number;
  /** Where the next line begins. */
  next: number;
  /** `|---|---|`: no cells. */
  isRule: boolean;
}

export interface Cell {
  start: number;
  end: number;
}

/** Numbers of lines, as `cat -n` and agents write them, and the marks of a diff. */
const PREFIX = /(?: {0,8}\d{1,6}(?:→|\t))?[+-]?/y;
const RULE = /^[-+|:=─┼├┤│ ]{3,2000}$/;
const DELIMITERS = ['\t', '\\t', '│', '|', ';', ','] as const;

/** The line that begins there; that of a table goes by the form of its head. */
export function lineFrom(reading: Reading, from: number, form: TableForm | undefined): TableLine {
  const { text } = reading;
  const whole = reading.lineEnd(from);
  const broken = form && !form.isEscaped ? -1 : escapedBreak(text, from, whole);
  const stop = broken === -1 ? whole : broken;
  const next = broken === -1 ? Math.min(text.length, whole + 1) : stop + breakLength(text, stop);
  const end = text.charCodeAt(stop - 1) === 0x0d ? stop - 1 : stop;
  const start = form && !form.hasPrefix ? from : Math.min(end, prefixEnd(text, from));
  return { start, end, next, isRule: end - start < 2000 && RULE.test(text.slice(start, end)) };
}

function prefixEnd(text: string, from: number): number {
  PREFIX.lastIndex = from;
  return PREFIX.test(text) ? PREFIX.lastIndex : from;
}

/** Where the first `\n` that is written as an escape stands. */
function escapedBreak(text: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1)
    if (text.charCodeAt(at) === 0x5c) {
      const length = breakLength(text, at);
      if (length > 0) return at;
    }
  return -1;
}

const BREAK = /(?:\\{1,4}r)?\\{1,4}n/y;

function breakLength(text: string, at: number): number {
  BREAK.lastIndex = at;
  return BREAK.test(text) ? BREAK.lastIndex - at : 0;
}

/** The form of a table by its first line. */
export function tableForm(text: string, head: TableLine): TableForm | undefined {
  const line = text.slice(head.start, head.end);
  const delimiter = DELIMITERS.find((sign) => line.includes(sign));
  if (delimiter === undefined) return undefined;
  const isEscaped = text.charCodeAt(head.next - 1) === 0x6e;
  const form = { delimiter, isEscaped, hasPrefix: hasPrefix(text, head.start), columns: 0 };
  const columns = cellsOf(text, head.start, head.end, form).length;
  return { ...form, columns };
}

function hasPrefix(text: string, start: number): boolean {
  return start > 0 && /[→\t+-]/.test(text.charAt(start - 1));
}

/** The cells of a line, without blanks and quotes around them. */
export function cellsOf(text: string, start: number, end: number, { delimiter }: Pick<TableForm, 'delimiter'>): Cell[] {
  const cells: Cell[] = [];
  let from = start;
  const close = (to: number) => {
    cells.push(trimmed(text, from, to));
    from = to + delimiter.length;
  };
  for (let at = start; at < end; ) {
    const quoted = at === from || text.charCodeAt(at - 1) === 0x20 ? quotedEnd(text, at, end) : -1;
    if (quoted !== -1) at = quoted;
    else if (text.startsWith(delimiter, at)) {
      close(at);
      at += delimiter.length;
    } else at += 1;
  }
  close(end);
  const isFramed = delimiter === '|' || delimiter === '│';
  if (!isFramed || cells.length < 3 || !isEmpty(cells[0])) return cells;
  return isEmpty(cells.at(-1)) ? cells.slice(1, -1) : cells.slice(1);
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell?.start === cell?.end;
}

/** The end of a cell in quotes. Quotes inside of it are doubled. */
function quotedEnd(text: string, at: number, end: number): number {
  let mark = at;
  while (text.charCodeAt(mark) === 0x5c && mark - at < 8) mark += 1;
  if (text.charCodeAt(mark) !== 0x22) return -1;
  const width = mark + 1 - at;
  for (let found = mark + 1; found < end; found += 1) {
    if (text.charCodeAt(found) !== 0x22) continue;
    if (text.charCodeAt(found + width) !== 0x22) return found + 1;
    found += width;
  }
  return -1;
}

function trimmed(text: string, from: number, to: number): Cell {
  let start = from;
  let end = to;
  while (start < end && /[\s"'`\\]/.test(text.charAt(start))) start += 1;
  while (end > start && /[\s"'`\\]/.test(text.charAt(end - 1))) end -= 1;
  return { start, end };
}

/** No head begins further before one of its names. */
const FAR = 400;
/** Signs that no head of a table has. */
const CODE = new Set([...'{}[]<>=!?'].map((sign) => sign.charCodeAt(0)));

/** Where the line of a heading begins, or -1 where none can be one. */
export function headStart(text: string, at: number): number {
  const least = Math.max(0, at - FAR);
  for (let start = at; start > least; start -= 1) {
    const before = text.charCodeAt(start - 1);
    if (before === 0x0a || (before === 0x6e && text.charCodeAt(start - 2) === 0x5c)) return start;
    if (CODE.has(before)) return -1;
  }
  return least === 0 ? 0 : -1;
}
