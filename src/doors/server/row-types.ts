import type { StepKind } from '../../machine/insights/time/timed-step.ts';
import type { ApiUsage } from './api-types.ts';

/** The part of the contract with `web/` for one transcript. `api-types.ts` has the rest. */

/** A string of a transcript. The server sends at most 64 KiB unasked. Of a longer string it sends the beginning. */
export interface ApiText {
  text: string;
  /** The length of the whole text in bytes of UTF-8, if `more` is set. */
  bytes?: number;
  /** The number of lines of the whole text, if `more` is set. */
  lines?: number;
  /** The length of the beginning that is sent, if `more` is set. Hidden secrets make `text` shorter or longer. */
  sent?: number;
  /** The rest is at `/api/sessions/:key/rows/:row/text`. */
  more?: true;
}

/** The kinds of rows, each with its letter in the outline's `kinds` string. */
export const ROW_KIND_LETTERS = {
  prompt: 'p',
  context: 'x',
  answer: 'a',
  reasoning: 'r',
  command: 'c',
  change: 'f',
  plan: 'l',
  mcp: 'm',
  tool: 't',
  web: 'w',
  agent: 'g',
  image: 'i',
  divider: 'd',
  error: 'e',
  problem: 'b',
  unknown: 'u',
} as const satisfies Record<StepKind, string>;

/** The kind of a row. It decides the glyph and the colour. */
export type RowKind = keyof typeof ROW_KIND_LETTERS;

/** One message or mark of the transcript. The page is a fold of rows: applying a row twice changes nothing. */
export interface Row {
  /** The row's position, from 0. It never changes. */
  row: number;
  /** The message's id, or `L<line>` for a mark that is not a message. */
  id: string;
  kind: RowKind;
  /** From 1; 0 before the first turn. */
  turn: number;
  role: 'user' | 'assistant' | 'system';
  /** Milliseconds since 1970. */
  time?: number;
  /** The duration in milliseconds. */
  ms?: number;
  /** `running`, `ok`, `failed`, `declined`, …; absent where it has no meaning. */
  status?: string;
  /** The lines of the file that the row was read from: the first, and the last that touched it. */
  lines: [first: number, last: number];
  blocks: RowBlock[];
  /** The session of the sub-agent that this call started. */
  child?: string;
  /** The id of the call that started this row's sub-agent, if both are in one file. */
  parent?: string;
  inherited?: true;
  withdrawn?: true;
  /** Told by the archive before the file was read that far: its number is a guess. */
  provisional?: true;
  /** Secrets in it are replaced by `[redacted:NAME]`. `rows/:row?secrets=1` returns it with them. */
  secrets?: true;
  problems?: { line: number; code: string; message: string }[];
}

/** The content of a row. Texts are cut at 64 KiB. In requests for the rest, `block` is the index in `Row.blocks`. */
export type RowBlock =
  | { type: 'markdown'; text: ApiText }
  /** `command`: the text is a command of the program that begins with this name: `/review`, `!`. */
  | { type: 'plain'; text: ApiText; command?: string }
  | { type: 'thinking'; text: ApiText }
  | { type: 'command'; command: ApiText; cwd?: string; output?: ApiText; exitCode?: number | null }
  | {
      type: 'diff';
      path: string;
      movePath?: string;
      change: 'add' | 'delete' | 'update';
      add: number;
      del: number;
      diff?: ApiText;
    }
  | { type: 'plan'; items: { text: string; state: 'done' | 'doing' | 'open' }[] }
  | { type: 'call'; server?: string; tool: string; input: ApiText; result?: ApiText; isError?: boolean }
  | { type: 'web'; query?: string; url?: string; result?: ApiText }
  | { type: 'image'; hash: string; mediaType: string; bytes: number }
  | { type: 'remote-image'; host: string; url: string }
  | { type: 'mark'; what: string; detail?: ApiText }
  | { type: 'note'; kind: string; text: ApiText }
  | { type: 'raw'; code?: string; message?: string; text: ApiText };

/** `GET /api/sessions/:key/outline`: columns for all rows. */
export interface ApiOutline {
  schema: number;
  rows: number;
  /** One letter for each row. */
  kinds: string;
  /** The estimated height of each row, in lines of text. */
  lines: number[];
  /** One entry for each turn: its first row and its title. */
  turns: { turn: number; row: number; title: string; time?: number; ms?: number; usage?: ApiUsage; failed?: true }[];
  /** Errors of the run, and calls that failed. */
  errors: number[];
  /** The tokens of the turns are not counted yet. */
  late?: true;
  /** Asked for with `early=1`: the file is not read to its end yet. All of it is asked for again. */
  early?: true;
  /** The last line of the file that was read. */
  last: number;
  /** The number of this reading. A file that was cut or replaced is read anew. Rows of two readings do not mix. */
  reading: number;
}

/** `GET /api/sessions/:key/rows?from=&limit=`; with `message=<id>` or `line=<number>`, the page of that row. */
export interface ApiRows {
  schema: number;
  rows: Row[];
  /** As in the outline. */
  early?: true;
  total: number;
  last: number;
  reading: number;
}

/** `GET /api/sessions/:key/rows/:row?secrets=1`: one row, as it is in the file. */
export interface ApiRow {
  schema: number;
  row: Row;
}

/**
 * `GET /api/sessions/:key/rows/:row/text?block=&part=&from=&bytes=`: a range in bytes, cut between characters. Here, in
 * messages and in lines, secrets are hidden unless `secrets=1` is asked for.
 */
export interface ApiTextRange {
  schema: number;
  text: string;
  from: number;
  to: number;
  bytes: number;
}

/** `GET /api/sessions/:key/rows/:row/message`: the message of a row as JSON, in Claude's shape. */
export interface ApiMessage {
  schema: number;
  message: ApiText;
}

/** `GET /api/sessions/:key/lines?from=&to=`. */
export interface ApiLines {
  schema: number;
  lines: { line: number; offset: number; bytes: number; text: string; more?: true; secrets?: true }[];
}

/** `GET /api/sessions/:key/find?q=&mode=text|regex`: at most 5 000 hits; for a regex, the first in each text. */
export interface ApiFind {
  schema: number;
  total: number;
  hits: { row: number; block: number; from: number; to: number }[];
  /** The regular expression took too long, and some rows were not searched. */
  gaveUp?: true;
}

/** `GET /api/sessions/:key/spans`: for the time ruler. Times are in milliseconds since the session began. */
export interface ApiSpans {
  schema: number;
  spans: [row: number, lane: number, start: number, end: number, kind: RowKind, failed: 0 | 1][];
  /** The times between the end of the agent's work and the next prompt. */
  waits: [start: number, end: number][];
  end: number;
}
