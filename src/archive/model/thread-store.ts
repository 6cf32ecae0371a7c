import type { KeptUsage } from '../../machine/usage/find-usage-files.ts';
import type { TokenCounts } from '../../machine/usage/token-counts.ts';
import type { UsageQuarter } from '../../machine/usage/usage-quarter.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { BlockRange, BlockRow } from './block-row.ts';
import type { SearchOptions, SearchPage, SearchQuery } from './search-query.ts';
import type { SessionFilter, SessionKey, SessionRow } from './session-row.ts';

/** The start and the length of a page. */
export interface Page {
  /** The maximum number of rows. A store may return fewer; `next` tells if there are more. */
  limit: number;
  /** The `next` of the previous page; absent for the first one. Its content is opaque. */
  cursor?: string | undefined;
}

/** One page of rows. */
export interface Paged<Row> {
  rows: Row[];
  /** The start of the next page; absent on the last one. */
  next?: string | undefined;
}

/** Selects files. All given conditions must hold. */
export interface TouchedFilter {
  /** A whole path, or its last parts: `src/a.ts` finds `/home/me/project/src/a.ts`. */
  path?: string | undefined;
  /** Only what this session touched. */
  session?: SessionKey | undefined;
  /** The maximum number of rows. Default: 1000. */
  limit?: number | undefined;
}

/** A session's use of a file. */
export interface TouchedRow {
  session: SessionKey;
  /** The path that the tool was given, made absolute with the working folder. */
  path: string;
  how: 'read' | 'written';
  /** Number of calls. */
  count: number;
}

/** What a store can add usage up by. */
export const usageGroups = ['day', 'session', 'project', 'model', 'agent', 'machine'] as const;

/** Whose work, in the store of a team server. All given conditions must hold. */
export interface WorkFilter {
  /** The person's name, as `usageBy` tells it. */
  person?: string | undefined;
  /** A team that the person is in, of those that the reader may know of. */
  team?: string | undefined;
  /** The repository's name; the folder of what is in none. */
  repository?: string | undefined;
}

/** Selects requests. All given conditions must hold. */
export interface StoreUsageFilter extends WorkFilter {
  agent?: string | undefined;
  session?: SessionKey | undefined;
  /** A folder. Matches work in it or below it. */
  project?: string | undefined;
  /** The machine of the requests, in a store of many. */
  machine?: string | undefined;
  /** Milliseconds since 1970, `until` excluded. A request without a time counts only if neither bound is given. */
  since?: number | undefined;
  until?: number | undefined;
}

/** Which usage a store adds up, and by what. */
export interface StoreUsageQuery extends StoreUsageFilter {
  by: (typeof usageGroups)[number];
  /** The time zone of days, such as `Europe/Berlin`. Default: this machine's. */
  zone?: string | undefined;
}

/** Total usage of some requests. */
export interface UsageSum extends TokenCounts {
  /** A day `YYYY-MM-DD`, a thread's id, a folder, a model, an agent or a machine; empty if unknown. */
  key: string;
  requests: number;
}

/** What a store of many people can add usage up by, in any combination. */
export const workGroups = ['person', 'team', 'repository', 'machine', 'model', 'agent'] as const;
/** One of `workGroups`. */
export type WorkGroup = (typeof workGroups)[number];

/** Whose usage a store of many people adds up, and by what. */
export interface WorkUsageQuery extends Omit<StoreUsageFilter, 'session'> {
  /** One to three different groups. Times are beginnings of quarters of an hour: every day of every zone begins with one. */
  by: readonly WorkGroup[];
}

/** Usage by whose work it is. */
export interface WorkUsage {
  /** One for each combination of keys, model, tier and size of requests. A sum has its keys as fields. */
  sums: UsageQuarter[];
  /** The number of sessions for each combination of keys, in the order of `by`. */
  sessions: { keys: string[]; count: number }[];
  /** The number of all of them. */
  total: number;
}

