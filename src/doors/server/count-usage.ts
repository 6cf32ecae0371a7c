import { storedUsage } from '../../archive/model/stored-usage.ts';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { type SessionUsages, usageName } from '../../machine/usage/session-sums.ts';
import { createPacer } from './pacer.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';

export interface CountUsageOptions {
  index: SessionIndex;
  /**
   * The usage of all sessions of this machine, deleted ones included. A session counted alone would count what it repeats
   * of another. Absent if the sessions are not of this machine.
   */
  readUsage?: (() => Promise<SessionUsages>) | undefined;
  /** The store that knows the usage of other sessions. */
  store(): ThreadStore | undefined;
  onFault(error: unknown): void;
  /** The pause after a fault. */
  restMs?: number;
}

/** Counting may take one part in this many of the time. */
const REST = 20;
const REST_MS = 5000;
/** The rate at which growing sessions of a store are read again, in bytes a second each. */
const STORED_BYTES_A_SECOND = 4 * 1024 * 1024;

/** Updates the tokens of some sessions in the index. A failure is reported, and tried again later. */
export function createUsageCounter(options: CountUsageOptions): (entries: readonly SessionEntry[]) => Promise<void> {
  const { index, readUsage, store, onFault, restMs = REST_MS } = options;
  /** By key, the time of a session's last line when the files were counted. */
  let counted = new Map<string, number>();
  let counting: Promise<void> | undefined;
  let restUntil = 0;
  const stored = createPacer(STORED_BYTES_A_SECOND);

  async function countFiles(read: () => Promise<SessionUsages>): Promise<void> {
    const began = performance.now();
    const times = new Map(Array.from(index.all(), ({ key, head }) => [key, head.lastAt]));
    try {
      const usages = await read();
      for (const { key, head } of [...index.all()]) {
        index.setUsage(key, usages.get(usageName({ agent: head.agent, threadId: head.id })));
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
    if (readUsage) {
      const isDue = entries.some(({ key, head }) => counted.get(key) !== head.lastAt);
      // Deleted sessions are known only once the archive is open, mostly just after the first count.
      const isNew = entries.some(({ key, path }) => path === undefined && !counted.has(key));
      if (isDue && (isNew || performance.now() >= restUntil)) {
        counting ??= countFiles(readUsage).finally(() => {
          counting = undefined;
        });
      }
      if (isDue) await counting;
      return;
    }
    for (const entry of entries) {
      if (!stored.isDue(entry)) continue;
      // A store that does not answer is not asked about the others either.
      if (!(await countStored(entry))) return;
    }
  };
}
