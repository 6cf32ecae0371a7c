import { clipEnd, clipStart, padEnd, padStart, textWidth } from '../../core/text/text-layout.ts';
import type { TranscriptStyle } from '../../core/writers/transcript/layout.ts';
import { wrapMessage } from './report.ts';
import type { Screen } from './screen.ts';
import { terminalLine } from './terminal-text.ts';

/** One column of a table. Its text may be anything: the table passes it through the door to the terminal. */
export interface Column<Row> {
  title: string;
  text(row: Row): string;
  /** Counts are aligned to the right. */
  isCount?: boolean;
  /** The greatest width on a screen, however much room there is. */
  most?: number;
  /** The least width to which it may be shortened; without it, it is never shortened. */
  least?: number;
  /** Other columns are left out before this one is shortened: it tells the rows apart. */
  isName?: boolean;
  /** The side that is cut; the end by default. The end of a path tells files apart. */
  shorten?: 'start' | 'end';
  /** On a narrow screen the column with the highest number is left out first. One without a number stays. */
  drop?: number;
  /** Colours a cell, which is already padded to its column's width. */
  paint?(text: string, row: Row, style: TranscriptStyle): string;
}

const GAP = '  ';
/** Without a screen width nothing is cut, and one long cell must not push all others far to the right. */
const MOST_PADDING = 120;

interface Filled<Row> {
  column: Column<Row>;
  texts: string[];
  width: number;
}

/** A sentence below a table. Like the table, it is no wider than the screen. */
export function noteBelow(text: string, { columns, style }: Screen): string {
  return style.dim(wrapMessage(terminalLine(text), columns));
}

/** One line of titles and one for each row, aligned and, if possible, no wider than the screen. */
export function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], screen: Screen): string {
  const filled = fitColumns(
    columns.map((column) => fillColumn(column, rows, screen)),
    screen.columns,
  );
  const heading = filled.map(({ column, width }) => align(column, clip(column, column.title, width), width));
  const lines = rows.map((row, index) => {
    const cells = filled.map(({ column, texts, width }) => {
      const text = align(column, clip(column, texts[index] ?? '', fits(screen, width)), width);
      return column.paint ? column.paint(text, row, screen.style) : text;
    });
    return cells.join(GAP).trimEnd();
  });
  return [screen.style.bold(heading.join(GAP).trimEnd()), ...lines].join('\n');
}

function fits(screen: Screen, width: number): number {
  return Number.isFinite(screen.columns) ? width : Number.POSITIVE_INFINITY;
}

function fillColumn<Row>(column: Column<Row>, rows: readonly Row[], screen: Screen): Filled<Row> {
  const most = Number.isFinite(screen.columns) ? (column.most ?? screen.columns) : (column.most ?? MOST_PADDING);
  const texts = rows.map((row) => terminalLine(column.text(row)));
  let width = textWidth(column.title);
  for (const text of texts) width = Math.max(width, Math.min(textWidth(text), most));
  return { column, texts, width };
}

/** Leaves out columns until the others fit at their least width, then shortens the widest until all fit. */
function fitColumns<Row>(all: readonly Filled<Row>[], room: number): Filled<Row>[] {
  let filled = all.map((one) => ({ ...one }));
  while (namedWidth(filled) > room) {
    const [first] = filled
      .filter(({ column }) => column.drop !== undefined)
      .sort((one, other) => (other.column.drop ?? 0) - (one.column.drop ?? 0));
    if (!first) break;
    filled = filled.filter((one) => one !== first);
  }
  for (let excess = totalWidth(filled) - room; excess > 0; excess -= 1) {
    const [widest] = filled
      .filter((one) => one.width > leastOf(one))
      .sort((one, other) => other.width - leastOf(other) - (one.width - leastOf(one)));
    if (!widest) break;
    widest.width -= 1;
  }
  return filled;
}

function leastOf<Row>({ column, width }: Filled<Row>): number {
  return column.least === undefined ? width : Math.min(width, column.least);
}

/** The least width with whole names. */
function namedWidth<Row>(filled: readonly Filled<Row>[]): number {
  const widthOf = (one: Filled<Row>) => (one.column.isName ? one.width : leastOf(one));
  return filled.reduce((sum, one) => sum + widthOf(one), (filled.length - 1) * GAP.length);
}

function totalWidth<Row>(filled: readonly Filled<Row>[]): number {
  return filled.reduce((sum, { width }) => sum + width, (filled.length - 1) * GAP.length);
}

function clip<Row>(column: Column<Row>, text: string, width: number): string {
  return column.shorten === 'start' ? clipStart(text, width) : clipEnd(text, width);
}

function align<Row>(column: Column<Row>, text: string, width: number): string {
  return column.isCount ? padStart(text, width) : padEnd(text, width);
}
