import type { RawStore } from '../../archive/index.ts';
import type { ServerBacklog } from '../postgres/index.ts';

/** The machine that a token stands for. What it sends belongs to this machine. */
export interface Machine {
  tenant: number;
  /** The key of the machine's row. */
  id: string;
  /** Which life of the archive this is. It is another one after a restore. */
  epoch: string;
  /** The version of the policy that holds for it. */
  policy: string;
}

/** The amount of data that waits to be folded. */
export type Backlog = ServerBacklog;

/** The store as a gateway needs it. Everything it throws is a fault of the store and may be retried. */
export interface GatewayStore {
  /** The machine of a token's digest, if known. In a group, `name` selects the machine, and a new one is created. */
  findMachine(digest: Uint8Array, name: string | undefined): Promise<Machine | undefined>;
  /** What the machine is asked to obey, as it was set. */
  policyOf(machine: Machine): Promise<object>;
  rawStore(machine: Machine): RawStore;
  /** Tells workers of new data. */
  announce(): Promise<void>;
  backlog(): Promise<Backlog>;
  close(): Promise<void>;
}
