import type { ApiText, Row, RowKind } from '../../core/writers/rows/row.ts';
import type { ApiUsage } from './api-types.ts';

export type { ApiText, Row, RowBlock, RowKind } from '../../core/writers/rows/row.ts';
export { ROW_KIND_LETTERS } from '../../core/writers/rows/row.ts';

/** The part of the contract with `web/` for one transcript. `api-types.ts` has the rest. */

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
