import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { zstdDecompressSync } from 'node:zlib';
import type { RawSource } from '../../src/archive/model/raw-store.ts';
import { protocol } from '../../src/fleet/collect/protocol.ts';

/** What a gateway holds of a source. */
export interface FakeSource extends RawSource {
  id: string;
  head: number;
  marker: string;
  state: 'open' | 'forgotten';
  /** What was sent, unpacked. */
  bytes: Buffer;
  segments: { start: number; size: number; redaction: string }[];
}

/**
 * What happens to a request. `cut`: the connection ends before anything is done; `mute`: it is done, and nobody is told;
 * `late`: nobody is told, and it is done after some others; `busy`, `slow-down`: 503 and 429.
 */
export type Mishap = 'none' | 'cut' | 'mute' | 'late' | 'busy' | 'slow-down';

export interface FakeGateway {
  url: URL;
  sources: Map<string, FakeSource>;
  /** Asked for each request. */
  mishap: (request: IncomingMessage) => Mishap;
  /** Every request that was taken, as `METHOD PATH`. */
  requests: string[];
  /** Everything that came in, as it came. */
  bodies: Buffer[];
  maxBody: number;
  epoch: string;
  /** What it asks of collectors; undefined as of a gateway that knows no policies. */
  policy: { version: string; [field: string]: unknown } | undefined;
  /** Gives a function that brings back what is here now, as a restore does: in another epoch, and numbers are given again. */
  backup(): () => void;
  /** Does what was put off. */
  catchUp(): void;
  arrived(path: string): Promise<FakeSource[]>;
  close(): Promise<void>;
}

/** A gateway that keeps the contract and has accidents. Nothing of it is known to the collector but its answers. */
export async function startFakeGateway(): Promise<FakeGateway> {
  const putOff: (() => void)[] = [];
  let restores = 0;
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const gateway: FakeGateway = {
    url: new URL(`http://127.0.0.1:${port}/`),
    sources: new Map(),
    mishap: () => 'none',
    requests: [],
    bodies: [],
    maxBody: 1024 * 1024,
    epoch: 'first',
    policy: undefined,
    backup() {
      const copies = [...gateway.sources].map(
        ([key, source]) => [key, { ...source, segments: [...source.segments] }] as const,
      );
      return () => {
        gateway.sources = new Map(copies.map(([key, source]) => [key, { ...source, segments: [...source.segments] }]));
        restores += 1;
        gateway.epoch = `restored-${restores}-times`;
      };
    },
    catchUp() {
      for (const act of putOff.splice(0)) act();
    },
    arrived: async (path) => [...gateway.sources.values()].filter((source) => source.path === path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const mishap = gateway.mishap(request);
    if (mishap === 'cut') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (mishap === 'busy' || mishap === 'slow-down') {
      response.writeHead(mishap === 'busy' ? 503 : 429, { 'retry-after': '2' }).end();
      return;
    }
    if (mishap === 'late') {
      putOff.push(() => act(request, body));
      return void request.socket.destroy();
    }
    for (const late of putOff.length > 2 ? putOff.splice(0) : []) late();
    const [status, answer] = act(request, body);
    if (mishap === 'mute') return void request.socket.destroy();
    response
      .writeHead(status, {
        'content-type': 'application/json',
        [protocol.epochHeader]: gateway.epoch,
        ...(gateway.policy && { [protocol.policyHeader]: gateway.policy.version }),
      })
      .end(JSON.stringify(answer));
  }

  function act(request: IncomingMessage, body: Buffer): [number, unknown] {
    gateway.requests.push(`${request.method} ${request.url}`);
    gateway.bodies.push(body, Buffer.from(JSON.stringify(request.headers)));
    if (request.url === protocol.policy) return gateway.policy ? [200, gateway.policy] : [404, {}];
    if (request.url === protocol.sources) {
      const { sources } = JSON.parse(body.toString('utf8')) as { sources: RawSource[] };
      return [200, { sources: sources.map(open) }];
    }
    const [, id = '', start = ''] = /^\/v1\/sources\/([^/]+)\/segments\/(\d+)$/.exec(request.url ?? '') ?? [];
    const source = [...gateway.sources.values()].find((one) => one.id === decodeURIComponent(id));
    if ((request.headers[protocol.epochHeader] ?? gateway.epoch) !== gateway.epoch) return [409, { error: 'restored' }];
    if (!source) return [404, {}];
    if (source.state === 'forgotten') return [410, {}];
    if (body.length > gateway.maxBody) return [413, {}];
    return append(source, Number(start), body, request.headers);
  }

  function open({ agent, home, path, generation, mode, title, repository }: RawSource) {
    const key = `${path} ${generation}`;
    const id = String(gateway.sources.size + 1);
    const fresh = { agent, home, path, generation, mode, id, head: 0, marker: '', state: 'open' as const };
    const source = gateway.sources.get(key) ?? { ...fresh, bytes: Buffer.alloc(0), segments: [] };
    Object.assign(source, { title, mode, repository });
    gateway.sources.set(key, source);
    return { id: source.id, head: source.head, marker: source.marker, state: source.state };
  }

  function append(
    source: FakeSource,
    start: number,
    body: Buffer,
    headers: IncomingMessage['headers'],
  ): [number, unknown] {
    const size = Number(headers[protocol.sizeHeader]);
    const plain = zstdDecompressSync(body);
    if (!(size > 0) || plain.at(-1) !== 10) return [422, { reason: 'no-newline' }];
    if (start !== source.head) return [409, { head: source.head }];
    source.head += size;
    source.marker = String(headers[protocol.markerHeader] ?? '');
    source.bytes = Buffer.concat([source.bytes, plain]);
    source.segments.push({ start, size, redaction: String(headers[protocol.redactionHeader] ?? '') });
    return [200, { head: source.head }];
  }

  return gateway;
}
