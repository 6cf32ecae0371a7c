import { setTimeout as wait } from 'node:timers/promises';
import type { OtlpBody } from '../../../core/writers/otlp/otlp-body.ts';
import { ThreadlineError } from '../../../errors.ts';
import { fleetLimits } from '../../../limits/fleet.ts';
import { createBackOff } from '../back-off.ts';

export interface OtlpClientOptions {
  /** Of the receiver: `/v1/traces` and the others are added. */
  url: URL;
  /** `name=value` pairs, as `OTEL_EXPORTER_OTLP_HEADERS` has them. */
  headers?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Told what keeps bodies from being taken, once for each trouble. */
  onProblem(message: string): void;
}

/** Sends bodies to a receiver of OTLP over HTTP, as JSON. */
export interface OtlpClient {
  /** Waits until it is taken, however long that is; false where the receiver wants it in no case, or it was aborted. */
  send(body: OtlpBody): Promise<boolean>;
}

const PATHS = { resourceSpans: 'traces', resourceLogs: 'logs', resourceMetrics: 'metrics' } as const;
/** What the protocol says may be sent again. */
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function createOtlpClient({ url, headers, signal, onProblem }: OtlpClientOptions): OtlpClient {
  const backOff = createBackOff(Math.random);
  const base = url.href.replace(/\/+$/, '');
  const sentHeaders = { ...readHeaders(headers), 'content-type': 'application/json' };
  let trouble: string | undefined;

  function tell(message: string): void {
    if (message !== trouble) onProblem(message);
    trouble = message;
  }

  /** How long to wait before it is tried again; undefined where it is done with. */
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
      // Nothing in it is of use, but the connection is free only when it was read.
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

/** `a=1,b=2`, values as in an address. What is no such pair is refused, for it would be missed at the receiver. */
function readHeaders(text: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of (text ?? '').split(',')) {
    if (pair.trim() === '') continue;
    const [, name, value] = /^\s*([\w-]{1,100})\s*=(.*)$/s.exec(pair) ?? [];
    const decoded = value === undefined ? undefined : decode(value.trim());
    if (name === undefined || decoded === undefined || /[^\x20-\x7e]/.test(decoded)) {
      throw new ThreadlineError('unreadable', 'OTEL_EXPORTER_OTLP_HEADERS takes name=value pairs, with commas between');
    }
    headers[name.toLowerCase()] = decoded;
  }
  return headers;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
