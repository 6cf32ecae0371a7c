import { createDetectingFold } from './detect-fold.ts';
import { readChunks, readCompressedChunks } from './read-chunks.ts';
import { createReviewWindows, type ReviewWindow } from './review-windows.ts';
import { createSeenKeys } from './seen-keys.ts';
import type { FoldContext } from './usage-fold.ts';
import { createLineCutter } from './usage-lines.ts';
import type { OnUsageProblem, UsageRow } from './usage-row.ts';

/** A file to read, and what its place tells. */
export interface UsageSource {
  path: string;
  /** The folder that the agent worked in, for a file that does not say it. */
  project?: string | undefined;
}

export interface UsageScanOptions {
  /** Told what kept a file from being counted; nothing is thrown for it. */
  onProblem?: OnUsageProblem | undefined;
  /** Told of every piece that was read, in bytes. */
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
  const scan = createFileScan(onProblem, onBytes);
  for (const given of sources) {
    const source = typeof given === 'string' ? { path: given } : given;
    if (/\.zst$/i.test(source.path)) await scanCompressed(source, scan);
    else for (const rows of scanPlain(source, scan)) yield rows;
    if (scan.rows.length >= BATCH_ROWS) yield* handOver(scan.rows);
  }
  yield* handOver(scan.rows);
  yield* handOver(scan.untold());
}

/** Rows wait for so many before they are handed on: waiting for each would take longer than reading it. */
const BATCH_ROWS = 1024;

function* handOver(rows: UsageRow[]): Generator<readonly UsageRow[]> {
  if (rows.length > 0) yield rows;
  rows.length = 0;
}

/** Gives rows only where a file has more of them than should wait. */
function* scanPlain(source: UsageSource, scan: FileScan): Generator<readonly UsageRow[]> {
  scan.begin(source);
  for (const chunk of readChunks(source.path, scan.problem)) {
    if (!scan.push(chunk)) break;
    if (scan.rows.length >= BATCH_ROWS) yield* handOver(scan.rows);
  }
  scan.end();
}

async function scanCompressed(source: UsageSource, scan: FileScan): Promise<void> {
  scan.begin(source);
  for await (const chunk of readCompressedChunks(source.path, scan.problem)) if (!scan.push(chunk)) break;
  scan.end();
}

/** Reads one file after the other, and knows what those before have told. */
interface FileScan {
  readonly rows: UsageRow[];
  begin(source: UsageSource): void;
  /** False: nothing that comes can count. */
  push(chunk: Buffer): boolean;
  end(): void;
  /** The file cannot be read, or not to its end. */
  problem: OnUsageProblem;
  /** What was held back and turned out to count. */
  untold(): UsageRow[];
}

function createFileScan(onProblem: OnUsageProblem, onBytes?: (count: number) => void): FileScan {
  const seen = createSeenKeys();
  const reviews = createReviewWindows();
  const rows: UsageRow[] = [];
  const held: { row: UsageRow; isUntold(): boolean }[] = [];
  let badLine: number | undefined;
  let isBroken = false;
  let review: ReviewWindow | undefined;

  const context: FoldContext = {
    path: '',
    project: undefined,
    seen,
    add(row, globalKey) {
      // Without a name of its own a request is told by its place: a copy of the file has it in the same one.
      const isNew = globalKey === undefined ? seen.add(row.threadId, row.key, row.at) : seen.add(row.agent, globalKey);
      if (isNew) (review?.rows ?? rows).push(row);
    },
    hold(row, isUntold) {
      held.push({ row, isUntold });
    },
    badLine(line) {
      badLine ??= line;
    },
    beginThread(thread) {
      if (thread.isReview) reviews.addReview(thread.startedAt);
    },
    enterReview(at) {
      review ??= { from: at, to: 0, rows: [] };
    },
    exitReview(at) {
      if (!review) return;
      reviews.addWindow({ ...review, to: at });
      review = undefined;
    },
  };
  const fold = createDetectingFold(context);
  const cutter = createLineCutter(fold);

  return {
    rows,
    begin({ path, project }) {
      context.path = path;
      context.project = project;
      badLine = undefined;
      isBroken = false;
      review = undefined;
      fold.begin();
    },
    push(chunk) {
      onBytes?.(chunk.length);
      cutter.push(chunk);
      return !fold.isDone;
    },
    end() {
      cutter.end();
      fold.end();
      if (review) reviews.addWindow(review);
      const { path } = context;
      // Where the file broke off, its last line did too.
      if (badLine !== undefined && !isBroken) {
        onProblem({ code: 'bad-line', message: 'a line that tells usage cannot be read', path, line: badLine });
      }
      if (fold.isUnknown) onProblem({ code: 'unknown-format', message: "no agent's session file", path });
    },
    problem(problem) {
      isBroken = true;
      onProblem(problem);
    },
    untold: () => [...reviews.untold(), ...held.filter(({ isUntold }) => isUntold()).map(({ row }) => row)],
  };
}
