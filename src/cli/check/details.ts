import { terminalLine } from '../terminal-text.ts';
import { clipEnd, padEnd, padStart } from '../text-layout.ts';
import type { FileReport, FoundProblem } from './file-report.ts';
import type { Layout } from './layout.ts';
import type { NameCounts } from './name-counts.ts';

/** Session files have dozens that mean nothing to most people. */
const SHOWN_EXTRA_FIELDS = 10;

/** What there is to tell about a file beyond its row; empty when there is nothing. */
export function fileDetails(found: FileReport, layout: Layout): string {
  const lines = [
    ...problemLines(found, layout),
    ...nameLines('unknown events', found.unknownEvents, layout),
    ...nameLines('unknown items', found.unknownItems, layout),
    ...nameLines('extra fields', found.extraFields, { ...layout, shownDetails: SHOWN_EXTRA_FIELDS }),
  ];
  return lines.length === 0 ? '' : [layout.style.bold(terminalLine(found.path)), ...lines].join('\n');
}

function problemLines({ problems, problemCount }: FileReport, layout: Layout): string[] {
  if (problemCount === 0) return [];
  const shown = problems.slice(0, layout.shownDetails);
  const lineWidth = widest(shown.map(({ line }) => String(line)));
  const codeWidth = widest(shown.map(({ code }) => code));
  const row = ({ line, code, message }: FoundProblem) =>
    `line ${padStart(String(line), lineWidth)}  ${padEnd(code, codeWidth)}  ${message}`;
  return section('problems', shown.map(row), problemCount, layout);
}

/** The most frequent first; equally frequent ones in the order of their appearance. */
function nameLines(title: string, counts: NameCounts, layout: Layout): string[] {
  if (counts.size === 0) return [];
  const shown = counts
    .entries()
    .sort(([, one], [, other]) => other - one)
    .slice(0, layout.shownDetails);
  const countWidth = widest(shown.map(([, count]) => String(count)));
  const rows = shown.map(([name, count]) => `${padStart(String(count), countWidth)} × ${name}`);
  return section(title, rows, counts.size, layout);
}

function section(title: string, rows: readonly string[], total: number, { columns, style }: Layout): string[] {
  const indented = rows.map((row) => `    ${clipEnd(terminalLine(row), columns - 4)}`);
  const rest = total - rows.length;
  return [`  ${title}`, ...indented, ...(rest > 0 ? [style.dim(`    … and ${rest} more`)] : [])];
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}
