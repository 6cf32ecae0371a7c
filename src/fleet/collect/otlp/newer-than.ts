import type { OtlpBody } from '../../../core/writers/otlp/otlp-body.ts';

/** Keeps only what ended after a time. Sums always cover the whole thread. */
export function newerThan(bodies: readonly OtlpBody[], began: number): OtlpBody[] {
  const isNew = (nanoseconds: string) => Number(nanoseconds) / 1e6 >= began;
  const newer: OtlpBody[] = [];
  for (const body of bodies) {
    if ('resourceSpans' in body) {
      for (const { scopeSpans } of body.resourceSpans)
        for (const part of scopeSpans) part.spans = part.spans.filter((span) => isNew(span.endTimeUnixNano));
      if (body.resourceSpans.every(({ scopeSpans }) => scopeSpans.every(({ spans }) => spans.length === 0))) continue;
    } else if ('resourceLogs' in body) {
      for (const { scopeLogs } of body.resourceLogs)
        for (const part of scopeLogs) part.logRecords = part.logRecords.filter((log) => isNew(log.timeUnixNano));
      if (body.resourceLogs.every(({ scopeLogs }) => scopeLogs.every(({ logRecords }) => logRecords.length === 0)))
        continue;
    }
    newer.push(body);
  }
  return newer;
}
