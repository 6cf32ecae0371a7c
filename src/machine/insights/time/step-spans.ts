import type { RowKind } from '../../../core/writers/rows/row.ts';
import type { TimedStep } from './timed-step.ts';

/** What ran from when to when, in milliseconds since the session began. */
export interface StepSpan {
  row: number;
  /** 0: the model and the person; 1 and 2: tools and answers, which may run side by side. */
  lane: number;
  from: number;
  to: number;
  /** The kind of the step; `reasoning` for the time in which the model wrote a call. */
  kind: RowKind;
  failed: boolean;
}

export interface StepSpans {
  /** Milliseconds since 1970; undefined without a clock. */
  start: number | undefined;
  end: number;
  spans: StepSpan[];
  /** The times between the end of the agent's work and the next prompt. */
  waits: [from: number, to: number][];
}

/** A longer silence before a step is no work on it. */
export const PAUSE_MS = 300_000;

/** The lanes of tools and answers. What the model thinks and the person says is above them. */
const LANES = [1, 2];
const TOP: ReadonlySet<RowKind> = new Set(['prompt', 'context', 'reasoning', 'divider']);
/** Steps that are only text: the time in which they came is theirs. */
const TEXTS: ReadonlySet<RowKind> = new Set(['answer', 'reasoning', 'image']);

type SpannedStep = Pick<TimedStep, 'row' | 'kind' | 'role' | 'time' | 'ms' | 'failed' | 'parent' | 'inherited'>;

/**
 * The begin and end of each step. Agents write a text down when its last byte came: the model worked on it since the
 * step before, and on a call until it was made. A person's text takes no time; what lies between it and the last work
 * before it is the wait for the person.
 */
export function stepSpans(steps: readonly SpannedStep[]): StepSpans {
  const timed = steps.filter(({ time, inherited }) => time !== undefined && !inherited);
  const start = timed.reduce((least, { time = 0 }) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const spans: StepSpan[] = [];
  const waits: StepSpans['waits'] = [];
  const busyUntil = [0, 0, 0];
  /** The ends of steps that still run at the time of the step that is looked at. */
  let running: number[] = [];
  /** The time of the last thing that happened, and the end of the agent's last work. */
  let last = 0;
  let workEnd = 0;
  let end = 0;

  function add(step: SpannedStep, from: number, to: number, kind: RowKind): void {
    const free = LANES.find((place) => (busyUntil[place] ?? 0) <= from);
    const lane = TOP.has(kind) ? 0 : (free ?? 2);
    busyUntil[lane] = Math.max(busyUntil[lane] ?? 0, to);
    end = Math.max(end, to);
    spans.push({ row: step.row, lane, from, to, kind, failed: kind === step.kind && step.failed });
  }

  for (const step of timed) {
    const at = (step.time ?? start) - start;
    const until = at + (step.ms ?? 0);
    last = running.reduce((most, one) => (one <= at ? Math.max(most, one) : most), last);
    running = running.filter((one) => one > at);
    const isWritten = step.role === 'assistant' && at > last && at - last <= PAUSE_MS;
    if (step.kind === 'prompt' && step.parent === undefined && workEnd > 0 && at > workEnd) waits.push([workEnd, at]);
    if (isWritten && step.ms === undefined && TEXTS.has(step.kind)) add(step, last, at, step.kind);
    else {
      if (isWritten) add(step, last, at, 'reasoning');
      add(step, at, until, step.kind);
    }
    if (step.role === 'assistant') workEnd = Math.max(workEnd, until);
    if (until > at) running.push(until);
    last = Math.max(last, at);
  }
  return { start: timed.length === 0 ? undefined : start, end, spans, waits };
}
