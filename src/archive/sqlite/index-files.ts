import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTick } from 'node:timers/promises';
import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { realFolder } from '../../machine/sessions/homes.ts';
import { versionOf } from '../../machine/sessions/session-source.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import { type FoldTools, openFold, readUsageOnly } from '../folding/fold-file.ts';
import { createUsageRecorder } from '../folding/usage-facts.ts';
import type { IndexProgress, IndexReport, SourceProblem } from '../model/index-report.ts';
import type { FoldedHead } from '../model/thread-sink.ts';
import { countTouched } from '../model/touched-counts.ts';
import { findChanges } from './find-changes.ts';
import { isForgotten } from './forgotten.ts';
import { applyDecisions } from './kept-decisions.ts';
import { keepSessions } from './kept-sessions.ts';
import { redactAgain } from './redact-again.ts';
import { renewUsageSums } from './renew-usage-sums.ts';
import { dropOldGone, isExcluded, noteFresh } from './rules.ts';
import { isDiskFull, sqliteFault, transaction } from './sqlite.ts';
import { createStatements, type Statements } from './statements.ts';
import { updateTitles } from './update-titles.ts';
import { renewVocabulary } from './vocabulary.ts';
import { markGone, type SessionWrite, type WrittenFile, writeSessions } from './write-session.ts';

export interface IndexOptions extends Omit<HomeOptions, 'onProblem'> {
  /** Checked between pieces of work. */
  isStopped?: (() => boolean) | undefined;
  onProgress?: ((progress: IndexProgress) => void) | undefined;
  onProblem?: ((problem: SourceProblem) => void) | undefined;
}

/**
 * Folds the files that changed, newest first, and writes the differences. What is written stays. Reports a
 * fault of one file. A full disk, or another process that writes for long, ends the run early.
 */
export async function indexFiles(database: DatabaseSync, options: IndexOptions): Promise<IndexReport> {
  const run = createRun(database, options);
  try {
    await run.changed();
    await run.redact();
    run.finish();
  } catch (error) {
    if (sqliteFault(error) === 'busy') run.report.unfinished = 'busy';
    else if (isDiskFull(error)) run.report.unfinished = 'disk-full';
    else throw error;
  }
  return run.report;
}

function createRun(database: DatabaseSync, options: IndexOptions) {
  const statements = createStatements(database);
  const { isStopped = () => false, onProgress } = options;
  const progress: IndexProgress = { files: 0, filesTotal: 0, bytes: 0, bytesTotal: 0, blocks: 0 };
  const report: IndexReport = { ...progress, found: 0, gone: 0, dropped: 0, problems: 0 };
  const onProblem = (problem: SourceProblem): void => {
    report.problems += 1;
    options.onProblem?.(problem);
  };
  const found = findChanges(statements, { ...options, onProblem });
  const tools = createTools(found.files, options, (bytes) => {
    report.bytes += bytes;
  });
  let waiting: SessionWrite[] = [];
  let waitingBytes = 0;
  let waitingSince = performance.now();
  report.found = found.files.length;
  report.filesTotal = found.changed.length;
  report.bytesTotal = found.changed.reduce((sum, { size }) => sum + size, 0);

  function flush(): void {
    if (waiting.length > 0) report.blocks += writeSessions(database, statements, waiting, found.replaced);
    waiting = [];
    waitingBytes = 0;
    waitingSince = performance.now();
    onProgress?.({ ...report });
  }

  /** Queues a write, to be written with others: a transaction for each file would take most of the time. */
  function enqueue(write: SessionWrite, bytes: number): void {
    waiting.push(write);
    waitingBytes += bytes;
    const isDue = performance.now() - waitingSince > archiveLimits.indexBatchMs;
    if (waitingBytes >= archiveLimits.indexBatchBytes || isDue) flush();
  }

  async function indexFile(file: SessionFile): Promise<void> {
    const identity = versionOf(file);
    const write: SessionWrite = { file: written(file), identity, from: 0, blocks: [], touched: new Map() };
    try {
      if (file.isSuperseded) enqueue({ ...write, end: await readUsageOnly(file, tools) }, file.size);
      else await foldSession(file, write);
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      onProblem({ code: error.code, message: error.message, path: file.path });
      // A file that disappeared meanwhile is gone at the next look, if it stays away.
      if (error.code !== 'not-found') enqueue({ ...write, state: 'bad', problem: error.message }, 0);
    }
  }

  async function foldSession(file: SessionFile, write: SessionWrite): Promise<void> {
    const fold = await openFold(file, tools);
    const first = fold.head();
    const left = leftOut(statements, first);
    if (left) {
      await fold.close();
      return enqueue({ ...write, head: first, state: left, end: { usage: undefined } }, 0);
    }
    const touched = new Map<string, number>();
    let { blocks } = write;
    let from = 0;
    let bytes = 0;
    for await (const made of fold.blocks()) {
      for (const block of made) {
        blocks.push(block);
        bytes += block.text.length + (block.input?.length ?? 0);
        countTouched(block, touched);
      }
      if (isStopped()) return;
      if (bytes < archiveLimits.indexBatchBytes) continue;
      // Too large to be held whole: it is written in parts, and counts as read only after the last.
      waiting.push({ ...write, head: fold.head(), from, blocks, touched });
      flush();
      from += blocks.length;
      blocks = [];
      bytes = 0;
    }
    const { head, usage } = fold.end();
    enqueue({ ...write, head, from, blocks, touched, end: { usage } }, Math.max(file.size, bytes));
  }

  return {
    report,
    async redact(): Promise<void> {
      await redactAgain(database, statements, isStopped);
      if (isStopped()) report.unfinished = 'stopped';
    },
    async changed(): Promise<void> {
      onProgress?.({ ...report });
      for (const file of found.changed) {
        if (isStopped()) break;
        await indexFile(file);
        report.files += 1;
        await nextTick();
      }
      flush();
      if (isStopped()) report.unfinished = 'stopped';
    },
    /** Does what requires that all files were checked. */
    finish(): void {
      applyDecisions(database, statements);
      const isWhole = report.unfinished === undefined;
      transaction(database, () => {
        for (const id of found.returned) {
          statements.run("update source set state = 'live', gone_ms = null where id = ?", id);
        }
        for (const id of found.vanished) if (vanish(statements, id)) report.gone += 1;
        updateTitles(statements, found.files, tools.titles);
        report.dropped = dropOldGone(database, statements);
        renewVocabulary(database);
        const sessions = found.files.filter((file) => !file.isSuperseded).length;
        noteFresh(statements, isWhole ? Date.now() : undefined, sessions);
      });
      keepSessions(database, statements, onProblem);
      renewUsageSums(database, statements);
    },
  };
}

