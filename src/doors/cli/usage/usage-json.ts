import type { Usage } from '../../../core/thread/usage.ts';
import type { UsageReport } from '../../../machine/usage/usage-report.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
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
  return { sessions: total.sessions, ...usedJson(total) };
}

/** The same for a thread of which only the sum is known. Its requests are unknown, so nothing can be priced. */
export function usageJson(usage: Usage): object {
  return {
    requests: null,
    input: usage.input_tokens,
    cached: usage.cached_input_tokens,
    cache_write: usage.cache_write_input_tokens ?? 0,
    output: usage.output_tokens,
    reasoning: usage.reasoning_output_tokens,
    total: usage.input_tokens + usage.output_tokens,
    cost_usd: null,
    unpriced: {},
  };
}

/** The same for one session, or a part of one. */
export function usedJson(total: UsageTotal): object {
  return {
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
