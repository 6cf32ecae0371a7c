import type { UsageReport, UsageReportRow } from '../../../machine/usage/usage-report.ts';
import type { Column } from '../table.ts';
import { costText, dollars, shortCount } from './amounts.ts';
import { keyText } from './key-text.ts';

/** A row for each window of five hours: how fast it goes, and when it starts anew. */
export function blockColumns({ groupings }: UsageReport, ends: readonly UsageReportRow[]): Column<UsageReportRow>[] {
  const partOf = (row: UsageReportRow, by: (typeof groupings)[number]) => row.keys?.[by] ?? row.key;
  const names = groupings.map(
    (by, index): Column<UsageReportRow> => ({
      title: by,
      text: (row) => (ends.includes(row) ? (index === 0 ? row.key : '') : textOf(row, by)),
      least: 10,
      isName: true,
      shorten: by === 'project' ? 'start' : 'end',
    }),
  );

  function textOf(row: UsageReportRow, by: (typeof groupings)[number]): string {
    if (by !== 'block') return keyText(partOf(row, by), by);
    // The zone is told below.
    return partOf(row, by)
      .replace('T', ' ')
      .replace(/[+-]\d\d:\d\d /, ' ');
  }

  return [
    ...names,
    { title: 'requests', text: (row) => String(row.requests), isCount: true, drop: 3 },
    { title: 'input', text: (row) => shortCount(row.input), isCount: true, drop: 2 },
    { title: 'output', text: (row) => shortCount(row.output), isCount: true, drop: 4 },
    { title: 'cost', text: costText, isCount: true },
    { title: 'tokens/min', text: ({ block }) => rate(block?.tokensPerMinute, shortCount), isCount: true, drop: 1 },
    { title: '$/hour', text: ({ block }) => rate(block?.usdPerHour, dollars), isCount: true },
    { title: 'reset', text: resetText },
  ];
}

function rate(value: number | null | undefined, text: (value: number) => string): string {
  return value === undefined ? '' : value === null ? '-' : text(value);
}

/** Only of a window that is open: `in 2 h 10 min, $4.20 by then`. */
function resetText({ block }: UsageReportRow): string {
  if (!block?.active) return '';
  const minutes = Math.max(1, Math.ceil((block.reset - Date.now()) / 60_000));
  const hours = Math.floor(minutes / 60);
  const wait = hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
  return `in ${wait}${block.projectedUsd === null ? '' : `, ${dollars(block.projectedUsd)} by then`}`;
}
