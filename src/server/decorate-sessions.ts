import { openSession } from '../sessions/open-session.ts';
import { sessionUsage } from '../usage/session-usage.ts';
import type { Decorate } from './list-routes.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';
import { shapeOf } from './transcript/outline.ts';
import { createRowFold } from './transcript/row-fold.ts';

/** A larger file is not read for the sake of a list. */
const MAX_SHAPE_BYTES = 8 * 1024 * 1024;
/** How many sessions of one page are looked at for their shape; the next request finds the rest. */
const MAX_SHAPES_AT_ONCE = 40;
/** Rows for a shape need no text. */
const NO_TEXT = 0;

/** How fast files that grow are read again for their tokens and for their shape, in bytes a second each. */
const COUNTED_BYTES_A_SECOND = 4 * 1024 * 1024;
const SHAPED_BYTES_A_SECOND = 256 * 1024;

/** Knows what was looked at before, and did not change; and what is too long to be looked at again so soon. */
function createPacer(bytesASecond: number) {
  const seen = new Map<string, { lastAt: number; until: number }>();
  return {
    isDue({ key, head }: SessionEntry): boolean {
      const known = seen.get(key);
      return !known || (known.lastAt !== head.lastAt && Date.now() >= known.until);
    },
    note({ key, size, head }: SessionEntry): void {
      seen.set(key, { lastAt: head.lastAt, until: Date.now() + (size / bytesASecond) * 1000 });
    },
  };
}

/** Gives the sessions of a page of the list their tokens and their shape. What did not change is not looked at again. */
export function createDecorator(index: SessionIndex): Decorate {
  const counted = createPacer(COUNTED_BYTES_A_SECOND);
  const shaped = createPacer(SHAPED_BYTES_A_SECOND);

  async function count(entries: readonly SessionEntry[]): Promise<void> {
    const stale = entries.filter((entry) => entry.path !== undefined && counted.isDue(entry));
    if (stale.length === 0) return;
    const paths = stale.flatMap(({ path }) => (path === undefined ? [] : [path]));
    // Before anything is read: others may ask for the same meanwhile.
    for (const entry of stale) counted.note(entry);
    const sums = await sessionUsage(paths);
    for (const { key, head } of stale) {
      const usage = sums.get(`${head.agent}:${head.id}`);
      if (usage) index.setUsage(key, usage);
    }
  }

  async function shape(entry: SessionEntry): Promise<void> {
    const { key, path, size } = entry;
    if (path === undefined || size > MAX_SHAPE_BYTES) return;
    shaped.note(entry);
    const session = await openSession({ path });
    const fold = createRowFold({ maxTextBytes: NO_TEXT });
    for await (const outcomes of session.eventBatches({ ownOnly: true })) {
      for (const outcome of outcomes) fold.push(outcome);
    }
    index.setShape(key, shapeOf(fold.rows));
  }

  return async (page) => {
    const entries = page.flatMap((entry) => [entry, ...childEntries(entry)]);
    await count(entries).catch(() => {});
    const stale = entries.filter(shaped.isDue);
    for (const entry of stale.slice(0, MAX_SHAPES_AT_ONCE)) {
      // A file that cannot be read has no shape: its page says what is wrong with it.
      await shape(entry).catch(() => {});
    }
  };

  function childEntries({ key }: SessionEntry): SessionEntry[] {
    return index.childrenOf(key).flatMap((child) => index.get(child.key) ?? []);
  }
}
