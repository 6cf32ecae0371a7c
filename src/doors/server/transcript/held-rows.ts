import type { Outcome } from '../../../core/thread/outcome.ts';
import type { Row } from '../api-types.ts';

/** Rows of lines that a reader holds back: after a silence they are shown as if the file ended there. */
export interface HeldRows {
  /** Those that follow the rows that are settled. */
  readonly rows: readonly Row[];
  /** Takes what a line gave, and whether it touched a row. */
  note(outcome: Outcome, hasRow: boolean): void;
  /** All that is there was read: if nothing more comes for a while, the rows are made. */
  wait(): void;
  /** Forgets those in whose place others came: these are told, and are of a later line. */
  settle(): void;
  drop(): void;
}

export interface HeldRowsOptions {
  /** All rows of the session, as if its input ended here. */
  readAll(): Promise<readonly Row[]>;
  settled(): readonly Row[];
  /** Told rows that were made. */
  onRows(rows: readonly Row[]): void;
  /** How long nothing must come, besides the time that the length of the session takes. */
  quietMs?: number;
}

const QUIET_MS = 500;
/** All of the session is read for it: so much of it for each second of silence, in bytes. */
const BYTES_A_SECOND = 1024 * 1024;

export function createHeldRows({ readAll, settled, onRows, quietMs = QUIET_MS }: HeldRowsOptions): HeldRows {
  let rows: readonly Row[] = [];
  /** A line gave nothing, and none after it a row. */
  let mayHold = false;
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  /** Counts what came, to know whether something did while all was read. */
  let count = 0;

  async function make(): Promise<void> {
    const before = count;
    // What cannot be read now is told by whoever follows it.
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
    note(outcome, hasRow) {
      count += 1;
      bytes = outcome.offset;
      if (hasRow || isTurnEnd(outcome)) mayHold = false;
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

/** Nothing is held back over the end of a turn. */
function isTurnEnd(outcome: Outcome): boolean {
  return outcome.ok && outcome.events.some(({ type }) => /^turn\.(?:completed|failed|aborted)$/.test(type));
}
