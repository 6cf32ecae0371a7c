import type { UsageReport, UsageReportRow } from '../../../machine/usage/usage-report.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { terminalLine } from '../terminal-text.ts';
import { shortPath } from '../wording.ts';
import { barText, costText, shortCount } from './amounts.ts';

const BAR_WIDTH = 12;
/** More are only counted. `--json` has them all. */
const SHOWN_MODELS = 10;

/** A table with a bar for each row, its total, and the notes needed to read it. */
export function reportTable(report: UsageReport, screen: Screen): string {
  const { rows, total, by, zone, prices } = report;
  const { style } = screen;
  const all: UsageReportRow[] = [...rows, { key: 'total', ...total }];
  const lines = renderTable(all, columnsOf(report), screen).split('\n');
  const last = lines.pop() ?? '';
  const notes = [`days of ${zone}, prices of ${prices.date} (${prices.source})`];
  const unpriced = Object.entries(total.unpriced).sort(([, one], [, other]) => other - one);
  for (const [model, tokens] of unpriced.slice(0, SHOWN_MODELS)) {
    notes.push(`not priced: ${model}, ${shortCount(tokens)} tokens`);
  }
  if (unpriced.length > SHOWN_MODELS) notes.push(`… and ${unpriced.length - SHOWN_MODELS} more models without a price`);
  if (by === 'session' && rows.length > 0) notes.push('--explain ID shows the requests of one');
  return `${[...lines, style.bold(last), '', ...notes.map((note) => style.dim(terminalLine(note)))].join('\n')}\n`;
}

function columnsOf({ rows, by, total }: UsageReport): Column<UsageReportRow>[] {
  const measure = total.costUsd === null ? ({ total }: UsageTotal) => total : ({ costUsd }: UsageTotal) => costUsd ?? 0;
  const most = rows.reduce((most, row) => Math.max(most, measure(row)), 0);
  const isTotal = (row: UsageReportRow) => row.key === 'total' && !rows.includes(row);
  return [
    { title: by, text: (row) => keyText(row.key, by), least: 10, shorten: by === 'project' ? 'start' : 'end' },
    { title: 'sessions', text: (row) => String(row.sessions), isCount: true, drop: 3 },
    { title: 'requests', text: (row) => String(row.requests), isCount: true, drop: 2 },
    { title: 'input', text: (row) => shortCount(row.input), isCount: true },
    { title: 'cached', text: (row) => share(row.cached, row.input), isCount: true, drop: 1 },
    { title: 'output', text: (row) => shortCount(row.output), isCount: true },
    { title: 'cost', text: costText, isCount: true },
    {
      title: '',
      text: (row) => (isTotal(row) ? '' : barText(measure(row), most, BAR_WIDTH)),
      drop: 4,
      paint: (text, _, style) => style.accent(text),
    },
  ];
}

function keyText(key: string, by: UsageReport['by']): string {
  if (key === '') return by === 'project' ? '(no folder)' : '(no id)';
  return by === 'project' ? shortPath(key) : key;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((part / whole) * 100)}%`;
}
