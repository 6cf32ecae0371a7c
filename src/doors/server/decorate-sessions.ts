import { type CountUsageOptions, createUsageCounter } from './count-usage.ts';
import type { Decorate } from './list-routes.ts';
import { createPacer } from './pacer.ts';
import type { SessionEntry } from './session-index.ts';
import type { SourceOf } from './source-of.ts';
import { glanceOf } from './transcript/glance.ts';
import { createSentRows } from './transcript/sent-rows.ts';

/** A larger file is not read for a list. */
const MAX_SHAPE_BYTES = 8 * 1024 * 1024;
/** The number of sessions of one page whose shape is read. The next request reads the rest. */
const MAX_SHAPES_AT_ONCE = 40;
/** The most bytes of a text that a list shows. */
const GLANCE_BYTES = 600;
/** The rate at which growing files are read again for their shape, in bytes a second each. */
const SHAPED_BYTES_A_SECOND = 256 * 1024;

export interface DecoratorOptions extends CountUsageOptions {
  sourceOf: SourceOf;
}

/** Adds tokens and, of sessions that a list may read, shape to those of its page. Unchanged ones are not read again. */
export function createDecorator({ sourceOf, ...counting }: DecoratorOptions): Decorate {
  const { index } = counting;
  const count = createUsageCounter(counting);
  const shaped = createPacer(SHAPED_BYTES_A_SECOND);

  /** A store of many machines notes who reads what, and to look at a list is not to read its sessions. */
  const mayBeRead = ({ path }: SessionEntry) =>
    path !== undefined || counting.store()?.capabilities().machines !== true;

  async function shape(entry: SessionEntry): Promise<void> {
    const { key, size } = entry;
    if (size > MAX_SHAPE_BYTES) return;
    shaped.note(entry);
    const fold = createSentRows({ maxTextBytes: GLANCE_BYTES });
    for await (const outcomes of sourceOf(entry).read()) for (const outcome of outcomes) fold.push(outcome);
    index.setGlance(key, glanceOf(fold.rows));
  }

  return async (entries) => {
    await count(entries);
    const stale = entries.filter((entry) => mayBeRead(entry) && shaped.isDue(entry));
    for (const entry of stale.slice(0, MAX_SHAPES_AT_ONCE)) {
      // A file that cannot be read has no shape. Its page says what is wrong with it.
      await shape(entry).catch(() => {});
    }
  };
}
