import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../errors.ts';
import { archiveLimits } from '../../limits/archive.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { nextTurn } from '../../machine/sessions/next-turn.ts';
import { sizeOf, versionOf } from '../../machine/sessions/session-source.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import { uptimeMs } from '../../machine/sessions/uptime.ts';
import { readUsageOnly } from '../folding/fold-file.ts';
import { type FoldedPart, foldParts } from '../folding/fold-parts.ts';
import { type FoldAnswer, foldBeside, isFoldedElsewhere } from '../folding/fold-thread.ts';
import { createFoldTools } from '../folding/fold-tools.ts';
import type { IndexProgress, IndexReport, SourceProblem } from '../model/index-report.ts';
import type { FoldedHead } from '../model/thread-sink.ts';
import { areSumsDue, fillEditSums } from './edit-sums.ts';
import { beginEdits } from './edit-tables.ts';
import { fillEdits, isFillDue } from './fill-edits.ts';
import { type FoundChanges, findChanges } from './find-changes.ts';
import { isForgotten } from './forgotten.ts';
import { applyDecisions } from './kept-decisions.ts';
import { keepSessions } from './kept-sessions.ts';
import { isRedactionDue, notedRedaction, redactAgain } from './redact-again.ts';
import { renewUsageSums } from './renew-usage-sums.ts';
import { dropOldGone, isExcluded, noteFresh } from './rules.ts';
import { isDiskFull, sqliteFault, transaction } from './sqlite.ts';
import { createStatements, type Statements } from './statements.ts';
import { updateTitles } from './update-titles.ts';
import { renewVocabulary } from './vocabulary.ts';
import { createEditQueue, removeOrphans } from './write-edits.ts';
import { markGone, type SessionWrite, type WrittenFile, writeSessions } from './write-session.ts';

export interface IndexOptions extends Omit<HomeOptions, 'onProblem'> {
  /** The file of a thread that folds while this one writes. It knows no agents but ours. */
  foldThread?: string | undefined;
  /** False: nothing is kept of edits. */
  edits?: boolean | undefined;
  /** Checked between pieces of work. */
  isStopped?: (() => boolean) | undefined;
  onProgress?: ((progress: IndexProgress) => void) | undefined;
  onProblem?: ((problem: SourceProblem) => void) | undefined;
}

/**
 * Folds the files that changed, newest first, and writes the differences. What is written stays. Reports a
 * fault of one file. A full disk, or another process that writes for long, ends the run early.
 */
export function indexFiles(database: DatabaseSync, options: IndexOptions): Promise<IndexReport> {
  const statements = createStatements(database);
  return runToEnd(createRun(database, statements, look(statements, options), options), true);
}

/**
 * The same if there is little to do; undefined if there is more, which belongs into a thread of its own. Starting a
 * thread takes longer than looking at all files and reading a few.
 */
export async function indexFew(database: DatabaseSync, options: IndexOptions): Promise<IndexReport | undefined> {
  const statements = createStatements(database);
  const looked = look(statements, options);
  const bytes = looked.found.changed.reduce((sum, file) => sum + (file.compressed ? Infinity : file.size), 0);
  if (bytes > archiveLimits.maxSameThreadBytes || isRedactionDue(statements, notedRedaction(statements)))
    return undefined;
  return runToEnd(createRun(database, statements, looked, options), false);
}

/** What changed, and the problems of looking for it, which are told only by the thread that goes on. */
interface Looked {
  found: FoundChanges;
  problems: SourceProblem[];
}

function look(statements: Statements, options: IndexOptions): Looked {
  const problems: SourceProblem[] = [];
  const found = findChanges(statements, { ...options, onProblem: (problem) => problems.push(problem) });
  return { found, problems };
}

/** `fills`: somebody who waits for a search does not wait for lines of before. */
async function runToEnd(run: ReturnType<typeof createRun>, fills: boolean): Promise<IndexReport> {
  try {
    await run.changed();
    await run.redact(!fills);
    run.finish();
    if (fills) await run.fill();
    else await run.count();
  } catch (error) {
    if (sqliteFault(error) === 'busy') run.report.unfinished = 'busy';
    else if (isDiskFull(error)) run.report.unfinished = 'disk-full';
    else throw error;
  }
  return run.report;
}

