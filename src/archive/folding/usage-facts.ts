import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { createDetectingFold } from '../../machine/usage/detect-fold.ts';
import { createRequestLedger, type MessageName, type RequestFacts } from '../../machine/usage/request-ledger.ts';
import type { FoldContext } from '../../machine/usage/usage-fold.ts';
import { createLineCutter } from '../../machine/usage/usage-lines.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';

/**
 * What a file tells of requests, in its order and not yet compared with other files: a fork repeats its parent's, and
 * which of the two counts may change when one of them is forgotten. `threadline usage` goes the same way over the files.
 */
type UsageFact =
  | { add: UsageRow; key?: string | undefined }
  | { message: UsageRow; id: string; how: MessageName }
  | { thread: number; isReview: boolean }
  | { enter: number }
  | { exit: number };

/** Listens to one file after the other. */
export interface UsageRecorder {
  begin(path: string, project: string | undefined): void;
  push(chunk: Uint8Array): void;
  /** What the file told so far, packed; undefined where it told nothing. More may follow. */
  look(): Uint8Array | undefined;
  /** The same of a file that ended. */
  end(): Uint8Array | undefined;
}

export function createUsageRecorder(): UsageRecorder {
  let facts: UsageFact[] = [];
  const told: RequestFacts = {
    add: (row, key) => facts.push({ add: row, key }),
    addMessage: (row, id, how) => facts.push({ message: row, id, how }),
    lacks: () => {},
    beginThread(isReview, startedAt) {
      if (isReview) facts.push({ thread: startedAt, isReview });
    },
    enterReview: (at) => facts.push({ enter: at }),
    exitReview: (at) => facts.push({ exit: at }),
  };
  const context: FoldContext = { ...told, path: '', project: undefined, badLine: () => {} };
  const fold = createDetectingFold(context);
  const cutter = createLineCutter(fold);
  return {
    begin(path, project) {
      // The file before may not have been read to its end.
      cutter.end();
      facts = [];
      context.path = path;
      context.project = project;
      fold.begin();
    },
    push(chunk) {
      if (!fold.isDone) cutter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    },
    look() {
      const before = facts;
      facts = [...before];
      fold.end();
      const packed = pack(facts);
      facts = before;
      return packed;
    },
    end() {
      cutter.end();
      fold.end();
      return pack(facts);
    },
  };
}

function pack(facts: readonly UsageFact[]): Uint8Array | undefined {
  return facts.length === 0 ? undefined : zstdCompressSync(JSON.stringify(facts));
}

/**
 * The requests that count, of files in the order in which they are given: each once, by the first that tells it.
 * `reviews`: when reviews began whose files are not among them.
 */
export function countedRows(
  files: Iterable<Uint8Array>,
  onRow: (row: UsageRow) => void,
  reviews: readonly number[] = [],
): void {
  const ledger = createRequestLedger(onRow);
  for (const beganAt of reviews) ledger.beginThread(true, beganAt);
  for (const packed of files) {
    ledger.beginFile();
    for (const fact of unpackFacts(packed)) {
      if ('add' in fact) ledger.add(fact.add, fact.key);
      else if ('message' in fact) ledger.addMessage(fact.message, fact.id, fact.how);
      else if ('thread' in fact) ledger.beginThread(fact.isReview, fact.thread);
      else if ('enter' in fact) ledger.enterReview(fact.enter);
      else ledger.exitReview(fact.exit);
    }
    ledger.endFile();
  }
  ledger.end();
}

/** Requests that something else than a file tells, each once. One that is named by its line has no name among others. */
export function packRequests(rows: readonly UsageRow[]): Uint8Array | undefined {
  return pack(rows.map((row): UsageFact => ({ add: row, key: isLineKey(row.key) ? undefined : row.key })));
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
  for (const fact of packed ? unpackFacts(packed) : []) {
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

/** Facts that cannot be read any more count nothing. */
function unpackFacts(packed: Uint8Array): readonly UsageFact[] {
  if (unpacked?.packed.deref() === packed) return unpacked.facts;
  try {
    // Written by `pack` above, and nothing else writes there.
    const facts = JSON.parse(zstdDecompressSync(packed).toString()) as UsageFact[];
    unpacked = { packed: new WeakRef(packed), facts };
    return facts;
  } catch {
    return [];
  }
}
