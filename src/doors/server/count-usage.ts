import { storedUsage } from '../../archive/model/stored-usage.ts';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { type SessionUsages, usageName } from '../../machine/usage/session-sums.ts';
import { createPacer } from './pacer.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';

export interface CountUsageOptions {
  index: SessionIndex;
  /** What all sessions of this machine used: one that is asked about alone would count what it repeats of another. */
  readUsage(): Promise<SessionUsages>;
  /** The store that knows what sessions without a file used. */
  store(): ThreadStore | undefined;
  onFault(error: unknown): void;
  /** How long nothing is tried again after a fault. */
  restMs?: number;
}

/** Counting may take one part of so many of the time. */
const REST = 20;
const REST_MS = 5000;
/** How fast sessions of a store that grow are asked for again, in bytes a second each. */
const STORED_BYTES_A_SECOND = 4 * 1024 * 1024;

/** Brings the tokens of some sessions in the index up to date. What fails is told, and tried again later. */
export function createUsageCounter(options: CountUsageOptions): (entries: readonly SessionEntry[]) => Promise<void> {
  const { index, readUsage, store, onFault, restMs = REST_MS } = options;
  /** The time of its last line that a session had when the files were counted, by key. */
  let counted = new Map<string, number>();
  let counting: Promise<void> | undefined;
  let restUntil = 0;
  const stored = createPacer(STORED_BYTES_A_SECOND);

  async function countFiles(): Promise<void> {
    const began = performance.now();
    const times = new Map(Array.from(index.all(), ({ key, head }) => [key, head.lastAt]));
    try {
      const usages = await readUsage();
      for (const { key, path, head } of [...index.all()]) {
        if (path !== undefined) index.setUsage(key, usages.get(usageName({ agent: head.agent, threadId: head.id })));
      }
      counted = times;
      restUntil = performance.now() + (performance.now() - began) * REST;
    } catch (error) {
      restUntil = performance.now() + restMs;
      onFault(error);
    }
  }

  async function countStored(entry: SessionEntry): Promise<boolean> {
    const known = store();
    if (!entry.stored || !known) return true;
    stored.note(entry);
    try {
      index.setUsage(entry.key, await storedUsage(known, entry.stored.session));
      return true;
    } catch (error) {
      stored.forget(entry);
      onFault(error);
      return false;
    }
  }

  return async (entries) => {
    const isDue = entries.some(({ key, path, head }) => path !== undefined && counted.get(key) !== head.lastAt);
    if (isDue && performance.now() >= restUntil) {
      counting ??= countFiles().finally(() => {
        counting = undefined;
      });
    }
    if (isDue) await counting;
    for (const entry of entries) {
      if (entry.path !== undefined || !stored.isDue(entry)) continue;
      // A store that does not answer is not asked for all others, too.
      if (!(await countStored(entry))) return;
    }
  };
}
