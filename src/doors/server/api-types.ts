import type { TokenCounts, UsageTotal } from '../../machine/usage/index.ts';
import type { Row, RowKind } from './row-types.ts';

/** The one contract between `server/` and `web/`. Every answer that is an object carries `schema: 1`. */

export type {
  ApiFind,
  ApiLines,
  ApiMessage,
  ApiOutline,
  ApiRows,
  ApiSpans,
  ApiText,
  ApiTextRange,
  Row,
  RowBlock,
  RowKind,
} from './row-types.ts';
export { ROW_KIND_LETTERS } from './row-types.ts';

export const API_SCHEMA = 1;

export interface ApiError {
  /** A code from a closed list: `not-found`, `bad-request`, `unauthorised`, `too-many`, `gone`, `internal`. */
  error: string;
}

/** `GET /api/hello`. */
export interface ApiHello {
  schema: number;
  version: string;
  features: { run: boolean };
  /** Wanted in the header `x-threadline-write` of every request that changes something; nothing does yet. */
  writeToken: string;
  /** The agents that the server knows: how the page names and marks them. */
  agents: ApiAgent[];
  /** Where sessions were looked for, by agent. */
  homes: { agent: string; path: string; exists: boolean }[];
  index: ApiIndexState;
  /** No session was found: what is shown is the bundled sample. */
  sample: boolean;
  /** What is shown comes from a server: sessions of many machines. */
  remote: boolean;
}

/** How an agent is shown. */
export interface ApiAgent {
  name: string;
  /** What people call it. */
  title: string;
  /** Two letters in place of the name, and their colour on a light and on a dark page, if it has one. */
  letters: string;
  light?: string;
  dark?: string;
  /** The variable of the environment that names its home. */
  homeVariable?: string;
}

/** `GET /api/code`: opens the page once, as `?code=…`; for an address that others on the machine may see. */
export interface ApiCode {
  schema: number;
  code: string;
}

export interface ApiIndexState {
  state: 'indexing' | 'fresh' | 'off';
  files: number;
  done: number;
  bytes: number;
  doneBytes: number;
  /** How old the archive's newest whole look at the homes is; 0 where there was none yet. */
  lagMs: number;
  /** Why it could not be brought up to date the last time; it is tried again. Never of a `fresh` one. */
  behind?: 'busy' | 'disk-full' | 'stopped' | 'fault';
}

/** Where a session stands, by what its lines say and how old they are. `gone`: the agent deleted the file. */
export type ApiStatus = 'working' | 'waiting' | 'failed' | 'done';

/** Tokens and money; `costUsd` is null where nothing could be priced. */
export interface ApiUsage extends Pick<UsageTotal, keyof TokenCounts | 'total' | 'costUsd'> {
  /** Tokens of models without a price, by model. */
  unpriced?: Record<string, number>;
}

/** A session as the list shows it. `key` is `<agent>/<id>`, a key of the index and never a path. */
export interface SessionHead {
  key: string;
  agent: string;
  id: string;
  title: string;
  firstPrompt?: string;
  /** The working folder, whole and as people say it (`~/threadline`). */
  project?: string;
  projectName?: string;
  /** The machine that it was written on, where a server tells it. */
  machine?: string;
  branch?: string;
  model?: string;
  version?: string;
  status: ApiStatus;
  gone?: true;
  /** Milliseconds since 1970. */
  startedAt?: number;
  lastAt: number;
  turns: number;
  messages: number;
  errors: number;
  problems: number;
  /** From the first to the last line, in milliseconds. */
  ms?: number;
  usage?: ApiUsage;
  /** Kinds in order of time, at most 24 pieces: `[kind, weight]`. */
  shape: [kind: RowKind, weight: number][];
  parent?: string;
  forkedFrom?: string;
  children?: number;
  /** Started by a program and done in one turn: hidden behind "show automated runs". */
  automated?: true;
  /** What a running session does now, one line: the open command, or what it waits for. */
  now?: { text: string; since: number };
}

