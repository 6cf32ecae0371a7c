import type { SessionSource } from '../sessions/session-source.ts';
import type { AgentStore } from '../sessions/store.ts';
import { createDetectingFold } from './detect-fold.ts';
import { loadEventFold } from './load-event-fold.ts';
import { createRequestLedger } from './request-ledger.ts';
import { chunksOf, takeChunks } from './source-chunks.ts';
import type { FoldContext } from './usage-fold.ts';
import { createLineCutter } from './usage-lines.ts';
import type { OnUsageProblem, UsageRow } from './usage-row.ts';

/** A file to read, and what its place tells. */
export interface UsageSource {
  path: string;
  /** The folder that the agent worked in, for a file that does not say it. */
  project?: string | undefined;
  /** Its plain bytes, from whoever reads it anyway; without them it is opened. */
  chunks?: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined;
  /** Where they come from, for a session that is no file of its own. */
  source?: SessionSource | undefined;
}

export interface UsageScanOptions {
  /** The agents whose sessions they may be; those that threadline knows are known in any case. */
  agents?: readonly AgentStore[] | undefined;
  /** Told what kept a file from being counted; nothing is thrown for it. */
  onProblem?: OnUsageProblem | undefined;
  /** Told of every piece that was read, in bytes. */
  onBytes?(count: number): void;
  /** Told that some of a file may stand in another one too: only all of them together tell whose it is. */
  onShared?(): void;
}

/** One row for each request of session files, told by the first file that has it. No long line is held whole. */
export async function* scanUsage(
  sources: Iterable<string | UsageSource>,
  options: UsageScanOptions = {},
): AsyncGenerator<UsageRow> {
  const rows: UsageRow[] = [];
  const scan = await createFileScan((row) => rows.push(row), options);
  for (const given of sources) {
    const source = typeof given === 'string' ? { path: given } : given;
    scan.begin(source);
    for await (const chunk of chunksOf(source, scan.problem, options.agents)) {
      if (!scan.push(chunk)) break;
      yield* rows.splice(0);
    }
    scan.end();
    yield* rows.splice(0);
  }
  scan.tellHeld();
  yield* rows;
}

/** The same for whoever adds up millions: nothing is held and nobody waits. */
export async function readUsage(
  sources: Iterable<string | UsageSource>,
  onRow: (row: UsageRow) => void,
  options: UsageScanOptions = {},
): Promise<void> {
  const scan = await createFileScan(onRow, options);
  for (const given of sources) {
    const source = typeof given === 'string' ? { path: given } : given;
    scan.begin(source);
    await takeChunks(chunksOf(source, scan.problem, options.agents), scan.push);
    scan.end();
  }
  scan.tellHeld();
}

/** Reads one file after the other, and knows what those before have told. */
interface FileScan {
  begin(source: UsageSource): void;
  /** False: nothing that comes can count. */
  push(chunk: Buffer): boolean;
  end(): void;
  /** The file cannot be read, or not to its end. */
  problem: OnUsageProblem;
  /** All files were read: tells what was held back and turned out to count. */
  tellHeld(): void;
}

async function createFileScan(onRow: (row: UsageRow) => void, options: UsageScanOptions): Promise<FileScan> {
  const { agents, onProblem = () => {}, onBytes, onShared } = options;
  const ledger = createRequestLedger(onRow, onShared);
  let badLine: number | undefined;
  let isBroken = false;

  const context: FoldContext = {
    ...ledger,
    path: '',
    project: undefined,
    badLine(line) {
      badLine ??= line;
    },
  };
  const makeOther = await loadEventFold(agents);
  const fold = createDetectingFold(context, makeOther?.(context));
  const cutter = createLineCutter(fold);

  return {
    begin({ path, project }) {
      context.path = path;
      context.project = project;
      badLine = undefined;
      isBroken = false;
      ledger.beginFile();
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
      ledger.endFile();
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
    tellHeld: ledger.end,
  };
}
