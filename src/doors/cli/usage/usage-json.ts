import type { CountedUsage } from '../../../core/thread/usage.ts';
import type { UsageReport, UsageReportRow } from '../../../machine/usage/usage-report.ts';
import type { UsageTotal } from '../../../machine/usage/usage-total.ts';
import { createJsonEncoder } from '../write-json.ts';
import type { ReportNotes } from './report-table.ts';

/** The form of `--json`: a contract. A row a line. Without `notes` only a part of the days was read. */
export function reportJson(report: UsageReport, forTerminal: boolean, notes?: ReportNotes): string {
  const encode = createJsonEncoder({ forTerminal });
  const { groupings, zone, prices, rows, total } = report;
  const head = encode({ by: groupings.join(','), zone, prices })?.slice(0, -1);
  const lines = rows.map((row) => encode(rowJson(row)));
  const sums = encode({ total: totalJson(total), ...(notes && notesJson(report, notes)) })?.slice(1);
  return `${head},"rows":[\n${lines.map((line) => `${line}\n`).join(',')}],${sums}\n`;
}

function rowJson({ key, keys, agent, block, ...total }: UsageReportRow): object {
  return {
    key,
    ...(agent !== undefined && { agent, id: keys?.session ?? key }),
    ...(keys && { keys }),
    ...totalJson(total),
    ...(block && {
      block: {
        agent: block.agent,
        start: new Date(block.start).toISOString(),
        reset: new Date(block.reset).toISOString(),
        active: block.active,
        tokens_per_minute: block.tokensPerMinute,
        cost_usd_per_hour: block.usdPerHour,
        projected_cost_usd: block.projectedUsd,
      },
    }),
  };
}

function notesJson({ total, allTime }: UsageReport, { forecast, budgetUsd }: ReportNotes): object {
  const spent = total.costUsd ?? 0;
  return {
    all_time: totalJson(allTime),
    forecast: forecast
      ? {
          month: forecast.month,
          cost_usd: forecast.costUsd,
          days: forecast.days,
          of_days: forecast.ofDays,
          projected_cost_usd: forecast.projectedUsd,
        }
      : null,
    ...(budgetUsd !== undefined && { budget: { usd: budgetUsd, cost_usd: spent, over: spent > budgetUsd } }),
  };
}

export function totalJson(total: UsageTotal): object {
  return { sessions: total.sessions, ...usedJson(total) };
}

/** The same for a thread of which only the sum is known. Its requests are unknown, so nothing can be priced. */
export function usageJson(usage: CountedUsage): object {
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