/** Whose kept sums are wanted. */
export interface UsageSumsOptions extends WorkFilter {
  /** Only what was done on this machine, in a store of many. */
  machine?: string | undefined;
  /** The homes whose files count, in a store of one machine; all by default. What is gone counts, wherever it was. */
  homes?: readonly { agent: string; path: string }[] | undefined;
  /** Paths of files that were written to since. What the store keeps of them does not count. */
  changed?: ReadonlySet<string> | undefined;
  /** Reads these files, and those of the homes of which the store keeps nothing: the packed facts of each by its path. */
  factsOf?: ((paths: ReadonlySet<string>) => Promise<ReadonlyMap<string, Uint8Array>>) | undefined;
}

/** A change in the store. */
export interface StoreChange {
  /** `changed`: new, or with other blocks than before. `gone`: its agent deleted its file; the rows are still there. */
  kind: 'changed' | 'gone';
  session: SessionKey;
  /** The place to continue from: `changes(cursor)`. */
  cursor: string;
}

/** What a store can do that not all of them can. */
export interface StoreCapabilities {
  /** The search for exact strings: `indexed` uses an index and checks the texts, `scan` reads all texts. */
  exact: 'indexed' | 'scan';
  /** True if `best` is supported. */
  rank: boolean;
  /** True if it holds sessions of many machines: `machine` tells which. */
  machines: boolean;
}

/** Reads a store for commands, the viewer and the MCP server; never writes. One contract suite runs on every store. */
export interface ThreadStore {
  /** Newest first, by the time of the last message. */
  listSessions(filter: SessionFilter, page: Page): Promise<Paged<SessionRow>>;
  /** Without a home in the key: the session that was last written to. */
  getSession(key: SessionKey): Promise<SessionRow | undefined>;
  /** In the order of the conversation. Empty if there is no such session. */
  readBlocks(key: SessionKey, range: BlockRange): Promise<BlockRow[]>;
  /** Finds the places where the query matches, newest first or best first. */
  search(query: SearchQuery, page: Page, options?: SearchOptions): Promise<SearchPage>;
  /** Words of the store that differ from those of a text by few letters, nearest first. The redacted store has none. */
  nearWords?(text: string): Promise<string[]>;
  /** The number of sessions that `listSessions` would give on all pages, those of some folders and below alone if they are named. */
  countSessions?(filter: SessionFilter, projects?: readonly string[]): Promise<number>;
  /** By path, then the newest session first. */
  filesTouched(filter: TouchedFilter): Promise<TouchedRow[]>;
  /** Counts each request once, whatever sessions repeat it. Days in order; anything else by usage, highest first. */
  usage(query: StoreUsageQuery): Promise<UsageSum[]>;
  /** The requests behind the sums, newest first. */
  usageRows(filter: StoreUsageFilter, page: Page): Promise<Paged<UsageRow>>;
  /** Kept sums of all requests; undefined if they are not known yet. From the first call on they are kept. */
  usageSums?(options?: UsageSumsOptions): Promise<UsageQuarter[] | undefined>;
  /** Adds usage up by person, team, repository or machine. Only a store of many people, of what its reader may see. */
  usageBy?(query: WorkUsageQuery): Promise<WorkUsage>;
  /** A mark of all sessions that its reader may see now. Only a store of which that may become less. */
  sight?(): Promise<string>;
  /** What it keeps of the requests of files that are gone. `found`: the paths that are there. Only a store of one machine. */
  keptUsage?(found: ReadonlySet<string>): Promise<KeptUsage[]>;
  /** The bytes as the agent wrote them. Throws `not-found` if the file is gone: `readBlocks` still has its text. */
  openRaw(key: SessionKey): AsyncIterable<Uint8Array>;
  /** Yields changes from now on, or since a cursor. Ends when the signal is aborted. */
  changes(since: string | 'now', signal: AbortSignal): AsyncIterable<StoreChange>;
  /** What this store can do. */
  capabilities(): StoreCapabilities;
  /**
   * The same store for anybody but its owner. All it tells is redacted, and nothing that it finds, counts or reads depends
   * on a secret. Keys are as they are: they name sessions, and are not to be shown. `openRaw` throws `unsupported`.
   */
  redacted(): ThreadStore;
  /** Closes it. Nothing may be asked of it then. */
  close(): Promise<void>;
}
