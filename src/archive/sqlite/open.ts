import type { DatabaseSync } from 'node:sqlite';
import { ThreadlineError } from '../../errors.ts';
import { openSession } from '../../sessions/open-session.ts';
import type { Archive, ArchiveOptions, SetAside } from '../archive.ts';
import { dataFolder } from '../data-folder.ts';
import type { IndexReport } from '../index-report.ts';
import type { SessionKey } from '../session-row.ts';
import { archiveState, verifyArchive } from './archive-state.ts';
import { changes } from './changes.ts';
import { type IndexOptions, indexFiles } from './index-files.ts';
import { createIndexWorker, IndexFault, workerFile } from './index-worker.ts';
import { BadArchive, openDatabase } from './open-database.ts';
import * as ownData from './own-data.ts';
import { filesTouched, getSession, listSessions, readBlocks } from './read-sessions.ts';
import { usageRows, usageSums } from './read-usage.ts';
import { search } from './search.ts';
import { removeWithLog, replaceArchive } from './set-aside.ts';
import { asThreadlineError, sqliteFault } from './sqlite.ts';
import { createStatements, type Statements } from './statements.ts';
import { readVocabulary, type VocabularySnapshot } from './vocabulary.ts';

/**
 * Opens the archive of this machine, and makes it where there is none. One that cannot be read any more is set aside, and
 * what exists nowhere else is carried over.
 *
 * @example
 * const archive = await openArchive();
 * await archive.refresh();
 * const { hits } = await archive.search({ text: 'deadlock', mode: 'words' }, { limit: 20 });
 */
export async function openArchive(options: ArchiveOptions = {}): Promise<Archive> {
  const { readOnly = false } = options;
  const folder = options.folder ?? dataFolder(options.env);
  const file = options.sameThread || options.agents ? undefined : workerFile();
  const worker = file === undefined ? undefined : createIndexWorker(file);
  let database = await open();
  let statements = createStatements(database);
  let words: { version: unknown; snapshot: VocabularySnapshot } | undefined;

  async function open(): Promise<DatabaseSync> {
    try {
      return await openDatabase(folder, { readOnly });
    } catch (error) {
      if (!(error instanceof BadArchive)) throw asThreadlineError(error);
      if (readOnly) throw new ThreadlineError('damaged', `the archive cannot be used: ${error.message}`);
      const replaced = await replaceArchive(folder, error.message);
      options.onSetAside?.(replaced.setAside);
      return replaced.database;
    }
  }

  async function replace(reason: string): Promise<SetAside> {
    database.close();
    const replaced = await replaceArchive(folder, reason);
    database = replaced.database;
    statements = createStatements(database);
    words = undefined;
    return replaced.setAside;
  }

  function vocabulary(): VocabularySnapshot {
    const version = statements.get('select up_to from vocabulary')?.up_to;
    if (!words || words.version !== version) words = { version, snapshot: readVocabulary(database) };
    return words.snapshot;
  }

  /** Runs what reads or writes; a fault of SQLite is told as one of ours. */
  async function guarded<Result>(run: (statements: Statements) => Result | Promise<Result>): Promise<Result> {
    try {
      return await run(statements);
    } catch (error) {
      throw asThreadlineError(error);
    }
  }

  async function index(): Promise<IndexReport> {
    const { homes, env = process.env, agents, signal, onProgress, onProblem } = options;
    if (!worker) {
      const wanted: IndexOptions = {
        homes,
        env,
        agents,
        onProgress,
        onProblem,
        isStopped: () => signal?.aborted === true,
      };
      return indexFiles(database, wanted);
    }
    return worker.run({ folder, homes, env: { ...env } }, { signal, onProgress, onProblem });
  }

  async function refresh(): Promise<IndexReport> {
    if (readOnly) throw new TypeError('an archive that is opened to be read is not brought up to date');
    try {
      return await index();
    } catch (error) {
      const isBad =
        sqliteFault(error) === 'corrupt' || error instanceof BadArchive || (error instanceof IndexFault && error.isBad);
      if (!isBad) throw asThreadlineError(error);
      await worker?.close();
      options.onSetAside?.(await replace(error instanceof Error ? error.message : 'damaged'));
      return index();
    }
  }

  async function* openRaw(key: SessionKey): AsyncGenerator<Uint8Array> {
    const session = getSession(statements, key);
    if (!session || session.gone) throw new ThreadlineError('not-found', 'the file of the session is gone');
    const { agents, homes, env } = options;
    yield* (await openSession({ path: session.path }, { agents, homes, env })).chunks();
  }

  return {
    folder,
    refresh,
    openRaw,
    listSessions: (filter, page) => guarded(() => listSessions(statements, filter, page)),
    getSession: (key) => guarded(() => getSession(statements, key)),
    readBlocks: (key, range) => guarded(() => readBlocks(statements, key, range)),
    search: (query, page, more) => guarded(() => search({ statements, vocabulary }, query, page, more)),
    filesTouched: (filter) => guarded(() => filesTouched(statements, filter)),
    usage: (query) => guarded(() => usageSums(statements, query)),
    usageRows: (filter, page) => guarded(() => usageRows(statements, filter, page)),
    changes: (since, signal) => changes(statements, since, signal),
    capabilities: () => ({ exact: 'indexed', rank: true, machines: false }),
    state: () => guarded(() => archiveState(database, statements, folder)),
    verify: () => guarded(() => verifyArchive(statements)),
    async rebuild() {
      await worker?.close();
      const { path, lost } = await replace('it was to be made anew');
      const report = await refresh();
      // All that it held is in the new one.
      if (lost === 0) removeWithLog(path);
      return report;
    },
    keepDeleted: (keep) => guarded(() => ownData.keepDeleted(statements, keep)),
    excludeProject: (project, isExcluded = true) =>
      guarded(() => ownData.excludeProject(database, statements, project, isExcluded)),
    listForget: (filter) => guarded(() => ownData.listForget(statements, filter)),
    forget: (filter) => guarded(() => ownData.forget(database, statements, folder, filter)),
    listPrune: (filter) => guarded(() => ownData.listPrune(statements, filter)),
    prune: (filter) => guarded(() => ownData.prune(database, statements, filter)),
    async close() {
      await worker?.close();
      database.close();
    },
  };
}
