import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../errors.ts';
import { ARCHIVE_NAME, dataFolder } from '../../machine/sessions/data-folder.ts';
import { openSession } from '../../machine/sessions/open-session.ts';
import { redactedStore } from '../folding/redacted-store.ts';
import type { Archive, ArchiveOptions, SetAside } from '../model/archive.ts';
import type { IndexReport } from '../model/index-report.ts';
import type { SessionKey } from '../model/session-row.ts';
import type { StoreChange } from '../model/thread-store.ts';
import { nearWords } from '../query/near-words.ts';
import { createReads } from './archive-reads.ts';
import { archiveState, isNewArchive, verifyArchive } from './archive-state.ts';
import { changes } from './changes.ts';
import { areSumsDue, fillEditSums } from './edit-sums.ts';
import { fillEdits, isFillDue } from './fill-edits.ts';
import { followArchive } from './follow.ts';
import { isForgotten } from './forgotten.ts';
import { goneSessions } from './gone-sessions.ts';
import { indexFew, indexFiles } from './index-files.ts';
import { createIndexWorker, IndexFault } from './index-worker.ts';
import { BadArchive, identityOf, openDatabase } from './open-database.ts';
import * as ownData from './own-data.ts';
import { createEditIndex } from './read-edits.ts';
import { countSessions, getSession } from './read-sessions.ts';
import { keptUsage, usageRows, usageSums } from './read-usage.ts';
import { readUsageSums } from './read-usage-sums.ts';
import { readExcluded } from './rules.ts';
import { removeWithLog, replaceArchive } from './set-aside.ts';
import { asThreadlineError, sqliteFault } from './sqlite.ts';
import { createStatements, type Statements } from './statements.ts';
import { threadFile } from './thread-file.ts';
import { readVocabulary, wordsWithAny } from './vocabulary.ts';

/** The reason for replacing an intact archive. */
const REBUILD = 'it was to be made anew';

/**
 * Opens the archive of this machine, and creates it if there is none. An archive that can no longer
 * be read is set aside; data that exists nowhere else is carried over.
 *
 * @example
 * import { openArchive } from 'threadline/archive';
 *
 * const archive = await openArchive();
 * await archive.refresh();
 * const { hits } = await archive.search({ text: 'files', mode: 'words' }, { limit: 20 });
 * for (const { session, role, message } of hits) console.log(session.threadId, role, message);
 * await archive.close();
 */
