import type { SessionSource } from '../sessions/session-source.ts';
import type { AgentStore } from '../sessions/store.ts';
import { createDetectingFold } from './detect-fold.ts';
import { loadEventFold } from './load-event-fold.ts';
import { createRequestLedger, type RequestLedger } from './request-ledger.ts';
import { chunksOf, takeChunks } from './source-chunks.ts';
import { replayFacts, unpackFacts } from './usage-facts.ts';
import type { FoldContext } from './usage-fold.ts';
import { createLineCutter } from './usage-lines.ts';
import type { OnUsageProblem, UsageRow } from './usage-row.ts';

/** A file to read, with the facts from its path. */
export interface UsageSource {
  path: string;
  /** The agent's working folder, for a file that does not name it. */
  project?: string | undefined;
  /** The plain bytes, from a caller that reads them anyway. Without them, the file is opened. */
  chunks?: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined;
  /** The source of a session that is not a file of its own. */
  source?: SessionSource | undefined;
  /** What an archive keeps of a file that is gone: `keptUsage` gives it. Nothing is opened. */
  facts?: Uint8Array | undefined;
}

/** Options of `scanUsage`. */
export interface UsageScanOptions {
  /** Further agents whose sessions to recognise. Those of threadline are always recognised. */
  agents?: readonly AgentStore[] | undefined;
  /** Receives the reason a file was not counted. Nothing is thrown for it. */
  onProblem?: OnUsageProblem | undefined;
  /** Receives the size of every piece that was read, in bytes. */
  onBytes?(count: number): void;
  /** Called if part of a file may be in another one too: only all of them together tell whose it is. */
  onShared?(): void;
}

/**
 * Yields one row per request of session files, from the first file that has it. No long line is held whole.
 *
 * @example
 * import { scanUsage } from 'threadline/usage';
 *
 * for await (const row of scanUsage(['rollout.jsonl'])) console.log(row.model, row.input, row.output);
 */
export async function* scanUsage(
  sources: Iterable<string | UsageSource>,
  options: UsageScanOptions = {},
): AsyncGenerator<UsageRow> {
  const rows: UsageRow[] = [];
  const all = [...sources];
  const scan = await createFileScan(
    all,
    createRequestLedger((row) => rows.push(row), options.onShared),
    options,
  );
  for (const given of all) {
    const source = typeof given === 'string' ? { path: given } : given;
    if (source.facts) scan.replay(source.facts);
    else {
      scan.begin(source);
      for await (const chunk of chunksOf(source, scan.problem, options.agents)) {
        if (!scan.push(chunk)) break;
        yield* rows.splice(0);
      }
      scan.end();
    }
    yield* rows.splice(0);
  }
  scan.tellHeld();
  yield* rows;
}

/** The same for adding up millions: without buffering and without waits. */
export async function readUsage(
  sources: Iterable<string | UsageSource>,
  onRow: (row: UsageRow) => void,
  options: UsageScanOptions = {},
): Promise<void> {
  const all = [...sources];
  const scan = await createFileScan(all, createRequestLedger(onRow, options.onShared), options);
  for (const given of all) await scanSource(scan, typeof given === 'string' ? { path: given } : given, options.agents);
  scan.tellHeld();
}

/** Reads a file to its end. */
export async function scanSource(
  scan: FileScan,
  source: UsageSource,
  agents?: readonly AgentStore[] | undefined,
): Promise<void> {
  if (source.facts) return scan.replay(source.facts);
  scan.begin(source);
  await takeChunks(chunksOf(source, scan.problem, agents), scan.push);
  scan.end();
}

/** Reads files one after the other, and knows the requests of the earlier ones. */
export interface FileScan {
  /** Takes a file that is gone. */
  replay(facts: Uint8Array): void;
  begin(source: UsageSource): void;
  /** Returns false if nothing that follows can count. */
  push(chunk: Uint8Array): boolean;
  end(): void;
  /** Reports that the file cannot be read to its end. */
  problem: OnUsageProblem;
  /** Called after all files: emits rows that were held back and turned out to count. */
  tellHeld(): void;
}

/** `sources`: all that will be read, because their agents decide what is loaded. */
export async function createFileScan(
  sources: readonly (string | UsageSource)[],
  ledger: RequestLedger,
  options: Omit<UsageScanOptions, 'onShared'>,
): Promise<FileScan> {
  const { agents, onProblem = () => {}, onBytes } = options;
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
  const makeOther = await loadEventFold(agents, sources.filter(isRead));
  const fold = createDetectingFold(context, makeOther?.(context));
  const cutter = createLineCutter(fold);

  return {
    replay: (facts) => replayFacts(unpackFacts(facts), ledger),
    begin({ path, project }) {
      context.path = path;
      context.project = project;
      badLine = undefined;
      isBroken = false;
      ledger.beginFile();
      fold.begin();
    },
    push(chunk: Buffer) {
      onBytes?.(chunk.length);
      cutter.push(chunk);
      return !fold.isDone;
    },
    end() {
      cutter.end();
      fold.end();
      ledger.endFile();
      const { path } = context;
      // In a file that broke off, the last line did too.
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

/** True for a file that is there. Of one that is gone, the requests are known. */
function isRead(source: string | UsageSource): boolean {
  return typeof source === 'string' || source.facts === undefined;
}
