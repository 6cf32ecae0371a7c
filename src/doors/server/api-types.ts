import type { TokenCounts, UsageTotal } from '../../machine/usage/index.ts';
import type { Row, RowKind } from './row-types.ts';
import type { RunEvent } from './run-types.ts';

/** The one contract between `server/` and `web/`. Every answer that is an object has `schema: 1`. */

export type {
  ApiFind,
  ApiLines,
  ApiMessage,
  ApiOutline,
  ApiRow,
  ApiRows,
  ApiSpans,
  ApiText,
  ApiTextRange,
  Row,
  RowBlock,
  RowKind,
} from './row-types.ts';
export { ROW_KIND_LETTERS } from './row-types.ts';
export type { ApiHit, ApiSearch, ApiSearchFacets } from './search-types.ts';
export type {
  ApiChangedFile,
  ApiChanges,
  ApiCompare,
  ApiEdit,
  ApiHunk,
  ApiInsights,
  ApiNoted,
  ApiNoting,
  ApiProblems,
  ApiTime,
} from './work-types.ts';

export const API_SCHEMA = 1;

export interface ApiError {
  /** A code from a closed list: `not-found`, `bad-request`, `unauthorised`, `too-many`, `gone`, `internal`. */
  error: string;
}

/** `GET /api/hello`. */
export interface ApiHello {
  schema: number;
  version: string;
  /** `ghosts`: sessions of which only prompts are left can be asked for. */
  /** `notes`: stars, tags, notes and titles can be given. */
  /** `team`: figures by person, repository and machine can be asked for. */
  features: { run: boolean; ghosts: boolean; notes: boolean; team: boolean };
  /**
   * Required in the header `x-threadline-write` of every POST, besides an Origin and a body of JSON. Each answer has its
   * own. Empty where the server is read only.
   */
  writeToken: string;
  /** The agents that the server knows, with the names and marks that the page shows. */
  agents: ApiAgent[];
  /** The folders that were searched for sessions, by agent. */
  homes: { agent: string; path: string; exists: boolean }[];
  index: ApiIndexState;
  /** No session was found, and the bundled sample is shown. */
  sample: boolean;
  /** Sessions come from a server, which holds those of many machines. */
  remote: boolean;
  /** Whoever is logged in, by name. Absent where nobody logs in. */
  person?: string;
}

/** The name and marks of an agent on the page. */
export interface ApiAgent {
  name: string;
  /** The agent's name for people. */
  title: string;
  /** Two letters that stand for the name, and their colour on a light and a dark page, if it has one. */
  letters: string;
  light?: string;
  dark?: string;
  /** The environment variable that names the agent's home. */
  homeVariable?: string;
}

/** `GET /api/code`: opens the page once, as `?code=…`. It is for an address that others on the machine may see. */
export interface ApiCode {
  schema: number;
  code: string;
}

/** `GET /api/proof?challenge=…`, the one answer without a token: shows that this server knows it, without telling it. */
export interface ApiProof {
  schema: number;
  proof: string;
}

export interface ApiIndexState {
  state: 'indexing' | 'fresh' | 'off';
  files: number;
  done: number;
  bytes: number;
  doneBytes: number;
  /** The age of the archive's newest full look at the homes; 0 if there was none yet. */
  lagMs: number;
  /** Why the last update of the archive failed. It is tried again. Never set on a `fresh` one. */
  behind?: 'busy' | 'disk-full' | 'stopped' | 'fault';
}

/** The status of a session, from its lines and their age. `gone`: the agent deleted the file. */
export type ApiStatus = 'working' | 'waiting' | 'failed' | 'done';

/** Tokens and cost; `costUsd` is null if nothing could be priced. */
export interface ApiUsage extends Pick<UsageTotal, keyof TokenCounts | 'total' | 'costUsd'> {
  /** Tokens of models without a price, by model. */
  unpriced?: Record<string, number>;
}