export async function openArchive(options: ArchiveOptions = {}): Promise<Archive> {
  const { readOnly = false } = options;
  const folder = options.folder ?? dataFolder(options.env);
  const file = options.sameThread || options.agents ? undefined : threadFile('sqlite/worker');
  const worker = file === undefined ? undefined : createIndexWorker(file);
  const path = join(folder, ARCHIVE_NAME);
  let identity: string | undefined;
  let database = await open();
  let statements = createStatements(database);
  let hasEnded = false;

  async function open(): Promise<DatabaseSync> {
    const before = identityOf(path);
    try {
      const opened = await openDatabase(folder, { readOnly });
      identity = identityOf(path);
      return opened;
    } catch (error) {
      if (!(error instanceof BadArchive)) throw asThreadlineError(error);
      if (readOnly) throw new ThreadlineError('damaged', `the archive cannot be used: ${error.message}`);
      return (await replaced(error.message, before)).database;
    }
  }

  /** Replaces a bad archive by a new one, made here or by another process that was faster. */
  async function replaced(reason: string, bad: string | undefined) {
    try {
      const made = await replaceArchive(folder, reason, bad);
      identity = identityOf(path);
      if (made.setAside && reason !== REBUILD) options.onSetAside?.(made.setAside);
      return made;
    } catch (error) {
      throw asThreadlineError(error);
    }
  }

  function use(opened: DatabaseSync): void {
    database = opened;
    statements = createStatements(database);
  }

  async function replace(reason: string): Promise<SetAside | undefined> {
    await worker?.close();
    database.close();
    const made = await replaced(reason, reason === REBUILD ? identityOf(path) : identity);
    use(made.database);
    return made.setAside;
  }

  /** Opens the archive that another process made in place of a damaged one. SQLite leaves the new one's log alone. */
  async function followReplaced(): Promise<void> {
    if (identityOf(path) === identity) return;
    await worker?.close();
    database.close();
    use(await open());
  }

  /** Runs a read or a write. Converts an SQLite error into a ThreadlineError. */
  async function guarded<Result>(run: (statements: Statements) => Result | Promise<Result>): Promise<Result> {
    try {
      return await run(statements);
    } catch (error) {
      throw asThreadlineError(error);
    }
  }

  async function index(): Promise<IndexReport> {
    const { homes, env = process.env, agents, edits, signal, onProgress, onProblem } = options;
    const isStopped = () => signal?.aborted === true;
    const here = { homes, env, agents, edits, onProgress, onProblem, isStopped };
    if (!worker) return indexFiles(database, here);
    const few = options.fewInSameThread ? await indexFew(database, here) : undefined;
    if (few) return few;
    return worker.run({ folder, homes, env: { ...env }, edits }, { signal, onProgress, onProblem });
  }

  async function refresh(): Promise<IndexReport> {
    if (readOnly) throw new TypeError('an archive that is opened to be read is not brought up to date');
    try {
      await followReplaced();
      return await index();
    } catch (error) {
      const isBad =
        sqliteFault(error) === 'corrupt' || error instanceof BadArchive || (error instanceof IndexFault && error.isBad);
      if (!isBad) throw asThreadlineError(error);
      await replace(error instanceof Error ? error.message : 'damaged');
      return index();
    }
  }

  function follow(signal: AbortSignal): AsyncIterable<StoreChange> {
    const { homes, env, agents } = options;
    if (readOnly) throw new TypeError('an archive that is opened to be read is not brought up to date');
    const changesNow = (ended: AbortSignal) => changes(() => statements, 'now', ended);
    const onFault = (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      options.onProblem?.({ code: 'not-up-to-date', message, path: folder });
    };
    const isClosed = () => hasEnded;
    return followArchive({ homes, env, agents, refresh, changes: changesNow, isClosed, onFault }, signal);
  }

  async function fill(isStopped: () => boolean): Promise<void> {
    const { homes, env, agents } = options;
    if (isFillDue(statements)) await fillEdits(database, statements, { homes, env, agents, isStopped });
    if (areSumsDue(statements)) await fillEditSums(database, statements, { isStopped });
  }

  async function* openRaw(key: SessionKey): AsyncGenerator<Uint8Array> {
    const session = getSession(statements, 'owner', key);
    if (!session || session.gone) throw new ThreadlineError('not-found', 'the file of the session is gone');
    const { agents, homes, env } = options;
    yield* (await openSession({ path: session.path }, { agents, homes, env })).chunks();
  }

  const others = createReads(guarded, 'others');
  const archive: Archive = {
    folder,
    refresh,
    openRaw,
    redacted: () => redactedStore(archive, others),
    ...createReads(guarded, 'owner'),
    nearWords: (text) =>
      guarded((statements) => {
        // Those of secrets are left out, as from what others are told.
        const snapshot = readVocabulary(statements, 'others');
        return nearWords(text, async (halves) => wordsWithAny(statements, halves, snapshot));
      }),
    countSessions: (filter, projects) => guarded((statements) => countSessions(statements, filter, projects)),
    usage: (query) => guarded(() => usageSums(statements, query)),
    usageRows: (filter, page) => guarded(() => usageRows(statements, filter, page)),
    edits: createEditIndex(guarded),
    fillEdits: (isStopped) => guarded(() => fill(isStopped)),
    goneSessions: (filter) => guarded(() => goneSessions(statements, filter)),
    usageSums: (options = {}) => guarded(() => readUsageSums(database, statements, options)),
    keptUsage: (found) => guarded(() => keptUsage(statements, found)),
    changes: (since, signal) => changes(() => statements, since, signal),
    follow,
    capabilities: () => ({ exact: 'indexed', rank: true, machines: false }),
    isNew: () => guarded(() => isNewArchive(statements)),
    state: () => guarded(() => archiveState(database, statements, folder)),
    verify: () => guarded(() => verifyArchive(database, statements)),
    async rebuild() {
      const aside = await replace(REBUILD);
      const report = await refresh();
      // The new one holds all of it.
      if (aside?.lost === 0) removeWithLog(aside.path);
      return report;
    },
    keepDeleted: (keep) => guarded(() => ownData.keepDeleted(database, statements, keep)),
    excludeProject: (project, isExcluded = true) =>
      guarded(() => ownData.excludeProject(database, statements, project, isExcluded)),
    excludedProjects: () => guarded(() => readExcluded(statements)),
    hasForgotten: (key) => guarded(() => isForgotten(statements, { key })),
    listForget: (filter) => guarded(() => ownData.listForget(statements, filter)),
    forget: (filter) => guarded(() => ownData.forget(database, statements, folder, filter)),
    listPrune: (filter) => guarded(() => ownData.listPrune(statements, filter)),
    prune: (filter) => guarded(() => ownData.prune(database, statements, folder, filter)),
    async close() {
      hasEnded = true;
      await worker?.close();
      if (database.isOpen) database.close();
    },
  };
  return archive;
}
