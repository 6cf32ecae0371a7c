import { localTime } from '../local-time.ts';
import { shortPath } from '../short-path.ts';
import type { TerminalStyle } from '../terminal-style.ts';
import { terminalLine } from '../terminal-text.ts';
import { clipEnd, clipStart, padEnd, padStart, textWidth } from '../text-width.ts';
import type { ListedSession } from './arrange.ts';

export interface TableLayout {
  columns: number;
  style: TerminalStyle;
}

interface Column {
  title: string;
  text(listed: ListedSession): string;
  /** Wider texts are shortened: more so on a narrow screen, for the title needs the room. */
  most: number;
  mostIfNarrow?: number;
  isCount?: true;
  isDim?: true;
  shorten?: (text: string, width: number) => string;
}

/** Counts stand to the right, so that one space keeps them apart. */
const gap = (column: Column) => (column.isCount ? ' ' : '  ');
/** The title gets what the others leave, and no less than this. */
const LEAST_TITLE = 12;
const NARROW = 100;
/** From here on there is room for the ids. */
const WIDE = 132;

const before: readonly Column[] = [
  { title: '#', text: ({ number }) => String(number ?? ''), most: 5, isCount: true, isDim: true },
  { title: 'updated', text: ({ info }) => shortTime(info.updatedAt), most: 16 },
  {
    title: 'project',
    text: ({ info }) => shortPath(info.cwd ?? '-'),
    most: 24,
    mostIfNarrow: 12,
    shorten: clipStart,
  },
];
const after: readonly Column[] = [
  { title: 'turns', text: ({ info }) => String(info.turns ?? '-'), most: 5, isCount: true },
  { title: 'model', text: ({ info }) => info.model ?? '-', most: 18, mostIfNarrow: 10 },
  { title: 'version', text: ({ info }) => info.cliVersion ?? '-', most: 14, mostIfNarrow: 7, isDim: true },
];
const id: Column = { title: 'id', text: ({ info }) => info.id, most: 36, isDim: true };

/** One row for each session, aligned, no wider than the screen if that can be. */
export function sessionTable(listed: readonly ListedSession[], { columns, style }: TableLayout): string {
  const others = [...before, ...after, ...(columns >= WIDE ? [id] : [])].map((column) => {
    const most = columns < NARROW ? (column.mostIfNarrow ?? column.most) : column.most;
    return fillColumn({ ...column, most }, listed);
  });
  const used = others.reduce((sum, { column, width }) => sum + width + gap(column).length, 0);
  // The first column has no gap before it, but the title has one.
  const room = columns - used - 1;
  const title = fillColumn({ title: 'title', text: titleOf, most: Math.max(room, LEAST_TITLE) }, listed);
  const filled = [...others.slice(0, before.length), title, ...others.slice(before.length)];
  const heading = filled.map(({ column, width }) => gap(column) + align(column, column.title, width)).join('');
  const rows = listed.map((_, row) => {
    const cells = filled.map(({ column, width, texts }) => {
      const text = align(column, texts[row] ?? '', width);
      return gap(column) + (column.isDim ? style.dim(text) : text);
    });
    return cells.join('').slice(1).trimEnd();
  });
  return [style.bold(heading.slice(1).trimEnd()), ...rows].join('\n');
}

function fillColumn(column: Column, listed: readonly ListedSession[]) {
  const shorten = column.shorten ?? clipEnd;
  const texts = listed.map((row) => shorten(terminalLine(column.text(row)), column.most));
  return { column, texts, width: Math.max(...[column.title, ...texts].map(textWidth)) };
}

function align(column: Column, text: string, width: number): string {
  return column.isCount ? padStart(text, width) : padEnd(text, width);
}

/** Without the year if it is this one. */
function shortTime(time: string): string {
  const text = localTime(time);
  const year = `${new Date().getFullYear()}-`;
  return text.startsWith(year) ? text.slice(year.length) : text.slice(0, '2026-11-15'.length);
}

/** The name that the user gave it, else the first prompt on one line. */
function titleOf({ info, isChild }: ListedSession): string {
  const marks = [isChild ? '└ ' : '', info.archived ? '(archived) ' : ''].join('');
  const text = info.title ?? info.firstPrompt ?? (info.problems[0] ? `(${info.problems[0].code})` : '-');
  return marks + text.trim().replaceAll(/\s+/g, ' ');
}
