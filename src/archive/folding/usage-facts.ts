import type { AgentStore } from '../../machine/sessions/store.ts';
import { createRequestLedger } from '../../machine/usage/request-ledger.ts';
import { createEventFold } from '../../machine/usage/scan-events.ts';
import {
  createFactRecorder,
  replayFacts,
  type UsageFact,
  type UsageRecorder,
  unpackFacts,
} from '../../machine/usage/usage-facts.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';

/** Reads files of any agent: by events if no scan knows its lines. */
export function createUsageRecorder(agents?: readonly AgentStore[]): UsageRecorder {
  return createFactRecorder((context) => createEventFold(context, agents));
}

/** Counts each request once, by the first file that has it. `reviews`: start times of reviews without a file here. */
export function countedRows(
  files: Iterable<Uint8Array>,
  onRow: (row: UsageRow) => void,
  reviews: readonly number[] = [],
): void {
  const ledger = createRequestLedger(onRow);
  for (const beganAt of reviews) ledger.beginThread(true, beganAt);
  for (const packed of files) replayFacts(factsOf(packed), ledger);
  ledger.end();
}

/** True if a request is identified by its place in a file: only within its thread, and by its time too across files. */
export function isLineKey(key: string): boolean {
  return /^L\d+(?:@\d+)?$/.test(key);
}

/** The start of a review, if the file is one; and the span in which the file repeats the usage of its reviews. */
export interface ReviewTimes {
  beganAt?: number | undefined;
  from?: number | undefined;
  to?: number | undefined;
}

export function reviewTimes(packed: Uint8Array | undefined): ReviewTimes {
  const times: ReviewTimes = {};
  for (const fact of packed ? factsOf(packed) : []) {
    if ('thread' in fact) times.beganAt = fact.thread;
    if ('enter' in fact) {
      times.from ??= fact.enter;
      // A review that never ends stays open forever.
      times.to = Number.MAX_SAFE_INTEGER;
    }
    if ('exit' in fact) times.to = fact.exit;
  }
  return times;
}

/** The facts of one file are needed several times in a row. Only the last is kept: those of all files would not fit. */
let unpacked: { packed: WeakRef<Uint8Array>; facts: readonly UsageFact[] } | undefined;

function factsOf(packed: Uint8Array): readonly UsageFact[] {
  if (unpacked?.packed.deref() === packed) return unpacked.facts;
  const facts = unpackFacts(packed);
  unpacked = { packed: new WeakRef(packed), facts };
  return facts;
}
