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

/** Listens to files of any agent: by its events where no scan knows its lines. */
export function createUsageRecorder(agents?: readonly AgentStore[]): UsageRecorder {
  return createFactRecorder((context) => createEventFold(context, agents));
}

/** Counts each request once, by the first file that tells it. `reviews`: when reviews without a file here began. */
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

/** Whether a request is told apart by its place in a file, and so only within its thread; by its time too, of several files. */
export function isLineKey(key: string): boolean {
  return /^L\d+(?:@\d+)?$/.test(key);
}

/** When a review began, where the file is of one; and from when to when the file repeats what its reviews used. */
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
      // One that never ends is open to the end of time.
      times.to = Number.MAX_SAFE_INTEGER;
    }
    if ('exit' in fact) times.to = fact.exit;
  }
  return times;
}

/** Of one file they are asked for several times in a row. Only the last: of all files in turn they would not fit. */
let unpacked: { packed: WeakRef<Uint8Array>; facts: readonly UsageFact[] } | undefined;

function factsOf(packed: Uint8Array): readonly UsageFact[] {
  if (unpacked?.packed.deref() === packed) return unpacked.facts;
  const facts = unpackFacts(packed);
  unpacked = { packed: new WeakRef(packed), facts };
  return facts;
}
