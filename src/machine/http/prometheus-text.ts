// The text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/

export type MetricType = 'counter' | 'gauge';

/** The lines before the values of a metric. */
export function metricHead(name: string, type: MetricType, meaning: string): string[] {
  return [`# HELP ${name} ${meaning}`, `# TYPE ${name} ${type}`];
}

/** A metric with one value. */
export function metric(name: string, type: MetricType, meaning: string, value: number): string[] {
  return [...metricHead(name, type, meaning), `${name} ${value}`];
}

export const METRICS_HEADERS = {
  'content-type': 'text/plain; version=0.0.4; charset=utf-8',
  'cache-control': 'no-store',
} as const;
