import type { UsageReport } from '../../usage/usage-report.ts';
import type { UsageTotal } from '../../usage/usage-total.ts';
import { createJsonEncoder } from '../write-json.ts';

/** The form of `--json`: a contract. A row a line. */
export function reportJson(report: UsageReport, forTerminal: boolean): string {
  const encode = createJsonEncoder({ forTerminal });
  const { by, zone, prices, rows, total } = report;
  const head = encode({ by, zone, prices })?.slice(0, -1);
  const lines = rows.map((row) => encode({ key: row.key, ...totalJson(row) }));
  return `${head},"rows":[\n${lines.map((line) => `${line}\n`).join(',')}],"total":${encode(totalJson(total))}}\n`;
}

export function totalJson(total: UsageTotal): object {
  return {
    sessions: total.sessions,
    requests: total.requests,
    input: total.input,
    cached: total.cached,
    cache_write: total.cacheWrite,
    output: total.output,
    reasoning: total.reasoning,
    total: total.total,
    cost_usd: total.costUsd,
    unpriced: total.unpriced,
  };
}