function createRun(database: DatabaseSync, statements: Statements, { found, problems }: Looked, options: IndexOptions) {
  const { isStopped = () => false, onProgress } = options;
  const progress: IndexProgress = { files: 0, filesTotal: 0, bytes: 0, bytesTotal: 0, blocks: 0 };
  const report: IndexReport = { ...progress, found: 0, gone: 0, dropped: 0, problems: 0 };
  const onProblem = (problem: SourceProblem): void => {
    report.problems += 1;
    options.onProblem?.(problem);
  };
  for (const problem of problems) onProblem(problem);
  const onBytes = (bytes: number) => {
    report.bytes += bytes;
  };
  const tools = createFoldTools(() => found.files, options.agents, onBytes);
  const edits = createEditQueue(database, statements);
  let waiting: SessionWrite[] = [];
  let waitingBytes = 0;
  let searchable = 0;
  let waitingSince = uptimeMs();
  report.found = found.files.length;
  report.filesTotal = found.changed.length;
  report.bytesTotal = found.changed.reduce((sum, { size }) => sum + size, 0);

  function flush(): void {
    if (waiting.length > 0) report.blocks += writeSessions(database, statements, waiting, found.replaced, keepEdits);
    searchable += waiting.filter(({ end, head, state }) => end && head && state === undefined).length;
    waiting = [];
    waitingBytes = 0;
    waitingSince = uptimeMs();
    onProgress?.({ ...report, searchable });
    if (edits.isDue) edits.flush();
  }

  /** Sessions can be searched before their lines are in the index. */
  function keepEdits(session: number, { edits: made, from, identity, end }: SessionWrite): void {
    if (made) edits.add({ session, edits: made, isFirst: from === 0, identity: end && identity });
  }

  /** Queues a write, to be written with others: a transaction for each file would take most of the time. */
  function enqueue(write: SessionWrite, bytes: number): void {
    waiting.push(write);
    waitingBytes += bytes;
    const isDue = uptimeMs() - waitingSince > archiveLimits.indexBatchMs;
    if (waitingBytes >= archiveLimits.indexBatchBytes || isDue) flush();
  }

  async function indexFile(file: SessionFile): Promise<void> {
    const write = writeOf(file);
    try {
      if (file.isSuperseded) enqueue({ ...write, end: await readUsageOnly(file, tools) }, file.size);
      else await foldSession(file, write);
    } catch (error) {
      if (!(error instanceof ThreadlineError)) throw error;
      tellFault(file, write, error);
    }
  }

  async function foldSession(file: SessionFile, write: SessionWrite): Promise<void> {
    for await (const part of foldParts(file, tools, { isStopped })) if (!takePart(file, write, part)) return;
  }

  /** False if the session is left out, and the rest of it is not wanted. */
  function takePart(file: SessionFile, write: SessionWrite, part: FoldedPart): boolean {
    const { head, from, blocks, redacted, touched, edits, bytes, end, isOpening } = part;
    const left = isOpening ? leftOut(statements, head) : undefined;
    if (left) enqueue({ ...write, head, state: left, end: { usage: undefined } }, 0);
    if (isOpening) return !left;
    const whole = { ...write, head, from, blocks, redacted, touched, edits, end };
    if (end) enqueue(whole, Math.max(file.size, bytes));
    else {
      waiting.push(whole);
      flush();
    }
    return true;
  }

  /** Takes what another thread made of a file. */
  function createTaker(): (file: SessionFile, answer: FoldAnswer) => void {
    let isLeft = false;
    let counted = 0;
    return (file, answer) => {
      const write = writeOf(file);
      if ('part' in answer && answer.part.isOpening) [isLeft, counted] = [false, 0];
      if ('part' in answer) isLeft = isLeft || !takePart(file, write, answer.part);
      else if ('usage' in answer) enqueue({ ...write, end: answer.usage }, file.size);
      else tellFault(file, write, answer.fault);
      // Of a session that is left out nothing counts as read.
      report.bytes += (isLeft ? 0 : answer.bytes) - counted;
      counted = isLeft ? 0 : answer.bytes;
      if ('part' in answer && !answer.part.end) return;
      report.files += 1;
      counted = 0;
    };
  }

  function tellFault(
    file: SessionFile,
    write: SessionWrite,
    { code, message }: { code: string; message: string },
  ): void {
    onProblem({ code, message, path: file.path });
    // A file that disappeared meanwhile is gone at the next look, if it stays away.
    if (code !== 'not-found') enqueue({ ...write, state: 'bad', problem: message }, 0);
  }

  /** Folds most files in a thread beside this one, which writes. Returns those that only this one can read. */
  async function foldMost(thread: string): Promise<SessionFile[]> {
    const { homes, env = process.env } = options;
    const files = found.changed.filter(isFoldedElsewhere).map((file) => ({ file, isNew: !found.known.has(file.path) }));
    const { lineKey } = tools;
    await foldBeside(thread, { homes, env: { ...env }, lineKey }, files, isStopped, createTaker());
    return found.changed.filter((file) => !isFoldedElsewhere(file));
  }

  return {
    report,
    async redact(isQuick: boolean): Promise<void> {
      await redactAgain(database, statements, isStopped, isQuick);
      if (isStopped()) report.unfinished = 'stopped';
    },
    async changed(): Promise<void> {
      onProgress?.({ ...report });
      if (options.edits !== false) tools.lineKey = beginEdits(database, statements);
      const thread = report.bytesTotal < archiveLimits.minFoldThreadBytes ? undefined : options.foldThread;
      for (const file of thread === undefined ? found.changed : await foldMost(thread)) {
        if (isStopped()) break;
        await indexFile(file);
        report.files += 1;
        await nextTurn();
      }
      flush();
      edits.flush();
      if (isStopped()) report.unfinished = 'stopped';
    },
    /** Takes some time for sessions that were taken in without their lines. */
    async fill(): Promise<void> {
      const { homes, env, agents } = options;
      if (options.edits === false) return;
      const end = uptimeMs() + archiveLimits.lineFillMs;
      const isOver = () => isStopped() || uptimeMs() > end;
      if (isFillDue(statements)) await fillEdits(database, statements, { homes, env, agents, isStopped: isOver });
      if (areSumsDue(statements) && !isOver()) await fillEditSums(database, statements, { isStopped: isOver });
      if (isFillDue(statements) || areSumsDue(statements)) report.linesLeft = true;
    },
    /** Counts the changes of as many sessions as were read, and of those that started them, the newest first. */
    async count(): Promise<void> {
      if (options.edits === false || !areSumsDue(statements)) return;
      await fillEditSums(database, statements, { isStopped, most: 2 * report.files });
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
        removeOrphans(statements);
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

function writeOf(file: SessionFile): SessionWrite {
  return { file: written(file), identity: versionOf(file), from: 0, blocks: [], touched: new Map() };
}

function written(file: SessionFile): WrittenFile {
  const { agent, home = '', path, modified, compressed, isSuperseded } = file;
  return { agent: agent?.name ?? '', home, path, size: sizeOf(file), modified, compressed, isSuperseded };
}
