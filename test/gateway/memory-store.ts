import type { RawSource, Segment } from '../../src/archive/index.ts';
import { type CollectPolicy, NO_POLICY } from '../../src/fleet/collect/collect-policy.ts';
import type { GatewayStore, Machine } from '../../src/fleet/gateway/gateway-store.ts';
import { createToken, tokenDigest } from '../../src/fleet/gateway/token.ts';

interface KeptSource extends RawSource {
  machine: string;
  head: number;
  marker: string;
  isForgotten: boolean;
  segments: Segment[];
}

/** A gateway's store in memory: what it is asked to do can be seen, and it can be made to fail. */
export interface MemoryStore extends GatewayStore {
  sources: Map<string, KeptSource>;
  announced: number;
  epoch: string;
  policy: CollectPolicy;
  /** Thrown by whatever is asked, while it is set. */
  failure: Error | undefined;
  /** Awaited before a segment is kept. */
  beforeAppend: () => Promise<void>;
  addToken(name: string, options?: { group?: boolean; tenant?: number }): string;
  revoke(token: string): void;
}

export function createMemoryStore(): MemoryStore {
  const tokens = new Map<string, { name: string; tenant: number; isGroup: boolean }>();
  const sources = new Map<string, KeptSource>();
  const key = (digest: Uint8Array) => Buffer.from(digest).toString('hex');

  const store: MemoryStore = {
    sources,
    announced: 0,
    epoch: 'first',
    policy: NO_POLICY,
    failure: undefined,
    beforeAppend: async () => {},
    addToken(name, { group = false, tenant = 1 } = {}) {
      const token = createToken();
      tokens.set(key(tokenDigest(token)), { name, tenant, isGroup: group });
      return token;
    },
    revoke: (token) => tokens.delete(key(tokenDigest(token))),
    async findMachine(digest, name) {
      if (store.failure) throw store.failure;
      const known = tokens.get(key(digest));
      if (!known) return undefined;
      const id = known.isGroup && name !== undefined ? `${known.name}/${name}` : known.name;
      return { tenant: known.tenant, id, epoch: store.epoch, policy: store.policy.version };
    },
    async policyOf() {
      if (store.failure) throw store.failure;
      return store.policy;
    },
    rawStore: (machine) => createRawStore(machine),
    async announce() {
      store.announced += 1;
    },
    async backlog() {
      if (store.failure) throw store.failure;
      return { jobs: 3, lagSeconds: 1.5, parked: 0 };
    },
    async close() {},
  };
  return store;

  function createRawStore({ id: machine, tenant }: Machine) {
    return {
      async open(asked: readonly RawSource[]) {
        if (store.failure) throw store.failure;
        return asked.map((source) => {
          const id = key(tokenDigest(JSON.stringify([tenant, machine, source.path, source.generation]))).slice(0, 16);
          const kept = sources.get(id) ?? { ...source, machine, head: 0, marker: '', isForgotten: false, segments: [] };
          sources.set(id, kept);
          const state = kept.isForgotten ? ('forgotten' as const) : ('open' as const);
          return { id, head: kept.head, marker: kept.marker, state };
        });
      },
      async append(id: string, segment: Segment) {
        await store.beforeAppend();
        if (store.failure) throw store.failure;
        const source = sources.get(id);
        if (source?.machine !== machine) return undefined;
        if (source.isForgotten) return 'forgotten' as const;
        if (source.head !== segment.start) return { ok: false, head: source.head };
        source.segments.push(segment);
        source.head += segment.size;
        source.marker = segment.marker;
        return { ok: true, head: source.head };
      },
    };
  }
}
