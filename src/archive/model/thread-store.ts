import type { TokenCounts } from '../../machine/usage/token-counts.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { BlockRange, BlockRow } from './block-row.ts';
import type { SearchOptions, SearchPage, SearchQuery } from './search-query.ts';
import type { SessionFilter, SessionKey, SessionRow } from './session-row.ts';

/** Where a page begins and how long it is. */
export interface Page {
  /** At most so many rows; an implementation may give fewer, and says by `next` whether there are more. */
  limit: number;
  /** The `next` of the page before; absent for the first one. Nothing is to be read out of it. */
  cursor?: string | undefined;
}

export interface Paged<Row> {
  rows: Row[];
  /** Where the next page begins; absent on the last one. */
  next?: string | undefined;
}

/** Which files are meant. All that is given must hold. */
export interface TouchedFilter {
  /** A whole path, or its last parts: `src/a.ts` finds `/home/me/project/src/a.ts`. */
  path?: string | undefined;
  /** Only what this session touched. */
  session?: SessionKey | undefined;
  /** At most so many rows; 1000 where it is absent. */
  limit?: number | undefined;
}

/** That a session used a file. */
export interface TouchedRow {
  session: SessionKey;
  /** As the tool was given it, made absolute with the working folder. */
  path: string;
  how: 'read' | 'written';
  /** How many calls. */
  count: number;
}

export const usageGroups = ['day', 'session', 'project', 'model', 'agent', 'machine'] as const;

/** Which requests are meant. All that is given must hold. */
export interface StoreUsageFilter {
  agent?: string | undefined;
  session?: SessionKey | undefined;
  /** A folder: what was done in it or below it. */
  project?: string | undefined;
  /** The machine that it was done on, where the store holds many. */
  machine?: string | undefined;
  /** Milliseconds since 1970, `until` excluded. A request without a time counts only where neither bound is given. */
  since?: number | undefined;
  until?: number | undefined;
}

export interface StoreUsageQuery extends StoreUsageFilter {
  by: (typeof usageGroups)[number];
  /** Whose days they are, `Europe/Berlin`; by default this machine's. */
  zone?: string | undefined;
}

/** What some requests used together. */
export interface UsageSum extends TokenCounts {
  /** A day `YYYY-MM-DD`, a thread's id, a folder, a model, an agent, a machine; empty where the requests do not tell. */
  key: string;
  requests: number;
}

/** Something in the store changed. */
export interface StoreChange {
  /** `changed`: new, or with other blocks than before; `gone`: its agent deleted its file, the rows are still there. */
  kind: 'changed' | 'gone';
  session: SessionKey;
  /** To go on from here: `changes(cursor)`. */
  cursor: string;
}

export interface StoreCapabilities {
  /** How exact strings are found: by an index and a look at the texts, or by looking at all texts. */
  exact: 'indexed' | 'scan';
  /** Whether `best` can be asked for. */
  rank: boolean;
  /** It holds sessions of many machines: `machine` tells which. */
  machines: boolean;
}

/** What commands, the viewer and the MCP server read. One contract suite runs on every store. Nothing here writes. */
export interface ThreadStore {
  /** The newest first, by the time of their last message. */
  listSessions(filter: SessionFilter, page: Page): Promise<Paged<SessionRow>>;
  /** Without a home in the key: the one that was last written to. */
  getSession(key: SessionKey): Promise<SessionRow | undefined>;
  /** In the order of the conversation. None for a session that is not there. */
  readBlocks(key: SessionKey, range: BlockRange): Promise<BlockRow[]>;
  search(query: SearchQuery, page: Page, options?: SearchOptions): Promise<SearchPage>;
  /** By path, then the newest session first. */
  filesTouched(filter: TouchedFilter): Promise<TouchedRow[]>;
  /** Each request once, whatever sessions repeat it. Days in their order, anything else by what it used, most first. */
  usage(query: StoreUsageQuery): Promise<UsageSum[]>;
  /** The requests behind the sums, the newest first. */
  usageRows(filter: StoreUsageFilter, page: Page): Promise<Paged<UsageRow>>;
  /** The bytes as the agent wrote them. Throws `not-found` where the file is gone: `readBlocks` still has its text. */
  openRaw(key: SessionKey): AsyncIterable<Uint8Array>;
  /** What changes from now on, or changed since; ends when the signal is aborted. */
  changes(since: string | 'now', signal: AbortSignal): AsyncIterable<StoreChange>;
  capabilities(): StoreCapabilities;
  close(): Promise<void>;
}
