import { fleetLimits } from '../../limits/fleet.ts';
import type { GrowingSource } from './growing-source.ts';

/** Growing sessions, each read up to where it was last folded. Each worker has its own. Losing them costs only time. */
export interface GrowingSources {
  /** Takes one out. The caller puts it back when all of it is written, and not otherwise. */
  take(tenant: number, source: string): GrowingSource | undefined;
  put(tenant: number, source: string, growing: GrowingSource): void;
}

export interface GrowingSourcesOptions {
  most?: number | undefined;
  mostBytes?: number | undefined;
}

/** Drops the ones that were idle for longest. */
export function createGrowingSources({
  most = fleetLimits.maxGrowingFolds,
  mostBytes = fleetLimits.maxGrowingFoldBytes,
}: GrowingSourcesOptions = {}): GrowingSources {
  /** In the order in which they were put in. */
  const kept = new Map<string, { growing: GrowingSource; bytes: number }>();
  let bytes = 0;

  function remove(name: string): GrowingSource | undefined {
    const known = kept.get(name);
    kept.delete(name);
    bytes -= known?.bytes ?? 0;
    return known?.growing;
  }

  return {
    take: (tenant, source) => remove(`${tenant} ${source}`),
    put(tenant, source, growing) {
      const name = `${tenant} ${source}`;
      remove(name);
      const { heldBytes } = growing;
      kept.set(name, { growing, bytes: heldBytes });
      bytes += heldBytes;
      for (const oldest of kept.keys()) {
        if (kept.size <= most && bytes <= mostBytes) break;
        remove(oldest);
      }
    },
  };
}
