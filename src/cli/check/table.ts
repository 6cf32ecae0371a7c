import { terminalLine } from '../terminal-text.ts';
import { clipEnd, clipStart, padEnd, padStart, textWidth } from '../text-layout.ts';
import type { FileReport } from './file-report.ts';
import type { Layout } from './layout.ts';

interface Column {
  title: string;
  text(found: FileReport): string;
  /** Counts stand to the right, under each other. */
  isCount?: true;
  /** A count that should be seen when it is not 0. */
  alarm?: 'warning' | 'failure';
}

/** Counts stand to the right under their titles, so that one space keeps them apart; the path needs the room. */
const gap = (column: Column) => (column.isCount ? ' ' : '  ');
/** A path shorter than this tells nothing: then the table is wider than the screen. */
const LEAST_PATH_WIDTH = 16;
/** The agent says what its version is, and may say anything. */
const MOST_VERSION_WIDTH = 14;

const wire: Column = { title: 'wire', text: (found) => (found.isEmpty ? '-' : found.wire) };
const version: Column = {
  title: 'version',
  text: (found) => clipEnd(terminalLine(found.version ?? '-'), MOST_VERSION_WIDTH),
};
const counts: readonly Column[] = [
  { title: 'lines', text: (found) => String(found.lines), isCount: true },
  { title: 'events', text: (found) => String(found.events), isCount: true },
  { title: 'problems', text: (found) => String(found.problemCount), isCount: true, alarm: 'failure' },
  { title: 'unknown', text: (found) => String(unknownKinds(found)), isCount: true, alarm: 'warning' },
  { title: 'extra', text: (found) => String(found.extraFields.size), isCount: true, alarm: 'warning' },
];

/** One row for each file, aligned, and no wider than the screen if that can be. */
export function fileTable(reports: readonly FileReport[], layout: Layout): string {
  const hasVersions = reports.some((found) => found.version !== null);
  const columns = hasVersions ? [wire, version, ...counts] : [wire, ...counts];
  const widths = columns.map((column) => Math.max(...[column.title, ...reports.map(column.text)].map(textWidth)));
  const room = layout.columns - widths.reduce((sum, width) => sum + width, columns.map(gap).join('').length);
  const paths = reports.map((found) => clipStart(terminalLine(found.path), Math.max(room, LEAST_PATH_WIDTH)));
  const pathWidth = Math.max(...['file', ...paths].map(textWidth));
  const titles = columns.map((column, index) => gap(column) + align(column, column.title, widths[index]));
  const rows = reports.map((found, row) => {
    const cells = columns.map((column, index) => gap(column) + cell(column, found, widths[index], layout));
    return [padEnd(paths[row] ?? '', pathWidth), ...cells].join('');
  });
  return [layout.style.bold([padEnd('file', pathWidth), ...titles].join('')), ...rows].join('\n');
}

function cell(column: Column, found: FileReport, width: number | undefined, { style }: Layout): string {
  const text = column.text(found);
  const aligned = align(column, text, width);
  if (column.alarm && text !== '0') return style[column.alarm](aligned);
  return column.alarm ? style.dim(aligned) : aligned;
}

function align(column: Column, text: string, width = 0): string {
  return column.isCount ? padStart(text, width) : padEnd(text, width);
}

export function unknownKinds(found: FileReport): number {
  return found.unknownEvents.size + found.unknownItems.size;
}
