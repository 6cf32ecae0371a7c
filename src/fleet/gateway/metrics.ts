import { metric, metricHead } from '../../machine/http/prometheus-text.ts';
import type { Backlog } from './gateway-store.ts';

/** Counters of the gateway. They hold sums and no names. */
export interface Metrics {
  answered(route: string, status: number): void;
  kept(bytes: number): void;
  connections(count: number): void;
  /** Text in the format of Prometheus, without a backlog if the store cannot tell it. */
  text(backlog: Backlog | undefined): string;
}

export function createMetrics(): Metrics {
  /** By route and status. Both come from our own lists, so there are few. */
  const requests = new Map<string, number>();
  let segments = 0;
  let bytes = 0;
  let conflicts = 0;
  let open = 0;

  function text(backlog: Backlog | undefined): string {
    const lines = [
      ...metricHead('threadline_gateway_requests_total', 'counter', 'Requests by route and status.'),
      ...[...requests].map(([labels, count]) => `threadline_gateway_requests_total{${labels}} ${count}`),
      ...metric('threadline_gateway_segments_total', 'counter', 'Segments that were kept.', segments),
      ...metric('threadline_gateway_packed_bytes_total', 'counter', 'Bytes of them, as they were sent.', bytes),
      ...metric('threadline_gateway_conflicts_total', 'counter', 'Segments that did not begin at the head.', conflicts),
      ...metric('threadline_gateway_connections', 'gauge', 'Connections that are open.', open),
      ...metric('threadline_store_up', 'gauge', 'Whether the store answers.', backlog ? 1 : 0),
    ];
    if (backlog) {
      const { jobs, lagSeconds, parked } = backlog;
      lines.push(...metric('threadline_jobs', 'gauge', 'Sources that wait to be folded.', jobs));
      lines.push(...metric('threadline_fold_lag_seconds', 'gauge', 'How long the oldest has been due.', lagSeconds));
      lines.push(...metric('threadline_parked_sources', 'gauge', 'Sources that failed too often.', parked));
    }
    return `${lines.join('\n')}\n`;
  }

  return {
    answered(route, status) {
      const labels = `route="${route}",code="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      if (status === 409) conflicts += 1;
    },
    kept(packed) {
      segments += 1;
      bytes += packed;
    },
    connections(count) {
      open = count;
    },
    text,
  };
}
