import { API_SCHEMA, type ApiSpans, type Row } from '../api-types.ts';
import { isError } from './outline.ts';

/** The lanes of tools and answers, which may run side by side. What the model thinks and the person says is above them. */
const LANES = [1, 2];
const TOP: ReadonlySet<Row['kind']> = new Set(['prompt', 'context', 'reasoning', 'divider']);

/** A longer silence before a row is no work on it. */
const PAUSE_MS = 300_000;

/** Rows that are only text: the time in which they came is theirs. */
const TEXTS: ReadonlySet<Row['kind']> = new Set(['answer', 'reasoning', 'image']);

/**
 * The begin and end of each row, for the time ruler. Overlapping rows are in separate lanes. Agents write a text down
 * when its last byte came: the model worked on it since the row before, and on a call until it was made. A person's text
 * takes no time; what lies between it and the last work before it is the wait for the person.
 */
export function spansOf(rows: readonly Row[]): ApiSpans {
  const timed = rows.filter(({ time, inherited }) => time !== undefined && !inherited);
  const start = timed.reduce((least, { time = 0 }) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const spans: ApiSpans['spans'] = [];
  const waits: ApiSpans['waits'] = [];
  const busyUntil = [0, 0, 0];
  /** The ends of rows that still run at the time of the row that is looked at. */
  let running: number[] = [];
  /** The time of the last thing that happened, and the end of the agent's last work. */
  let last = 0;
  let workEnd = 0;
  let end = 0;

  function add(row: Row, from: number, until: number, kind: Row['kind']): void {
    const free = LANES.find((place) => (busyUntil[place] ?? 0) <= from);
    const lane = TOP.has(kind) ? 0 : (free ?? 2);
    busyUntil[lane] = Math.max(busyUntil[lane] ?? 0, until);
    end = Math.max(end, until);
    spans.push([row.row, lane, from, until, kind, kind === row.kind && isError(row) ? 1 : 0]);
  }

  for (const row of timed) {
    const at = (row.time ?? start) - start;
    const until = at + (row.ms ?? 0);
    last = running.reduce((most, one) => (one <= at ? Math.max(most, one) : most), last);
    running = running.filter((one) => one > at);
    const isWritten = row.role === 'assistant' && at > last && at - last <= PAUSE_MS;
    if (row.kind === 'prompt' && row.parent === undefined && workEnd > 0 && at > workEnd) waits.push([workEnd, at]);
    if (isWritten && row.ms === undefined && TEXTS.has(row.kind)) add(row, last, at, row.kind);
    else {
      if (isWritten) add(row, last, at, 'reasoning');
      add(row, at, until, row.kind);
    }
    if (row.role === 'assistant') workEnd = Math.max(workEnd, until);
    if (until > at) running.push(until);
    last = Math.max(last, at);
  }
  return { schema: API_SCHEMA, spans, waits, end };
}
