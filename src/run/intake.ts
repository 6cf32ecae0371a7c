import type { Outcome } from '../thread/outcome.ts';
import { createEventReader, type EventReaderOptions } from '../wires/event-reader.ts';
import type { EventLog } from './event-log.ts';
import type { OutcomeQueue } from './outcome-queue.ts';
import type { RunSummary } from './run-summary.ts';

/** Takes what the agent prints: first into the log, then through the reader, then into the summary and the queue. */
export interface Intake {
  push(chunk: Uint8Array): void;
  end(): void;
  /** The dialect says when a turn is over. */
  readonly marksTurnEnds: boolean;
}

export interface IntakeParts {
  log: EventLog | undefined;
  reader: EventReaderOptions | undefined;
  summary: RunSummary;
  queue: OutcomeQueue;
}

export function createIntake({ log, reader: options, summary, queue }: IntakeParts): Intake {
  const reader = createEventReader(options);
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

  return {
    push(chunk) {
      log?.write(chunk);
      weight += chunk.length;
      deliver(reader.push(chunk));
    },
    end() {
      // Codex 0.20 to 0.42 just stops after the last line of a turn.
      marksTurnEnds = reader.wire !== 'codex-legacy';
      deliver(reader.end());
    },
    get marksTurnEnds() {
      return marksTurnEnds;
    },
  };
}
