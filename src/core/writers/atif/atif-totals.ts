import { isObject, type JsonObject } from '../../lines/json.ts';
import type { UncountedUsage } from '../steps/step.ts';
import type { WriterOptions } from '../writer.ts';
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
  uncounted: readonly UncountedUsage[],
  agents: readonly Totals[],
  requestCost: WriterOptions['requestCost'],
): Totals {
  const rest = uncounted.map((request) => metricsOf(request.usage, requestCost?.(request)));
  const counted = [...steps.map(({ metrics }) => metrics).filter(isObject), ...rest];
  const written: JsonObject = {};
  for (const name of COUNTS) {
    const values = counted.map((metrics) => metrics[name]).filter(isNumber);
    if (values.length > 0) written[`total_${name}`] = values.reduce((sum, value) => sum + value, 0);
  }
  const costs = [...counted.map(({ cost_usd }) => cost_usd), ...agents.map(({ cost }) => cost)].filter(isNumber);
  const cost = costs.length > 0 ? costs.reduce((sum, value) => sum + value, 0) : undefined;
  if (cost !== undefined) written.total_cost_usd = cost;
  written.total_steps = steps.length;
  const notes = rest.length > 0 ? 'The totals include what turns used that do not tell it by request.' : undefined;
  return { written, cost, notes };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
