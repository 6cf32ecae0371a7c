import type { RawStore } from '../../archive/index.ts';
import type { ServerBacklog } from '../postgres/index.ts';

/** The machine that a token stands for: where what it sends belongs. */
export interface Machine {
  tenant: number;
  /** The key of its row. */
  id: string;
}

/** How much waits to be folded. */
export type Backlog = ServerBacklog;

/** What a gateway asks of the store. Everything that it throws is a fault of the store, and worth another try. */
export interface GatewayStore {
  /** The machine of a token's digest, if there is one. In a group `name` says which, and a new machine is made. */
  findMachine(digest: Uint8Array, name: string | undefined): Promise<Machine | undefined>;
  rawStore(machine: Machine): RawStore;
  /** Tells workers that something came. */
  announce(): Promise<void>;
  backlog(): Promise<Backlog>;
  close(): Promise<void>;
}
