import type { MonthForecast } from '../../../machine/usage/month-forecast.ts';
import type { UsageReport, UsageReportRow } from '../../../machine/usage/usage-report.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import type { Screen } from '../screen.ts';
import { type Column, noteBelow, renderTable } from '../table.ts';
import { barText, costText, dollars, shortCount } from './amounts.ts';
import { blockColumns } from './block-columns.ts';
import { crossTable } from './cross-table.ts';
import { keyText } from './key-text.ts';

const BAR_WIDTH = 12;
/** More are only counted. `--json` has them all. */
const SHOWN_MODELS = 10;
/** The names of the last rows. No key is equal to them as an object. */
const TOTAL = 'total';
const ALL_TIME = 'all time';

/** What stands below a table. */
export interface ReportNotes {
  /** The days shown, if nobody chose them: `the last 30 days`. */
  period?: string | undefined;
  /** True if the total of all days was read. */
  hasAllTime?: boolean | undefined;
  forecast?: MonthForecast | undefined;
  budgetUsd?: number | undefined;
}

/** A table with a bar for each row, its total, and the notes needed to read it. */
export function reportTable(report: UsageReport, screen: Screen, notes: ReportNotes = {}): string {
  const { style } = screen;
  const ends: UsageReportRow[] = [{ key: TOTAL, ...report.total }];
  if (notes.hasAllTime) ends.push({ key: ALL_TIME, ...report.allTime });
  const isCross = report.groupings.length > 1 && !report.groupings.includes('block');
  const text = isCross
    ? crossTable(report, ends, screen)
    : renderTable([...report.rows, ...ends], columnsOf(report, ends), screen);
  const lines = text.split('\n');
  const last = lines.splice(-ends.length).map((line) => style.bold(line));
  const below = noteTexts(report, notes).map((note) => noteBelow(note, screen));
  return `${[...lines, ...last, '', ...below].join('\n')}\n`;
}

function noteTexts({ rows, total, by, zone, prices }: UsageReport, notes: ReportNotes): string[] {
  const { period, forecast, budgetUsd } = notes;
  const texts = [`days of ${zone}, prices of ${prices.date} (${prices.source})`];
  if (period !== undefined) texts.unshift(`${period}; --since WHEN shows others`);
  const unpriced = Object.entries(total.unpriced).sort(([, one], [, other]) => other - one);
  for (const [model, tokens] of unpriced.slice(0, SHOWN_MODELS)) {
    texts.push(`not priced: ${model}, ${shortCount(tokens)} tokens`);
  }
  if (unpriced.length > SHOWN_MODELS) texts.push(`… and ${unpriced.length - SHOWN_MODELS} more models without a price`);
  if (forecast) {
    const { month, costUsd, projectedUsd } = forecast;
    texts.push(`${month} so far: ${dollars(costUsd)}; at this pace ${dollars(projectedUsd)} at its end`);
  }
  if (budgetUsd !== undefined) texts.push(budgetText(total, budgetUsd));
  if (by === 'session' && rows.length > 0) texts.push('--explain ID shows the requests of one');
  return texts;
}

/** `$12.30 of a budget of $50` */
export function budgetText({ costUsd, unpriced }: UsageTotal, budgetUsd: number): string {
  const isPartly = Object.keys(unpriced).length > 0;
  const rest = isPartly ? ', without what has no price' : '';
  return `${dollars(costUsd ?? 0)} of a budget of ${dollars(budgetUsd)}${rest}`;
}

function columnsOf(report: UsageReport, ends: readonly UsageReportRow[]): Column<UsageReportRow>[] {
  const { rows, by, total, groupings } = report;
  if (groupings.includes('block')) return blockColumns(report, ends);
  const measure = total.costUsd === null ? ({ total }: UsageTotal) => total : ({ costUsd }: UsageTotal) => costUsd ?? 0;
  const most = rows.reduce((most, row) => Math.max(most, measure(row)), 0);
  return [
    {
      title: by,
      text: (row) => (ends.includes(row) ? row.key : keyText(row.key, by)),
      least: 10,
      isName: true,
      shorten: by === 'project' ? 'start' : 'end',
    },
    { title: 'sessions', text: (row) => String(row.sessions), isCount: true, drop: 3 },
    { title: 'requests', text: (row) => String(row.requests), isCount: true, drop: 2 },
    { title: 'input', text: (row) => shortCount(row.input), isCount: true },
    { title: 'cached', text: (row) => share(row.cached, row.input), isCount: true, drop: 1 },
    { title: 'output', text: (row) => shortCount(row.output), isCount: true },
    { title: 'cost', text: costText, isCount: true },
    {
      title: '',
      text: (row) => (ends.includes(row) ? '' : barText(measure(row), most, BAR_WIDTH)),
      drop: 4,
      paint: (text, _, style) => style.accent(text),
    },
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.round((part / whole) * 100)}%`;
}
