/** A thread as rows: what the viewer's page, a page that plays a session and the React components draw. */

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
} as const;

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
