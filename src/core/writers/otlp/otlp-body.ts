import { sha256 } from '../../lines/sha256.ts';

/**
 * Bodies of OTLP over HTTP in its JSON form: field names in lowerCamelCase, ids in hexadecimal digits, 64-bit integers as
 * strings, enumerations as numbers. Source: github.com/open-telemetry/opentelemetry-proto, opentelemetry/proto/*, v1.
 */
export type AnyValue = { stringValue: string } | { intValue: string } | { boolValue: boolean };

export interface KeyValue {
  key: string;
  value: AnyValue;
}

export interface Resource {
  attributes: KeyValue[];
}

/** The program that made the records. */
export interface Scope {
  name: string;
}

/** 1 is internal work of a program, 3 is a request to another one. */
export type SpanKind = 1 | 3;

export interface Span {
  /** 16 bytes, for the thread. */
  traceId: string;
  /** 8 bytes. */
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: SpanKind;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: KeyValue[];
  /** 2 is an error. Absent if nothing is said. */
  status?: { code: 2; message?: string };
}

export interface LogRecord {
  timeUnixNano: string;
  observedTimeUnixNano: string;
  /** 9 is INFO, 17 is ERROR. */
  severityNumber: 9 | 17;
  eventName: string;
  body?: AnyValue;
  attributes: KeyValue[];
  traceId: string;
  spanId?: string;
}

/** One series of a histogram, with sums since `startTimeUnixNano`. */
export interface HistogramPoint {
  attributes: KeyValue[];
  startTimeUnixNano: string;
  timeUnixNano: string;
  count: string;
  sum: number;
  /** One more than there are bounds. */
  bucketCounts: string[];
  explicitBounds: number[];
}

export interface Metric {
  name: string;
  description: string;
  unit: string;
  /** 2 is cumulative: a point sent again is the same. */
  histogram: { aggregationTemporality: 2; dataPoints: HistogramPoint[] };
}

export interface ResourceSpans {
  resource: Resource;
  scopeSpans: { scope: Scope; spans: Span[]; schemaUrl: string }[];
  schemaUrl: string;
}

export interface ResourceLogs {
  resource: Resource;
  scopeLogs: { scope: Scope; logRecords: LogRecord[]; schemaUrl: string }[];
  schemaUrl: string;
}

export interface ResourceMetrics {
  resource: Resource;
  scopeMetrics: { scope: Scope; metrics: Metric[]; schemaUrl: string }[];
  schemaUrl: string;
}

/** The body of a request to `/v1/traces`, `/v1/logs` or `/v1/metrics`. */
export type OtlpBody =
  | { resourceSpans: ResourceSpans[] }
  | { resourceLogs: ResourceLogs[] }
  | { resourceMetrics: ResourceMetrics[] };

/** Attributes for the values that are set. */
export function attributesOf(values: Readonly<Record<string, string | number | boolean | undefined>>): KeyValue[] {
  const attributes: KeyValue[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'string') attributes.push({ key, value: { stringValue: value } });
    else if (typeof value === 'boolean') attributes.push({ key, value: { boolValue: value } });
    else if (value !== undefined) attributes.push({ key, value: { intValue: String(wholeNumber(value)) } });
  }
  return attributes;
}

/** Milliseconds as nanoseconds, or '0' if the time is unknown. */
export function nanoTime(milliseconds: number | undefined): string {
  const whole = wholeNumber(milliseconds ?? 0);
  return whole <= 0 ? '0' : `${whole}000000`;
}

/** 32 hexadecimal digits derived from the parts alone. */
export function traceId(...parts: readonly string[]): string {
  return sha256(JSON.stringify(['threadline', ...parts])).slice(0, 32);
}

/** 16 hexadecimal digits derived from the parts alone. */
export function spanId(...parts: readonly string[]): string {
  return traceId(...parts).slice(0, 16);
}

/** Counts and times of agents may be any number. */
export function wholeNumber(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  const bound = Number.MAX_SAFE_INTEGER;
  return Math.trunc(Math.max(-bound, Math.min(bound, value || 0)));
}