/** Handles a file that no longer exists. True if a session is gone with it. */
function vanish(statements: Statements, id: number): boolean {
  const row = statements.get('select agent, home, thread_id, state, superseded from source where id = ?', id);
  // It may have been taken over: the agent moved its file.
  if (!row || row.state === 'gone') return false;
  const owns = statements.get('select 1 from session where source_id = ?', id) !== undefined;
  if (row.state === 'forgotten' || row.state === 'left-out') statements.run('delete from source where id = ?', id);
  else if (owns) {
    markGone(statements, id);
    // Another file of the same thread replaces it at the next look.
    statements.run(
      "update source set size = -1 where agent = ? and home = ? and thread_id = ? and id <> ? and state <> 'gone'",
      row.agent,
      row.home,
      row.thread_id,
      id,
    );
  } else statements.run("update source set state = 'gone', gone_ms = ? where id = ?", Date.now(), id);
  return owns;
}

function leftOut(statements: Statements, head: FoldedHead) {
  if (isForgotten(statements, head)) return 'forgotten';
  return isExcluded(statements, head.project) ? 'left-out' : undefined;
}

function createTools(
  files: readonly SessionFile[],
  options: IndexOptions,
  onBytes: (bytes: number) => void,
): FoldTools {
  const titles = new Map<string, ReadonlyMap<string, string>>();
  const around = new Map<string, SessionFile[]>();
  return {
    usage: createUsageRecorder(options.agents),
    agents: options.agents,
    onBytes,
    /** Files of its own home first. */
    files({ agent, home = '' }) {
      const key = join(agent?.name ?? '', home);
      const known = around.get(key);
      if (known) return known;
      const own = files.filter((file) => file.agent === agent);
      own.sort((one, other) => Number(other.home === home) - Number(one.home === home));
      around.set(key, own);
      return own;
    },
    titles({ agent, home }) {
      if (!agent?.store.titles || home === undefined) return undefined;
      const key = join(agent.name, home);
      const known = titles.get(key) ?? agent.store.titles({ path: home, realPath: realFolder(home) ?? home }, () => {});
      titles.set(key, known);
      return known;
    },
  };
}

function written({ agent, home = '', path, size, modified, compressed, isSuperseded }: SessionFile): WrittenFile {
  return { agent: agent?.name ?? '', home, path, size, modified, compressed, isSuperseded };
}
