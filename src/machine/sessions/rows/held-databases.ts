import type { DatabaseSync } from 'node:sqlite';
import { machineLimits } from '../../../limits/machine.ts';

interface HeldDatabase {
  database: DatabaseSync;
  /** How it was opened, and a text that differs after every change of it. */
  state: string;
}

interface HoldOptions extends HeldDatabase {
  /** True if others may have it open too. */
  isShared: boolean;
}

/** By path, the first opened first. */
const held = new Map<string, HeldDatabase>();

/** The database that is still open in this state. One in another state is closed. */
export function heldDatabase(path: string, state: string): DatabaseSync | undefined {
  const one = held.get(path);
  if (one?.state === state) return one.database;
  release(path);
  return undefined;
}

/**
 * Keeps a database open, however often it is used: to open it for each of thousands of sessions costs more than to read
 * them. A shared one is closed before anything else runs: whoever closes it last tidies up, and that has to be its agent.
 * Another one is closed in a moment.
 */
export function hold(path: string, { database, state, isShared }: HoldOptions): void {
  if (held.get(path)?.database === database) return;
  release(path);
  held.set(path, { database, state });
  const close = () => release(path, database);
  if (isShared) queueMicrotask(close);
  // Nobody waits for it: the end of the process closes it too.
  else setTimeout(close, machineLimits.databaseHoldMs).unref();
  const [oldest] = held.keys();
  if (held.size > machineLimits.maxHeldDatabases && oldest !== undefined) release(oldest);
}

/** Closes the database of a path, or only the given one. */
export function release(path: string, only?: DatabaseSync): void {
  const one = held.get(path);
  if (!one || (only && one.database !== only)) return;
  held.delete(path);
  one.database.close();
}
