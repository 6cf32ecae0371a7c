import { isObject, type JsonObject } from '../../lines/json.ts';
import type { CountedUsage } from '../../thread/usage.ts';
import { metricsOf } from './atif-metrics.ts';

/** The totals of a trajectory. */
export interface Totals {
  written: JsonObject;
  /** With those of sub-agents. Undefined if no request has a price. */
  cost: number | undefined;
  /** Says why the totals are more than the steps add up to. */
  notes: string | undefined;
}

const COUNTS = ['prompt_tokens', 'completion_tokens', 'cached_tokens'] as const;

/** Adds up the steps, and the costs of sub-agents. What belongs to no step is told apart. */
export function finalMetrics(
  steps: readonly JsonObject[],
  uncounted: CountedUsage | undefined,
  agents: readonly Totals[],
): Totals {
  const counted = steps.map(({ metrics }) => metrics).filter(isObject);
  const rest = uncounted && metricsOf(uncounted, undefined);
  const written: JsonObject = {};
  for (const name of COUNTS) {
    const values = [...counted, ...(rest ? [rest] : [])].map((metrics) => metrics[name]).filter(isNumber);
    if (values.length > 0) written[`total_${name}`] = values.reduce((sum, value) => sum + value, 0);
  }
  const costs = [...counted.map(({ cost_usd }) => cost_usd), ...agents.map(({ cost }) => cost)].filter(isNumber);
  const cost = costs.length > 0 ? costs.reduce((sum, value) => sum + value, 0) : undefined;
  if (cost !== undefined) written.total_cost_usd = cost;
  written.total_steps = steps.length;
  const notes = rest && 'The totals include what turns used that do not tell it by request.';
  return { written, cost, notes };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
