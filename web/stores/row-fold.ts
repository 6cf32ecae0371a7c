import { type ApiOutline, ROW_KIND_LETTERS, type Row, type RowKind } from '../../src/doors/server/api-types.ts';

const KIND_OF_LETTER = new Map<string, RowKind>(
  Object.entries(ROW_KIND_LETTERS).map(([kind, letter]) => [letter, kind as RowKind]),
);

/** The rows in one page, and the number of pages held. */
export const PAGE_ROWS = 200;
const MAX_PAGES = 60;

/**
 * Everything known of a session's rows. Rows from requests and from the stream are applied alike: a row replaces the
 * one in its place if it is of the same or a later line, so order and repetition do not matter.
 */
export class RowFold {
  readonly rows = new Map<number, Row>();
  /** The kinds of all rows, held or not: from the outline, then from the rows that came since. */
  readonly kinds: RowKind[] = [];
  readonly lines: number[] = [];
  readonly errors = new Set<number>();
  /** The last line of the file that something came from. */
  last = 0;
  /** The reading of the file that the rows come from; 0 before the first. */
  reading = 0;
  /** Counts changes, for watchers. */
  version = 0;
  /** Counts changes in the number, kinds and failures of rows. Most pages of rows that come change none. */
  shape = 0;
  #pagesByUse: number[] = [];

  applyOutline(outline: ApiOutline): void {
    for (let row = 0; row < outline.kinds.length; row += 1) {
      if (this.rows.has(row)) continue;
      this.#setKind(row, KIND_OF_LETTER.get(outline.kinds[row] ?? '') ?? 'unknown');
      this.lines[row] = outline.lines[row] ?? 1;
    }
    for (const row of outline.errors) this.#setError(row, true);
    this.last = Math.max(this.last, outline.last);
    this.version += 1;
  }

  applyRows(rows: readonly Row[], last: number): void {
    for (const row of rows) {
      const held = this.rows.get(row.row);
      if (held && held.lines[1] > row.lines[1]) continue;
      this.rows.set(row.row, row);
      this.#fill(row.row);
      this.#setKind(row.row, row.kind);
      this.#setError(row.row, isFailed(row));
      this.touch(Math.floor(row.row / PAGE_ROWS));
    }
    this.last = Math.max(this.last, last);
    this.version += 1;
  }

  get total(): number {
    return this.kinds.length;
  }

  /** A page in view is the last to be dropped. */
  touch(page: number): void {
    if (this.#pagesByUse.at(-1) === page) return;
    this.#pagesByUse = [...this.#pagesByUse.filter((other) => other !== page), page];
    while (this.#pagesByUse.length > MAX_PAGES) this.#drop(this.#pagesByUse.shift() ?? 0);
  }

  /** The most recently viewed pages. */
  pagesInUse(count: number): number[] {
    return this.#pagesByUse.slice(-count);
  }

  holdsPage(page: number): boolean {
    for (let row = page * PAGE_ROWS; row < Math.min((page + 1) * PAGE_ROWS, this.total); row += 1) {
      if (!this.rows.has(row)) return false;
    }
    return true;
  }

  clear(): void {
    this.rows.clear();
    this.kinds.length = 0;
    this.lines.length = 0;
    this.errors.clear();
    this.last = 0;
    this.reading = 0;
    this.#pagesByUse = [];
    this.version += 1;
    this.shape += 1;
  }

  #setKind(row: number, kind: RowKind): void {
    if (this.kinds[row] === kind) return;
    this.kinds[row] = kind;
    this.shape += 1;
  }

  #setError(row: number, isError: boolean): void {
    if (this.errors.has(row) === isError) return;
    if (isError) this.errors.add(row);
    else this.errors.delete(row);
    this.shape += 1;
  }

  /** Adds rows before a new one that have not come yet, of an unknown kind. */
  #fill(row: number): void {
    for (let index = this.kinds.length; index <= row; index += 1) {
      this.#setKind(index, 'unknown');
      this.lines[index] = 3;
    }
  }

  #drop(page: number): void {
    for (let row = page * PAGE_ROWS; row < (page + 1) * PAGE_ROWS; row += 1) this.rows.delete(row);
  }
}

/** True for a row that `e` stops at. */
function isFailed(row: Row): boolean {
  if (row.inherited || row.withdrawn) return false;
  return row.status === 'failed' || row.status === 'declined' || row.kind === 'error';
}