/** A session in the list. `key` is `<agent>/<id>`, a key of the index and never a path. */
export interface SessionHead {
  key: string;
  agent: string;
  id: string;
  title: string;
  firstPrompt?: string;
  /** The beginning of the last answer, in one line. Known once the session was read for the list. */
  lastAnswer?: string;
  /** The working folder, in full and in short (`~/threadline`). */
  project?: string;
  projectName?: string;
  /** The machine that wrote the session, if a server tells it. */
  machine?: string;
  /** Whose it is, the teams of that person that the reader may know of, and its repository, if a server tells them. */
  person?: string;
  teams?: readonly string[];
  repository?: string;
  branch?: string;
  model?: string;
  version?: string;
  status: ApiStatus;
  gone?: true;
  /** Only its prompts are left, in the agent's own log. `assumed`: the log names no session, so which belong together is a guess. */
  ghost?: { prompts: number; assumed: boolean };
  /** Milliseconds since 1970. */
  startedAt?: number;
  lastAt: number;
  turns: number;
  messages: number;
  errors: number;
  problems: number;
  /** The time from the first to the last line, in milliseconds. */
  ms?: number;
  usage?: ApiUsage;
  /** Row kinds in order of time, at most 24 pieces: `[kind, weight]`. */
  shape: [kind: RowKind, weight: number][];
  parent?: string;
  forkedFrom?: string;
  /** The session from which this one was handed over. It is listed under that one, like a sub-agent. */
  copyOf?: string;
  /** What a person noted: 'threadline star', 'tag' and 'note'. A title of theirs stands in `title`. */
  starred?: true;
  tags?: readonly string[];
  note?: string;
  children?: number;
  /** Started by a program and finished in one turn. Hidden behind "show automated runs". */
  automated?: true;
  /** The present work of a running session, in one line: the open command, or what it waits for. */
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
  /** The number of lines with a problem, in all sessions. */
  problems: number;
  revision: number;
  /** Counts for each filter, over what the other filters leave. */
  facets: { agents: ApiCount[]; projects: ApiCount[]; models: ApiCount[]; tags: ApiCount[] } & ApiWorkFacets;
  /** Sums by group, if `group=day` was asked for. */
  groups?: { key: string; sessions: number; tokens: number; costUsd: number | null }[];
}

/** The same by whose work it is, where a server tells that. */
export interface ApiWorkFacets {
  people?: ApiCount[];
  teams?: ApiCount[];
  repositories?: ApiCount[];
  machines?: ApiCount[];
}

export interface ApiCount {
  key: string;
  name: string;
  count: number;
}

/** `GET /api/ghosts`: the logs of prompts are read for this answer alone. No other list, count or search knows of them. */
export interface ApiGhosts {
  schema: number;
  /** The newest, each with `ghost`. */
  items: SessionHead[];
  total: number;
}

/** `GET /api/ghosts/:key`. */
export interface ApiPrompts {
  schema: number;
  head: SessionHead;
  /** The first ones, without their secrets. `at` is 0 if the log does not tell the time; `cut`: the text goes on. */
  prompts: { text: string; at: number; cut?: true }[];
  total: number;
}

/** `GET /api/sessions/:key`. */
export interface ApiSession {
  schema: number;
  head: SessionHead;
  /** As in the outline. */
  early?: true;
  /** The heads of sub-agents and forks. */
  children: SessionHead[];
  parent?: SessionHead;
  files: { path: string; add: number; del: number }[];
  counts: Partial<Record<RowKind, number>>;
  /** The tools that were called, the most used first, and the commits that commands made. */
  tools: { name: string; calls: number; failed: number }[];
  commits: { row: number; hash: string; subject: string }[];
  wire: string;
  /** Other sessions with the same first prompt, the newest first; at most five. */
  alike?: SessionHead[];
  /** The command that resumes the session in a terminal, if the agent has one. */
  resume?: string;
}

/** `GET /api/usage?by=&since=&until=&agent=&project=&model=`. */
export interface ApiUsageReport {
  schema: number;
  by: string;
  zone: string;
  prices: { date: string; source: string };
  /** For a row that is a session: its key in the index, its title and its model. */
  rows: (ApiUsage & {
    key: string;
    sessions: number;
    requests: number;
    session?: string;
    title?: string;
    model?: string;
  })[];
  total: ApiUsage & { sessions: number; requests: number };
  /** The time agents were at work, the most at once, the number of sub-agents, and the cost without those. */
  work: { ms: number; peak: number; subAgents: number; mainCostUsd: number | null };
}

/** `GET /api/usage/explain?key=&by=`: the requests behind a figure. */
export interface ApiUsageExplain {
  schema: number;
  rows: (ApiUsage & { session: string; title?: string; at: number; model?: string; tier?: string; line: number })[];
  more?: string;
}

/** `GET /api/sessions/:key/export/preview`: what redaction would replace, shown before an export is written. */
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
  /** The number of sessions now. While it does not change, the list's counts need not be fetched again. */
  sessions: number;
  index: ApiIndexState;
}

/**
 * Events of `GET /api/events?list=1&session=<key>&after=<line>.<reading>`, the one stream of a tab. The id of a
 * session's event is such a place. To resume at line N, the server resends every row that this or a later line touched,
 * or sends `reset` if the file was read anew since. When rows come in several events, only the last one says that the
 * line is reached. After `resync` the stream ends.
 */
export type LiveEvent =
  | { event: 'rows'; data: { session: string; rows: Row[]; total: number; last: number; reading: number } }
  | { event: 'list'; data: ApiListNews }
  | { event: 'reset'; data: { session: string; reason: string } }
  | { event: 'resync'; data: Record<string, never> }
  | RunEvent;
