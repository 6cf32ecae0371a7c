import { textWidth } from '../../../core/text/text-layout.ts';
import { isTimeGrouping, type UsageGrouping } from '../../../machine/usage/usage-key.ts';
import type { UsageReport, UsageReportRow } from '../../../machine/usage/usage-report.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import type { Screen } from '../screen.ts';
import { type Column, renderTable } from '../table.ts';
import { terminalLine } from '../terminal-text.ts';
import { dollars, shortCount } from './amounts.ts';
import { keyText } from './key-text.ts';

/** One line: the keys of all groupings but the last, and a cell for each key of the last. */
interface Line {
  names: readonly string[];
  cells: ReadonlyMap<string, Cell>;
  sum: Cell;
}

interface Cell {
  usd: number | null;
  tokens: number;
  isPartly: boolean;
}

const REST = 'others';
const GAP = 2;
/** Room for `$1234+`. */
const LEAST_CELL = 7;

/** Cost, or tokens if nothing has a price: a line for each key of the first groupings, a column for each of the last. */
export function crossTable(report: UsageReport, ends: readonly UsageReportRow[], screen: Screen): string {
  const across = report.groupings.at(-1) ?? 'day';
  const down = report.groupings.slice(0, -1);
  const lines = linesOf(report.rows, down, across);
  const totals = ends.map((end, index) => ({
    names: [end.key],
    cells: index === 0 ? cellsOf(report.rows, across) : new Map<string, Cell>(),
    sum: cellOf(end),
  }));
  const names = down.map((by, index) => nameColumn(by, index, totals));
  const nameWidth = names.reduce((sum, column) => sum + widestOf([...lines, ...totals], column) + GAP, 0);
  const keys = keysThatFit(totals[0]?.cells ?? new Map(), across, screen.columns - nameWidth - LEAST_CELL);
  const text = cellText(report.total.costUsd === null);
  const columns = [
    ...names,
    ...keys.shown.map((key): Column<Line> => {
      return { title: keyText(key, across), text: ({ cells }) => text(cells.get(key)), isCount: true };
    }),
    ...(keys.rest.length === 0
      ? []
      : [{ title: REST, text: ({ cells }: Line) => text(sumOf(keys.rest, cells)), isCount: true }]),
    { title: 'total', text: ({ sum }: Line) => text(sum), isCount: true },
  ];
  return renderTable([...lines, ...totals], columns, screen);
}

function nameColumn(by: UsageGrouping, index: number, totals: readonly Line[]): Column<Line> {
  return {
    title: by,
    text: (line) => {
      const name = line.names[index];
      return name === undefined ? '' : totals.includes(line) ? name : keyText(name, by);
    },
    least: 10,
    isName: true,
    shorten: by === 'project' ? 'start' : 'end',
  };
}

/** In the order of their total, or of time. */
function linesOf(rows: readonly UsageReportRow[], down: readonly UsageGrouping[], across: UsageGrouping): Line[] {
  const groups = new Map<string, UsageReportRow[]>();
  for (const row of rows) {
    const name = JSON.stringify(down.map((by) => row.keys?.[by] ?? ''));
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  const lines = Array.from(groups.values(), (group): Line => {
    const cells = cellsOf(group, across);
    return { names: down.map((by) => group[0]?.keys?.[by] ?? ''), cells, sum: sumOf([...cells.keys()], cells) };
  });
  // The rows of the report are in the order of their times already.
  return down.some(isTimeGrouping) ? lines : lines.sort((one, other) => bySize(one.sum, other.sum));
}

function cellsOf(rows: readonly UsageReportRow[], across: UsageGrouping): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const row of rows) {
    const key = row.keys?.[across] ?? '';
    cells.set(key, added(cells.get(key), cellOf(row)));
  }
  return cells;
}

function cellOf({ costUsd, total, unpriced }: UsageTotal): Cell {
  return { usd: costUsd, tokens: total, isPartly: Object.keys(unpriced).length > 0 };
}

function sumOf(keys: readonly string[], cells: ReadonlyMap<string, Cell>): Cell {
  return keys.reduce((sum, key) => added(sum, cells.get(key)), NOTHING);
}

const NOTHING: Cell = { usd: null, tokens: 0, isPartly: false };

function added(one: Cell = NOTHING, other: Cell = NOTHING): Cell {
  return {
    usd: one.usd === null && other.usd === null ? null : (one.usd ?? 0) + (other.usd ?? 0),
    tokens: one.tokens + other.tokens,
    isPartly: one.isPartly || other.isPartly,
  };
}

function bySize(one: Cell, other: Cell): number {
  return (other.usd ?? 0) - (one.usd ?? 0) || other.tokens - one.tokens;
}

/** The largest, or of times the last ones. All others share a column. */
function keysThatFit(cells: ReadonlyMap<string, Cell>, across: UsageGrouping, room: number) {
  const sorted = [...cells.keys()];
  if (isTimeGrouping(across)) sorted.sort().reverse();
  else sorted.sort((one, other) => bySize(cells.get(one) ?? NOTHING, cells.get(other) ?? NOTHING));
  const widthOf = (key: string) => Math.max(LEAST_CELL, textWidth(terminalLine(keyText(key, across)))) + GAP;
  let left = room;
  let count = 0;
  for (const key of sorted) {
    const isLast = count === sorted.length - 1;
    if (left < widthOf(key) + (isLast ? 0 : LEAST_CELL + GAP)) break;
    left -= widthOf(key);
    count += 1;
  }
  const shown = sorted.slice(0, count);
  return { shown: isTimeGrouping(across) ? shown.reverse() : shown, rest: sorted.slice(count) };
}

function widestOf(lines: readonly Line[], { text, title }: Column<Line>): number {
  return lines.reduce((most, line) => Math.max(most, textWidth(terminalLine(text(line)))), textWidth(title));
}

/** Empty where there is nothing. */
function cellText(isTokens: boolean): (cell: Cell | undefined) => string {
  return (cell) => {
    if (!cell || cell.tokens === 0) return '';
    if (isTokens) return shortCount(cell.tokens);
    return cell.usd === null ? '?' : dollars(cell.usd) + (cell.isPartly ? '+' : '');
  };
}
