import type { UsageReport } from '../../../machine/usage/usage-report.ts';
import { terminalLine } from '../terminal-text.ts';

const COLUMNS = 'key,sessions,requests,input,cached,cache_write,output,reasoning,total,cost_usd,unpriced_tokens'.split(
  ',',
);

/**
 * One line for each row, after a line of names. There is no total: a spreadsheet makes it itself. The keys of several
 * groupings stand in columns at the end.
 */
export function reportCsv({ rows, groupings }: UsageReport, forTerminal: boolean): string {
  const parts = groupings.length > 1 ? groupings : [];
  const text = (key: string) => cell(forTerminal ? terminalLine(key) : key);
  const lines = rows.map((row) => {
    const unpriced = Object.values(row.unpriced).reduce((sum, tokens) => sum + tokens, 0);
    const counts = [row.sessions, row.requests, row.input, row.cached, row.cacheWrite, row.output, row.reasoning];
    return [
      text(row.key),
      ...counts,
      row.total,
      row.costUsd ?? '',
      unpriced,
      ...parts.map((part) => text(row.keys?.[part] ?? '')),
    ].join(',');
  });
  return `${[[...COLUMNS, ...parts].join(','), ...lines].join('\r\n')}\r\n`;
}

/** Quoted by RFC 4180. A value that a spreadsheet would take for a formula becomes a text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
