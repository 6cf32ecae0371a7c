import type { Usage } from '../../thread/usage.ts';
import { names, operations, tokenBounds } from './conventions.ts';
import { attributesOf, type HistogramPoint, type Metric, nanoTime, wholeNumber } from './otlp-body.ts';

/** Tokens of one model and direction. It can be written as JSON. */
export interface TokenSeries {
  provider: string;
  model?: string | undefined;
  type: 'input' | 'output';
  count: number;
  sum: number;
  /** One more than there are bounds. */
  buckets: number[];
  /** The time of the last request, in milliseconds since 1970. */
  last: number;
}

type Series = Omit<TokenSeries, 'provider'>;

/** Cumulative sums since a time. Sent again, or in another order, they count once. */
export function tokenMetric(series: Iterable<TokenSeries>, first: number | undefined): Metric {
  const dataPoints = Array.from(
    series,
    (known): HistogramPoint => ({
      attributes: attributesOf({
        [names.operation]: operations.chat,
        [names.provider]: known.provider,
        [names.requestModel]: known.model,
        [names.tokenType]: known.type,
      }),
      startTimeUnixNano: nanoTime(first),
      timeUnixNano: nanoTime(known.last || first),
      count: String(known.count),
      sum: known.sum,
      bucketCounts: known.buckets.map(String),
      explicitBounds: [...tokenBounds],
    }),
  );
  return {
    name: names.tokenUsage,
    description: 'Tokens that were sent to and written by models.',
    unit: '{token}',
    histogram: { aggregationTemporality: 2, dataPoints },
  };
}

/**
 * The tokens of a thread by model and direction. Cumulative sums, so that one sent again, or in another order, counts
 * once.
 */
export function createTokenMetrics() {
  const series = new Map<string, Series>();
  let first: number | undefined;
  let hasNews = false;

  function count(model: string | undefined, type: Series['type'], tokens: number, at: number): void {
    const key = JSON.stringify([type, model]);
    const known = series.get(key) ?? {
      model,
      type,
      count: 0,
      sum: 0,
      buckets: new Array(tokenBounds.length + 1).fill(0),
      last: 0,
    };
    series.set(key, known);
    known.count += 1;
    known.sum += wholeNumber(tokens);
    known.last = Math.max(known.last, at);
    const above = tokenBounds.findIndex((bound) => tokens <= bound);
    const bucket = above === -1 ? tokenBounds.length : above;
    known.buckets[bucket] = (known.buckets[bucket] ?? 0) + 1;
    hasNews = true;
  }

  return {
    begin(at: number | undefined): void {
      first ??= at;
    },
    add(model: string | undefined, usage: Usage, at: number | undefined): void {
      count(model, 'input', usage.input_tokens, at ?? 0);
      count(model, 'output', usage.output_tokens, at ?? 0);
    },
    /** The current sums. Undefined if nothing came since the last call. */
    take(provider: string): TokenSeries[] | undefined {
      if (!hasNews) return undefined;
      hasNews = false;
      return Array.from(series.values(), (known) => ({ provider, ...known, buckets: [...known.buckets] }));
    },
    /** When the thread began. */
    get first() {
      return first;
    },
  };
}
