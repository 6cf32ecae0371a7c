import type { ThreadEvent } from '../../../core/thread/event.ts';
import type { RowFold } from '../../../core/writers/rows/row-fold.ts';
import type { Row } from '../api-types.ts';
import { hideInRow } from '../hide-secrets.ts';
import type { ApiRun } from '../run-types.ts';
import { createSentRows } from '../transcript/sent-rows.ts';

/** The end of the thread of a run, as rows. The whole thread is the session's own page. */
export interface RunRows {
  /** Takes an event and returns the rows that are new or changed. */
  add(event: ThreadEvent): Row[];
  /** The turn is over: what is long ago may go. */
  rest(): void;
  /** The last rows, without their secrets. */
  last(): Row[];
  readonly total: number;
  readonly plan: ApiRun['plan'];
  readonly changed: ApiRun['changed'];
}

const MAX_TEXT_BYTES = 16 * 1024;
const SHOWN_ROWS = 200;
/** Beyond that the fold begins anew at the end of a turn, so that a run of days does not grow. */
const MAX_ROWS = 1000;
const MAX_FILES = 200;
/** The fold measures age in bytes of input; events have none. */
const EVENT_BYTES = 4096;
const HELD_BYTES = 8 * 1024 * 1024;

export function createRunRows(): RunRows {
  const newFold = () => createSentRows({ maxTextBytes: MAX_TEXT_BYTES, heldBytes: HELD_BYTES });
  let fold: RowFold = newFold();
  /** Rows before the first of the fold, and the last of them. */
  let base = 0;
  let earlier: Row[] = [];
  let line = 0;
  let plan: ApiRun['plan'];
  /** Lines of each file by row: a row that is told twice counts once. */
  const files = new Map<string, Map<number, { add: number; del: number }>>();

  /** These numbers are not the session's, so the rest of a long text cannot be asked for by them. */
  const numbered = (row: Row): Row => ({ ...hideInRow(row), row: base + row.row, provisional: true });

  function note({ row, status, blocks }: Row): void {
    for (const block of blocks) {
      if (block.type === 'plan') plan = block.items.slice(0, MAX_FILES);
      if (block.type !== 'diff' || (!files.has(block.path) && files.size >= MAX_FILES)) continue;
      const ofFile = files.get(block.path) ?? new Map();
      if (status === 'failed' || status === 'declined' || status === 'running') ofFile.delete(base + row);
      else ofFile.set(base + row, { add: block.add, del: block.del });
      files.set(block.path, ofFile);
    }
  }

  return {
    add(event) {
      line += 1;
      const touched = [
        ...fold.push({ ok: true, line, offset: line * EVENT_BYTES, events: [event], problems: [] }),
      ].sort((a, b) => a.row - b.row);
      for (const row of touched) note(row);
      return touched.map(numbered);
    },
    rest() {
      if (fold.rows.length <= MAX_ROWS) return;
      earlier = fold.rows.slice(-SHOWN_ROWS).map(numbered);
      base += fold.rows.length;
      fold = newFold();
    },
    last() {
      const own = fold.rows.slice(-SHOWN_ROWS).map(numbered);
      return own.length >= SHOWN_ROWS ? own : [...earlier, ...own].slice(-SHOWN_ROWS);
    },
    get total() {
      return base + fold.rows.length;
    },
    get plan() {
      return plan;
    },
    get changed() {
      return [...files].flatMap(([path, rows]) => {
        const sum = { path, add: 0, del: 0 };
        for (const { add, del } of rows.values()) {
          sum.add += add;
          sum.del += del;
        }
        return rows.size > 0 ? [sum] : [];
      });
    },
  };
}