/** `GET /api/sessions`. */
export interface ApiSessions {
  schema: number;
  items: SessionHead[];
  /** Opaque; absent on the last page. */
  next?: string;
  total: number;
  bytes: number;
  /** Lines with something wrong in them, in all sessions. */
  problems: number;
  revision: number;
  /** Counts for the filters, over everything that the other filters leave. */
  facets: { agents: ApiCount[]; projects: ApiCount[]; models: ApiCount[] };
  /** Sums by group, where `group=day` was asked. */
  groups?: { key: string; sessions: number; tokens: number; costUsd: number | null }[];
}

export interface ApiCount {
  key: string;
  name: string;
  count: number;
}

/** `GET /api/sessions/:key`. */
export interface ApiSession {
  schema: number;
  head: SessionHead;
  /** Sub-agents and forks, as heads. */
  children: SessionHead[];
  parent?: SessionHead;
  files: { path: string; add: number; del: number }[];
  counts: Partial<Record<RowKind, number>>;
  wire: string;
  /** The command that resumes it in a terminal, where the agent has one. */
  resume?: string;
}

/** `GET /api/search`. */
export interface ApiSearch {
  schema: number;
  query: string;
  mode: 'words' | 'phrase' | 'exact' | 'regex';
  searched: { sessions: number; of: number };
  lagMs: number;
  more?: string;
  hits: ApiHit[];
  /** Where `facets=1` was asked. */
  facets?: ApiSearchFacets;
}

/** Counts for the menus of a search: for each what the others leave, of the newest hits. */
export interface ApiSearchFacets {
  agents: ApiCount[];
  roles: ApiCount[];
  projects: ApiCount[];
  /** How many hits were counted, and whether there are more. */
  counted: number;
  more?: true;
}

export interface ApiHit {
  session: string;
  agent: string;
  title: string;
  project?: string;
  message: string;
  role: string;
  kind: string;
  tool?: string;
  time?: number;
  before: string;
  match: string;
  after: string;
}

/** `GET /api/usage?by=&since=&until=&agent=&project=&model=`. */
export interface ApiUsageReport {
  schema: number;
  by: string;
  zone: string;
  prices: { date: string; source: string };
  /** Where a row is a session: its key in the index, what it is called, and its model. */
  rows: (ApiUsage & {
    key: string;
    sessions: number;
    requests: number;
    session?: string;
    title?: string;
    model?: string;
  })[];
  total: ApiUsage & { sessions: number; requests: number };
  /** How long agents were at work, how many at once, how many were sub-agents, and the cost without those. */
  work: { ms: number; peak: number; subAgents: number; mainCostUsd: number | null };
}

/** `GET /api/usage/explain?key=&by=`: the requests behind a figure. */
export interface ApiUsageExplain {
  schema: number;
  rows: (ApiUsage & { session: string; title?: string; at: number; model?: string; tier?: string; line: number })[];
  more?: string;
}

/** `GET /api/problems`: bad lines and unknown kinds by agent and version. */
export interface ApiProblems {
  schema: number;
  looked: { sessions: number; of: number };
  groups: {
    agent: string;
    version: string;
    code: string;
    /** The kind's or the field's name; never content. */
    name?: string;
    count: number;
    sessions: number;
    sample?: { session: string; line: number };
  }[];
}

/** What redaction would replace: shown before an export is written. `GET /api/sessions/:key/export/preview`. */
export interface ApiExportPreview {
  schema: number;
  redactions: { rule: string; count: number }[];
  bytes: number;
}

/** Sessions that are new, changed or gone. */
export interface ApiListNews {
  upserts: SessionHead[];
  gone: string[];
  revision: number;
  /** How many there are now: as long as it stays, no counts of the list have to be asked for again. */
  sessions: number;
  index: ApiIndexState;
}

/**
 * Events of `GET /api/events?list=1&session=<key>&after=<line>.<reading>`, the one stream of a tab. The id of an event of a
 * session is such a place; to resume at line N every row that was touched by it or by a later one is sent again, or `reset`
 * where the file was read anew since. Of rows that come in several events only the last one says that the line is reached.
 * After `resync` the stream ends.
 */
export type LiveEvent =
  | { event: 'rows'; data: { session: string; rows: Row[]; total: number; last: number; reading: number } }
  | { event: 'list'; data: ApiListNews }
  | { event: 'reset'; data: { session: string; reason: string } }
  | { event: 'resync'; data: Record<string, never> };
