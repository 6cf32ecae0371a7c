import { names, schemaUrl } from '../../../core/writers/otlp/conventions.ts';
import { attributesOf, type OtlpBody } from '../../../core/writers/otlp/otlp-body.ts';
import { type TokenSeries, tokenMetric } from '../../../core/writers/otlp/token-metrics.ts';
import type { OtlpCheckpoint } from './otlp-checkpoint.ts';

/**
 * The tokens of all sessions of an agent on this machine, as one set of series: a set for each session would be a new one
 * every few minutes. The sums follow from the files alone, so that nothing counts twice after a crash.
 */
export function machineTokens(
  { sessions, began }: OtlpCheckpoint,
  agent: string,
  machine: Readonly<Record<string, string>>,
): OtlpBody {
  const sums = new Map<string, TokenSeries>();
  for (const sent of sessions.values()) {
    for (const one of sent.agent === agent ? sent.tokens : []) {
      const key = JSON.stringify([one.provider, one.model, one.type]);
      const sum = sums.get(key);
      sums.set(key, sum ? addSeries(sum, one) : one);
    }
  }
  const attributes = attributesOf({ [names.service]: agent, ...machine });
  const metrics = [tokenMetric(sums.values(), began)];
  return {
    resourceMetrics: [
      { resource: { attributes }, scopeMetrics: [{ scope: { name: 'threadline' }, metrics, schemaUrl }], schemaUrl },
    ],
  };
}

function addSeries(one: TokenSeries, other: TokenSeries): TokenSeries {
  return {
    ...one,
    count: one.count + other.count,
    sum: one.sum + other.sum,
    buckets: one.buckets.map((count, index) => count + (other.buckets[index] ?? 0)),
    last: Math.max(one.last, other.last),
  };
}
