import { archiveLimits } from '../../limits/archive.ts';
import { nextTurn } from '../../machine/sessions/next-turn.ts';
import type { SearchHit, SearchOptions, SearchPage } from '../model/search-query.ts';
import type { Span } from './snippet.ts';
import type { SearchedText, TextFinder } from './text-finder.ts';

/** The blocks of a store that may match. `Found` is such a block with its text. */
export interface HitSource<Candidate extends { bytes: number }, Found> {
  /** The newest first. */
  candidates: Iterable<readonly Candidate[]> | AsyncIterable<readonly Candidate[]>;
  /** Omits blocks whose text cannot be read. */
  read(batch: readonly Candidate[]): readonly Found[] | Promise<readonly Found[]>;
  textOf(found: Found): SearchedText;
  hitOf(found: Found, span: Span, context: number): SearchHit;
  /** The cursor of the page after this hit. */
  cursorOf(found: Found): string;
}

export interface CollectOptions extends SearchOptions {
  limit: number;
  /** True if every candidate is a hit: no more of them are read than are wanted. */
  isSure: boolean;
  /** The number of all blocks, if all of them are candidates. */
  scannedOf?: number | undefined;
}

export const DEFAULT_CONTEXT = 80;
/** A pattern that times out this often is given up. */
const MOST_TIMEOUTS = 3;
const BATCH_BYTES = 4 * 1024 * 1024;

/** Finds the hits of one page, newest first, in any store. */
export async function collectHits<Candidate extends { bytes: number }, Found>(
  source: HitSource<Candidate, Found>,
  finder: TextFinder,
  options: CollectOptions,
): Promise<Pick<SearchPage, 'hits' | 'next' | 'gaveUp' | 'scanned'>> {
  const { limit, isSure, scannedOf, signal, context = DEFAULT_CONTEXT, onHit, onScan } = options;
  const hits: SearchHit[] = [];
  let [gaveUp, timeouts, seen] = [0, 0, 0];
  let [last, next]: (string | undefined)[] = [];

  /** True if there are enough. */
  async function take(batch: readonly Candidate[]): Promise<boolean> {
    const found = await source.read(batch);
    const spans = await finder.find(found.map(source.textOf));
    if (!spans) {
      gaveUp += found.length;
      timeouts += 1;
      return timeouts >= MOST_TIMEOUTS;
    }
    for (const [index, one] of found.entries()) {
      const span = spans[index];
      if (!span) continue;
      if (hits.length === limit) {
        next = last;
        return true;
      }
      last = source.cursorOf(one);
      const hit = source.hitOf(one, span, context);
      hits.push(hit);
      onHit?.(hit);
    }
    return false;
  }

  async function takeAll(): Promise<void> {
    for await (const page of source.candidates) {
      for (const batch of batchesOf(page, isSure ? limit + 1 : archiveLimits.regexBatchTexts)) {
        signal?.throwIfAborted();
        if (await take(batch)) return;
        await nextTurn();
      }
      seen += page.length;
      if (scannedOf !== undefined) onScan?.(seen, Math.max(seen, scannedOf));
    }
  }

  signal?.throwIfAborted();
  await takeAll();
  const scanned = scannedOf !== undefined;
  return { hits, ...(next !== undefined && { next }), scanned, ...(gaveUp > 0 && { gaveUp }) };
}

/** Batches of texts that fit into memory. */
export function* batchesOf<Candidate extends { bytes: number }>(
  page: readonly Candidate[],
  most: number,
): Generator<Candidate[]> {
  let batch: Candidate[] = [];
  let bytes = 0;
  for (const candidate of page) {
    batch.push(candidate);
    bytes += candidate.bytes;
    if (batch.length < most && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
