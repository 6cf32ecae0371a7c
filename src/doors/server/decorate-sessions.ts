import type { SessionKey } from '../../archive/model/session-row.ts';
import type { ThreadStore } from '../../archive/model/thread-store.ts';
import { archiveLimits } from '../../limits/archive.ts';
import { priceOf } from '../../machine/usage/price-of.ts';
import { defaultPrices } from '../../machine/usage/price-table.ts';
import { sessionUsage } from '../../machine/usage/session-usage.ts';
import { createUsageTotal, type UsageTotal } from '../../machine/usage/usage-total.ts';
import type { Decorate } from './list-routes.ts';
import type { SessionEntry, SessionIndex } from './session-index.ts';
import type { SourceOf } from './source-of.ts';
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

export interface DecoratorOptions {
  index: SessionIndex;
  sourceOf: SourceOf;
  /** The store that knows what sessions without a file used. */
  store(): ThreadStore | undefined;
}

/** Gives the sessions of a page of the list their tokens and their shape. What did not change is not looked at again. */
export function createDecorator({ index, sourceOf, store }: DecoratorOptions): Decorate {
  const counted = createPacer(COUNTED_BYTES_A_SECOND);
  const shaped = createPacer(SHAPED_BYTES_A_SECOND);

  async function count(entries: readonly SessionEntry[]): Promise<void> {
    const stale = entries.filter(counted.isDue);
    // Before anything is read: others may ask for the same meanwhile.
    for (const entry of stale) counted.note(entry);
    const paths = stale.flatMap(({ path }) => (path === undefined ? [] : [path]));
    const sums = paths.length > 0 ? await sessionUsage(paths) : new Map<string, UsageTotal>();
    for (const { key, path, stored, head } of stale) {
      const known = path === undefined && stored;
      const usage = known ? await storedUsage(known.session) : sums.get(`${head.agent}:${head.id}`);
      if (usage) index.setUsage(key, usage);
    }
  }

  async function storedUsage(session: SessionKey): Promise<UsageTotal | undefined> {
    const page = await store()?.usageRows({ session }, { limit: archiveLimits.maxPageRows });
    if (!page || page.rows.length === 0) return undefined;
    const sum = createUsageTotal();
    for (const row of page.rows) sum.add(row, priceOf(row, defaultPrices));
    return sum.total();
  }

  async function shape(entry: SessionEntry): Promise<void> {
    const { key, size } = entry;
    if (size > MAX_SHAPE_BYTES) return;
    shaped.note(entry);
    const fold = createRowFold({ maxTextBytes: NO_TEXT });
    for await (const outcomes of sourceOf(entry).read()) for (const outcome of outcomes) fold.push(outcome);
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
