import type { Outcome } from '../../../core/thread/outcome.ts';
import type { Row } from '../api-types.ts';

/** Rows of lines that a reader holds back. After a silence they are shown as if the file ended there. */
export interface HeldRows {
  /** The rows after the settled ones. */
  readonly rows: readonly Row[];
  /** Takes the outcome of a line, and the last row that it touched. */
  note(outcome: Outcome, row: Row | undefined): void;
  /** Marks that everything was read. If nothing more comes for a while, the rows are made. */
  wait(): void;
  /** Drops held rows that others replaced. Those are reported, and belong to a later line. */
  settle(): void;
  drop(): void;
}

export interface HeldRowsOptions {
  /** All rows of the session, as if its input ended here. */
  readAll(): Promise<readonly Row[]>;
  settled(): readonly Row[];
  /** Called with the rows that were made. */
  onRows(rows: readonly Row[]): void;
  /** The silence to wait for, besides the time that the length of the session adds. */
  quietMs?: number;
}

const QUIET_MS = 500;
/** The whole session is read for it, so each second of silence allows for this many bytes. */
const BYTES_A_SECOND = 1024 * 1024;

export function createHeldRows({ readAll, settled, onRows, quietMs = QUIET_MS }: HeldRowsOptions): HeldRows {
  let rows: readonly Row[] = [];
  /** True if the last lines may have more to tell: one gave nothing, or the turn goes on and not with an answer. */
  let mayHold = false;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Counts input, to notice what came while everything was read. */
  let count = 0;

  async function make(): Promise<void> {
    const before = count;
    // A read error is reported by whoever follows the session.
    const all = await readAll().catch(() => []);
    if (count !== before) return;
    rows = all.slice(settled().length);
    if (rows.length > 0) onRows(rows);
  }

  function drop(): void {
    clearTimeout(timer);
    count += 1;
    rows = [];
    mayHold = false;
  }

  return {
    get rows() {
      return rows;
    },
    note(outcome, row) {
      count += 1;
      bytes = outcome.offset;
      if (isTurnEnd(outcome)) mayHold = false;
      // Some agents do not mark the end of a turn that failed: only the end of the file tells it.
      else if (row) mayHold = row.kind !== 'answer' && row.kind !== 'prompt';
      else if (outcome.ok && outcome.events.length === 0) mayHold = true;
    },
    wait() {
      clearTimeout(timer);
      if (!mayHold) return;
      timer = setTimeout(make, quietMs + (bytes / BYTES_A_SECOND) * 1000);
      timer.unref();
    },
    settle() {
      if (rows.length > 0) rows = rows.filter(({ row }) => row >= settled().length);
    },
    drop,
  };
}

/** Nothing is held back beyond the end of a turn. */
function isTurnEnd(outcome: Outcome): boolean {
  return outcome.ok && outcome.events.some(({ type }) => /^turn\.(?:completed|failed|aborted)$/.test(type));
}
