import type { Outcome } from '../../../core/thread/outcome.ts';
import { createEventReader } from '../../../core/wires/event-reader.ts';
import { findWire } from '../../../core/wires/registry.ts';
import type { RunOptions } from '../agent-run.ts';
import { RunFailure } from '../run-result.ts';
import { type EventLog, openEventLog } from './event-log.ts';
import type { OutcomeQueue } from './outcome-queue.ts';
import type { RunSummary } from './run-summary.ts';

/** Takes the agent's output: first into the log, then through the reader, then into the summary and the queue. */
export interface RunReader {
  /** Opens the log. Throws a RunFailure if that fails. */
  open(): void;
  push(chunk: Uint8Array): void;
  /** Takes what was held back, closes the log and ends the queue, whatever fails meanwhile. */
  end(): void;
  /** True if the wire marks the end of a turn. */
  readonly marksTurnEnds: boolean;
  /** A failure to write the log, or of the reader. */
  readonly failure: RunFailure | undefined;
}

export function createRunReader(
  { eventLog, reader: options }: Pick<RunOptions, 'eventLog' | 'reader'>,
  summary: RunSummary,
  queue: OutcomeQueue,
): RunReader {
  const reader = createEventReader(options);
  let log: EventLog | undefined;
  let failure: RunFailure | undefined;
  /** Bytes since the last whole line: a long line comes in many chunks and weighs as much as all of them. */
  let weight = 0;
  let marksTurnEnds = true;

  function deliver(outcomes: Outcome[]): void {
    if (outcomes.length === 0) return;
    const arrival = new Date().toISOString();
    for (const outcome of outcomes) {
      if (!outcome.ok) continue;
      for (const event of outcome.events) {
        event.timestamp ??= arrival;
        summary.add(event);
      }
    }
    queue.add(outcomes, weight);
    weight = 0;
  }

  /** The run goes on without its log: the agent's work is worth more than the copy of its output. */
  function onLogError(error: unknown): void {
    failure ??= logFailure(error);
  }

  return {
    open() {
      if (eventLog === undefined) return;
      try {
        log = openEventLog(eventLog, onLogError);
      } catch (error) {
        throw logFailure(error);
      }
    },
    push(chunk) {
      log?.write(chunk);
      weight += chunk.length;
      deliver(reader.push(chunk));
    },
    end() {
      try {
        const { wire } = reader;
        if (wire !== undefined && wire !== 'unknown') ({ marksTurnEnds } = findWire(wire, options?.agents));
        deliver(reader.end());
      } catch (error) {
        failure ??= RunFailure.from(error);
      } finally {
        log?.close();
        queue.end();
      }
    },
    get marksTurnEnds() {
      return marksTurnEnds;
    },
    get failure() {
      return failure;
    },
  };
}

function logFailure(error: unknown): RunFailure {
  return new RunFailure('write-failed', `the event log cannot be written: ${error}`, error);
}
