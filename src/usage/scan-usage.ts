import { createDetectingFold } from './detect-fold.ts';
import { readChunks, readCompressedChunks } from './read-chunks.ts';
import { createReviewWindows, type ReviewWindow, type ReviewWindows } from './review-windows.ts';
import { createSeenKeys, type SeenKeys } from './seen-keys.ts';
import type { FoldContext } from './usage-fold.ts';
import { createLineCutter } from './usage-lines.ts';
import type { OnUsageProblem, UsageRow } from './usage-row.ts';

/** A file, and what is known of it from its place. */
export interface UsageSource {
  path: string;
  project?: string;
}

export interface UsageScanOptions {
  /** Told what kept a file from being counted; nothing is thrown for it. */
  onProblem?: OnUsageProblem;
  /** Told of every piece that was read, in bytes. */
  onBytes?(count: number): void;
}

/** What is known over all files of a scan. */
interface Scan {
  seen: SeenKeys;
  reviews: ReviewWindows;
  onProblem: OnUsageProblem;
  onBytes?(count: number): void;
}

/**
 * Reads what session files of any agent used: one row for each request, each request once, however many files repeat
 * it. Only the lines that tell are decoded, and no line is held whole that is long. Files are read in the given order,
 * and a request is told by the first that has it.
 */
export async function* scanUsage(
  sources: Iterable<string | UsageSource>,
  options: UsageScanOptions = {},
): AsyncGenerator<UsageRow> {
  for await (const rows of scanUsageBatches(sources, options)) yield* rows;
}

/** The same in batches, which are only lent: for whoever adds up millions. */
export async function* scanUsageBatches(
  sources: Iterable<string | UsageSource>,
  { onProblem = () => {}, onBytes }: UsageScanOptions = {},
): AsyncGenerator<readonly UsageRow[]> {
  const scan: Scan = { seen: createSeenKeys(), reviews: createReviewWindows(), onProblem, onBytes };
  for (const given of sources) {
    const source = typeof given === 'string' ? { path: given } : given;
    if (/\.zst$/i.test(source.path)) yield* scanCompressed(source, scan);
    else for (const rows of scanPlain(source, scan)) yield rows;
  }
  const untold = scan.reviews.untold();
  if (untold.length > 0) yield untold;
}

/** Rows wait for so many before they are handed on. */
const BATCH_ROWS = 1024;

function* scanPlain(source: UsageSource, scan: Scan): Generator<readonly UsageRow[]> {
  const file = createFileScan(source, scan);
  for (const chunk of readChunks(source.path, scan.onProblem)) {
    if (!file.push(chunk)) break;
    if (file.rows.length >= BATCH_ROWS) {
      yield file.rows;
      file.rows.length = 0;
    }
  }
  file.end();
  if (file.rows.length > 0) yield file.rows;
}

async function* scanCompressed(source: UsageSource, scan: Scan): AsyncGenerator<readonly UsageRow[]> {
  const file = createFileScan(source, scan);
  for await (const chunk of readCompressedChunks(source.path, scan.onProblem)) if (!file.push(chunk)) break;
  file.end();
  if (file.rows.length > 0) yield file.rows;
}

interface FileScan {
  readonly rows: UsageRow[];
  /** False: nothing that comes can count. */
  push(chunk: Buffer): boolean;
  end(): void;
}

function createFileScan({ path, project }: UsageSource, scan: Scan): FileScan {
  const rows: UsageRow[] = [];
  let badLine: number | undefined;
  let review: ReviewWindow | undefined;
  let isReview = false;

  function isNew(row: UsageRow, globalKey: string | undefined): boolean {
    // Without a name of its own a request is told by its place: a copy of the file has it in the same one.
    return scan.seen.add(`${row.agent} ${globalKey ?? `${row.threadId} ${row.key} ${row.at}`}`);
  }

  const context: FoldContext = {
    path,
    project,
    add(row, globalKey) {
      if (isNew(row, globalKey)) (review?.rows ?? rows).push(row);
    },
    badLine(line) {
      badLine ??= line;
    },
    beginThread(thread) {
      isReview = thread.isReview;
      if (isReview) scan.reviews.addReview(thread.startedAt);
    },
    enterReview(at) {
      if (!isReview) review ??= { from: at, to: 0, rows: [] };
    },
    exitReview(at) {
      if (!review) return;
      scan.reviews.addWindow({ ...review, to: at });
      review = undefined;
    },
  };
  const fold = createDetectingFold(context);
  const cutter = createLineCutter(fold);

  return {
    rows,
    push(chunk) {
      scan.onBytes?.(chunk.length);
      cutter.push(chunk);
      return !fold.isDone;
    },
    end() {
      cutter.end();
      fold.end();
      if (review) scan.reviews.addWindow(review);
      if (badLine !== undefined) {
        scan.onProblem({ code: 'bad-line', message: 'a line that tells usage cannot be read', path, line: badLine });
      }
      if (fold.isUnknown) scan.onProblem({ code: 'unknown-format', message: "no agent's session file", path });
    },
  };
}
