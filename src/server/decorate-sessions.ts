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

/** Gives the sessions of a page of the list their tokens and their shape. What did not change is not looked at again. */
export function createDecorator(index: SessionIndex): Decorate {
  /** By key, when the session was last written to when it was looked at. */
  const counted = new Map<string, number>();
  const shaped = new Map<string, number>();

  async function count(entries: readonly SessionEntry[]): Promise<void> {
    const stale = entries.filter(({ key, path, head }) => path !== undefined && counted.get(key) !== head.lastAt);
    const paths = stale.flatMap(({ path }) => (path === undefined ? [] : [path]));
    // Before anything is read: others may ask for the same meanwhile.
    for (const { key, head } of stale) counted.set(key, head.lastAt);
    const sums = await sessionUsage(paths);
    for (const { key, head } of stale) {
      const usage = sums.get(`${head.agent}:${head.id}`);
      if (usage) index.setUsage(key, usage);
    }
  }

  async function shape({ key, path, head, size }: SessionEntry): Promise<void> {
    if (path === undefined || size > MAX_SHAPE_BYTES) return;
    shaped.set(key, head.lastAt);
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
    const stale = entries.filter(({ key, head }) => shaped.get(key) !== head.lastAt);
    for (const entry of stale.slice(0, MAX_SHAPES_AT_ONCE)) {
      // A file that cannot be read has no shape: its page says what is wrong with it.
      await shape(entry).catch(() => {});
    }
  };

  function childEntries({ key }: SessionEntry): SessionEntry[] {
    return index.childrenOf(key).flatMap((child) => index.get(child.key) ?? []);
  }
}
