import { setTimeout as wait } from 'node:timers/promises';
import type { OtlpBody } from '../../../core/writers/otlp/otlp-body.ts';
import { fleetLimits } from '../../../limits/fleet.ts';
import { createBackOff } from '../back-off.ts';
import { readPairs } from './resource-attributes.ts';

export interface OtlpClientOptions {
  /** The receiver's address. `/v1/traces` and the like are appended. */
  url: URL;
  /** `name=value` pairs, in the form of `OTEL_EXPORTER_OTLP_HEADERS`. */
  headers?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called once for each trouble that keeps bodies from being taken. */
  onProblem(message: string): void;
}

/** Sends bodies to an OTLP receiver over HTTP, as JSON. */
export interface OtlpClient {
  /** Waits as long as needed until the body is taken. False if the receiver rejects it for good, or after an abort. */
  send(body: OtlpBody): Promise<boolean>;
}

const PATHS = { resourceSpans: 'traces', resourceLogs: 'logs', resourceMetrics: 'metrics' } as const;
/** The statuses after which the protocol allows a retry. */
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function createOtlpClient({ url, headers, signal, onProblem }: OtlpClientOptions): OtlpClient {
  const backOff = createBackOff(Math.random);
  const base = url.href.replace(/\/+$/, '');
  const sentHeaders = {
    ...lowerCase(readPairs(headers, 'OTEL_EXPORTER_OTLP_HEADERS')),
    'content-type': 'application/json',
  };
  let trouble: string | undefined;

  function tell(message: string): void {
    if (message !== trouble) onProblem(message);
    trouble = message;
  }

  /** Makes one attempt. Returns the wait before the next one, true if the body was taken, false if it never will be. */
  async function attempt(target: string, body: string): Promise<number | boolean> {
    const timeout = AbortSignal.timeout(fleetLimits.collectAnswerMs);
    try {
      const answer = await fetch(target, {
        method: 'POST',
        headers: sentHeaders,
        body,
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      // The body is of no use, but the connection is free only after it is read.
      await answer.arrayBuffer();
      if (answer.ok) return true;
      tell(`${url.host} answered ${answer.status}`);
      if (!RETRIED.has(answer.status)) return false;
      return backOff.next(Number(answer.headers.get('retry-after')) * 1000 || 0);
    } catch {
      if (signal?.aborted) return false;
      tell(`${url.host} cannot be reached`);
      return backOff.next();
    }
  }

  return {
    async send(body) {
      const [kind] = Object.keys(body);
      const target = `${base}/v1/${PATHS[kind as keyof typeof PATHS]}`; // A body has one of these names.
      const text = JSON.stringify(body);
      for (;;) {
        const result = await attempt(target, text);
        if (typeof result === 'boolean') {
          if (result) {
            backOff.reset();
            trouble = undefined;
          }
          return result;
        }
        await wait(result, undefined, { signal }).catch(() => {});
      }
    },
  };
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
