import type { SearchQuery } from '../../archive/model/search-query.ts';
import { type BlockPlace, type Candidate, type CandidateSource, newestPages } from './candidates.ts';
import type { Queries } from './connect.ts';
import { databaseTime } from './database-time.ts';
import type { Read } from './search.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A statement that took less than this may look at twice as long a time. */
const QUICK_MS = 1000;

/** A scan of all texts, the newest first, that ends when its time is over. */
export interface Scan {
  pages: AsyncGenerator<Candidate[]>;
  /** Where it stopped; undefined if it looked at everything. Everything that is newer was looked at. */
  stoppedBefore(): BlockPlace | undefined;
}

export interface ScanOptions {
  read: Read;
  query: SearchQuery;
  /** The candidates between two times. */
  between(since: number | undefined, until: number | undefined): CandidateSource;
  before: BlockPlace | undefined;
  /** Milliseconds. At least one stretch of time is looked at. */
  mostMs: number;
  /** The candidates of the first page. */
  first: number | undefined;
}

/**
 * No index helps a scan, and a server may hold years. So it goes back by stretches of time, each by a statement of its own,
 * and longer ones while that is quick: it can end between them, and say how far it looked.
 */
export function scanPages({ read, query, between, before, mostMs, first }: ScanOptions): Scan {
  const ends = performance.now() + mostMs;
  let stopped: BlockPlace | undefined;
  const isOver = () => performance.now() >= ends;

  async function* pages(): AsyncGenerator<Candidate[]> {
    const { since = Number.NEGATIVE_INFINITY } = query;
    let { until } = query;
    for (let stretch = 7 * DAY_MS; ; ) {
      const began = performance.now();
      // Times in which nothing was said cost nothing.
      const newest = await read((queries) => newestBlock(queries, until, before));
      if (newest === undefined || newest < since) return;
      const from = Math.floor(newest - stretch);
      for await (const page of newestPages(between(Math.max(from, since), until), before, first)) {
        yield page;
        stopped = isOver() ? page.at(-1) : undefined;
        if (stopped) return;
      }
      if (from <= since) return;
      // Everything that is not older than this was looked at.
      if (isOver()) stopped = { at: from, session: '0', seq: 0 };
      if (stopped) return;
      if (performance.now() - began < QUICK_MS) stretch *= 2;
      until = from;
    }
  }

  return { pages: pages(), stoppedBefore: () => stopped };
}

async function newestBlock(
  queries: Queries,
  until: number | undefined,
  before: BlockPlace | undefined,
): Promise<number | undefined> {
  const row = await queries.get(
    `select time_ms(max(at)) as newest from block where tenant = current_tenant()
      and at < to_timestamp($1::float8 / 1000) and at <= to_timestamp($2::float8 / 1000)`,
    [until === undefined ? LATEST : databaseTime(until), before?.at ?? LATEST],
  );
  return row?.newest == null ? undefined : Number(row.newest);
}

/** Later than any block. */
const LATEST = Date.UTC(9999, 0);
