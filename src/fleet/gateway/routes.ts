import type { IncomingMessage } from 'node:http';
import type { Segment } from '../../archive/index.ts';
import { ThreadlineError } from '../../errors.ts';
import { fleetLimits } from '../../limits/fleet.ts';
import { type HttpAnswer, jsonAnswer } from '../../machine/http/http-answer.ts';
import { METRICS_HEADERS } from '../../machine/http/prometheus-text.ts';
import { protocol } from '../collect/protocol.ts';
import type { Announcer } from './announcer.ts';
import type { Bounds } from './bounds.ts';
import { checkSegment, unprocessable } from './check-segment.ts';
import type { Backlog, GatewayStore, Machine } from './gateway-store.ts';
import type { Metrics } from './metrics.ts';
import { parseSources } from './parse-sources.ts';
import { bodyLength, readBody } from './read-body.ts';
import { Refusal } from './refusal.ts';
import { bearerDigest } from './token.ts';

export interface RouteOptions {
  store: GatewayStore;
  bounds: Bounds;
  metrics: Metrics;
  announcer: Announcer;
}

/** One route. Requests are counted by `name`. */
export interface Route {
  name: string;
  answer(request: IncomingMessage): Promise<HttpAnswer>;
}

/** Finds the route of a request. Unknown paths and methods are refused as the route `other`. */
export type Routes = (method: string, path: string) => Route;

/** `/v1/sources/ID/segments/START`. Ids are looked up as they are, never parsed. */
const SEGMENT_PATH = /^\/v1\/sources\/([A-Za-z0-9_-]{1,64})\/segments\/(\d{1,16})$/;
const MACHINE_NAME = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;
/** A version or a digest: short and printable. */
const WORD = /^[\x21-\x7e]{1,64}$/;
/** The age up to which `/health` and `/metrics` are answered from memory, so that frequent requests spare the store. */
const STATE_AGE_MS = 1000;
/** The pause that senders are asked for while the store is away. */
const AWAY_SECONDS = 5;
const SILENT_MS = 30_000;

