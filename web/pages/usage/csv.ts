import type { ApiUsageReport } from '../../../src/doors/server/api-types.ts';

/** Saves the table of the page for other programs. */
export function downloadCsv(report: ApiUsageReport): void {
  const blob = new Blob([csvOf(report)], { type: 'text/csv' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `usage-by-${report.by}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

export function csvOf({ by, rows }: ApiUsageReport): string {
  const names = [
    by,
    'sessions',
    'requests',
    'input',
    'cached',
    'cache_write',
    'output',
    'reasoning',
    'total',
    'cost_usd',
  ];
  const lines = rows.map((row) => [
    cell(row.key),
    ...[row.sessions, row.requests, row.input, row.cached, row.cacheWrite, row.output, row.reasoning, row.total],
    row.costUsd ?? '',
  ]);
  return `${[names, ...lines].map((line) => line.join(',')).join('\n')}\n`;
}

/** A name that a spreadsheet would take for a formula is prefixed with an apostrophe. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
