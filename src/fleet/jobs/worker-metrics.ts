import { createServer } from 'node:http';
import { jsonAnswer, sendAnswer } from '../../machine/http/http-answer.ts';
import { limitConnections } from '../../machine/http/limit-connections.ts';
import { listenOn } from '../../machine/http/listen-on.ts';
import { METRICS_HEADERS, metric } from '../../machine/http/prometheus-text.ts';
import { refuseUnparsed } from '../../machine/http/refuse-unparsed.ts';
import type { WorkerFigures } from './worker.ts';

export interface WorkerMetrics {
  port: number;
  close(): Promise<void>;
}

export interface WorkerMetricsOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Undefined while the worker waits for its server. */
  figures(): WorkerFigures | undefined;
}

const MOST_CONNECTIONS = 32;

/** A worker's own endpoint: `GET /metrics` and `GET /health`. It tells sums and no names, so it needs no token. */
export async function startWorkerMetrics({ host, port, figures }: WorkerMetricsOptions): Promise<WorkerMetrics> {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000 }, (request, response) => {
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    const found = figures();
    if (isGet && request.url === '/metrics') {
      sendAnswer(response, { status: 200, headers: METRICS_HEADERS, body: metricsText(found) });
    } else if (isGet && request.url === '/health') {
      sendAnswer(response, jsonAnswer({ ok: found !== undefined }, found ? 200 : 503));
    } else sendAnswer(response, jsonAnswer({ error: 'not-found' }, 404));
  });
  limitConnections(server, { most: MOST_CONNECTIONS, oneAtATime: true });
  refuseUnparsed(server);
  return {
    port: await listenOn(server, host, port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function metricsText(figures: WorkerFigures | undefined): string {
  const { folded = 0, failed = 0, bytes = 0 } = figures ?? {};
  const lines = [
    ...metric('threadline_worker_up', 'gauge', 'Whether the worker works.', figures ? 1 : 0),
    ...metric('threadline_worker_folds_total', 'counter', 'Sources that were folded.', folded),
    ...metric('threadline_worker_failures_total', 'counter', 'Folds that failed.', failed),
    ...metric('threadline_worker_read_bytes_total', 'counter', 'Bytes of sources that were read.', bytes),
  ];
  return `${lines.join('\n')}\n`;
}