export function createRoutes({ store, bounds, metrics, announcer }: RouteOptions): Routes {
  const backlog = createBacklogReader(store);

  /** Admits a machine while `use` runs. */
  async function withMachine(
    request: IncomingMessage,
    use: (machine: Machine, body: Buffer) => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> {
    const digest = bearerDigest(request.headers.authorization);
    if (!digest) throw new Refusal(401, { error: 'unauthorised' });
    const bytes = bodyLength(request) ?? fleetLimits.maxGatewayBodyBytes;
    if (bytes > fleetLimits.maxGatewayBodyBytes) throw new Refusal(413, { error: 'too-large' });
    const name = machineName(request);
    const machine = await fromStore(store.findMachine(digest, name));
    if (!machine) throw new Refusal(401, { error: 'unauthorised' });
    // Each machine of a group has its own bounds: two hundred CI jobs share one token.
    const leave = bounds.enter(`${machine.tenant}/${machine.id}`, bytes);
    try {
      const answer = await use(machine, await readBody(request));
      return { ...answer, headers: { ...answer.headers, ...toldOf(machine) } };
    } catch (error) {
      throw error instanceof Refusal ? error.with(toldOf(machine)) : error;
    } finally {
      leave();
    }
  }

  const sources: Route = {
    name: 'sources',
    answer: (request) =>
      withMachine(request, async (machine, body) => {
        const asked = parseSources(body);
        return jsonAnswer({ sources: await fromStore(store.rawStore(machine).open(asked)) });
      }),
  };

  const policy: Route = {
    name: 'policy',
    answer: (request) => withMachine(request, async (machine) => jsonAnswer(await fromStore(store.policyOf(machine)))),
  };

  function segment(source: string, start: number): Route {
    return {
      name: 'segments',
      answer: (request) =>
        withMachine(request, async (machine, packed) => {
          const facts = segmentFacts(request, start);
          // A restored archive may have given the number to another source since.
          const agreedIn = request.headers[protocol.epochHeader] ?? machine.epoch;
          if (agreedIn !== machine.epoch) throw new Refusal(409, { error: 'restored' });
          await checkSegment(packed);
          const kept = await fromStore(store.rawStore(machine).append(source, { ...facts, packed }));
          if (kept === undefined) throw new Refusal(404, { error: 'not-found' });
          if (kept === 'forgotten') throw new Refusal(410, { error: 'forgotten' });
          if (!kept.ok) return jsonAnswer({ head: kept.head }, 409);
          metrics.kept(packed.length);
          announcer.changed();
          return jsonAnswer({ head: kept.head });
        }),
    };
  }

  const health: Route = {
    name: 'health',
    async answer() {
      const isUp = (await backlog()) !== undefined;
      return isUp ? jsonAnswer({ ok: true }) : jsonAnswer({ ok: false }, 503, { 'retry-after': `${AWAY_SECONDS}` });
    },
  };
  const figures: Route = {
    name: 'metrics',
    async answer() {
      return { status: 200, headers: METRICS_HEADERS, body: metrics.text(await backlog()) };
    },
  };
  const byPath = new Map([
    [`POST ${protocol.sources}`, sources],
    [`GET ${protocol.policy}`, policy],
    ['GET /health', health],
    ['GET /metrics', figures],
  ]);

  return (method, path) => {
    const exact = byPath.get(`${method} ${path}`);
    if (exact) return exact;
    const [, source, start] = SEGMENT_PATH.exec(path) ?? [];
    if (source === undefined || method !== 'PUT') return unknown;
    return segment(source, Number(start));
  };
}

const unknown: Route = {
  name: 'other',
  async answer() {
    throw new Refusal(404, { error: 'not-found' });
  },
};

/** Each answer to a machine says which life of the archive it comes from, and which policy holds. */
function toldOf({ epoch, policy }: Machine): Record<string, string> {
  return { [protocol.epochHeader]: epoch, [protocol.policyHeader]: policy };
}

/** Any fault or silence of the store may be retried. Its messages may hold what was sent, and are not passed on. */
async function fromStore<Value>(asked: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    const error = new ThreadlineError('timeout', 'the store does not answer');
    timer = setTimeout(() => reject(error), SILENT_MS);
  });
  try {
    return await Promise.race([asked, silent]);
  } catch (error) {
    throw new Refusal(503, { error: 'store-away' }, AWAY_SECONDS, error);
  } finally {
    clearTimeout(timer);
  }
}

function machineName({ headers }: IncomingMessage): string | undefined {
  const name = headers[protocol.machineHeader];
  if (name === undefined) return undefined;
  if (typeof name !== 'string' || !MACHINE_NAME.test(name)) throw unprocessable('bad-machine');
  return name;
}

function segmentFacts({ headers }: IncomingMessage, start: number): Omit<Segment, 'packed'> {
  const text = headers[protocol.sizeHeader];
  const size = typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (size < 1 || size > fleetLimits.maxSegmentSize) throw unprocessable('bad-size');
  if (!Number.isSafeInteger(start + size)) throw unprocessable('bad-start');
  const redaction = wordOf(headers[protocol.redactionHeader]);
  if (redaction === undefined) throw unprocessable('bad-redaction');
  const marker = wordOf(headers[protocol.markerHeader]);
  if (marker === undefined) throw unprocessable('bad-marker');
  return { start, size, redaction, marker };
}

/** The header's value: empty if it is absent, undefined if it is invalid. */
function wordOf(header: string | string[] | undefined = ''): string | undefined {
  return typeof header === 'string' && (header === '' || WORD.test(header)) ? header : undefined;
}

/** The backlog, at most so old; undefined if the store does not answer. Concurrent callers share one query. */
function createBacklogReader(store: GatewayStore): () => Promise<Backlog | undefined> {
  let asked = Number.NEGATIVE_INFINITY;
  let last: Promise<Backlog | undefined> = Promise.resolve(undefined);
  return () => {
    if (performance.now() - asked < STATE_AGE_MS) return last;
    asked = performance.now();
    last = store.backlog().catch(() => undefined);
    return last;
  };
}
