import type { EditIndex } from '../../machine/provenance/edit-index.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import type { IndexProgress, IndexReport, SourceProblem } from './index-report.ts';
import type { SessionKey, SessionRow } from './session-row.ts';
import type { StoreChange, ThreadStore } from './thread-store.ts';

/** Retention of sessions whose agent deleted the file: forever, a number of days, or not at all. */
export type KeepDeleted = 'forever' | 'never' | number;

/** The condition of an archive. */
export interface ArchiveState {
  folder: string;
  /** Bytes on disk, including the log and the kept copies of gone sessions. */
  bytes: number;
  /** The version of its tables. */
  version: number;
  sessions: number;
  /** Sessions whose files are gone. */
  gone: number;
  blocks: number;
  /** Sessions whose edits are kept and whose lines are in the index. */
  lines: number;
  /** Numbers of session files by state: `live`, `packed`, `gone`, `bad`, `left-out`, `forgotten`. */
  sources: Record<string, number>;
  /** Files with a problem, at most a hundred. */
  problems: { path: string; message: string }[];
  /** The last refresh, in milliseconds since 1970; 0 if there was none. */
  freshAt: number;
  keepDeleted: KeepDeleted;
  excluded: string[];
  /** Unusable archives that were set aside. */
  setAside: string[];
}

/** The result of replacing an unusable archive. */
export interface SetAside {
  /** The new path of the old file. */
  path: string;
  reason: string;
  /** Numbers of gone sessions that were carried over, and of those that could not be read. */
  carried: number;
  lost: number;
}

/** Selects sessions to forget. All given conditions must hold; at least one is required. */
export interface ForgetFilter {
  session?: SessionKey | undefined;
  /** Any of these. They are remembered as forgotten even if the archive does not hold them. */
  sessions?: readonly SessionKey[] | undefined;
  /** A folder. Matches sessions in it or below it. */
  project?: string | undefined;
  /** Milliseconds since 1970. Matches sessions whose last message is older. */
  before?: number | undefined;
}

/** Selects sessions whose files are gone. */
export interface GoneFilter {
  /** The paths of session files that are there. */
  found: ReadonlySet<string>;
  /** Only sessions of these homes. */
  homes?: ReadonlySet<string> | undefined;
  /** Only sessions of these agents. */
  agents?: ReadonlySet<string> | undefined;
}

/** Which sessions `prune` removes from an archive. */
export interface PruneFilter {
  /** Milliseconds since 1970. Matches sessions whose last message is older. */
  before?: number | undefined;
  /** Includes gone sessions, of which the archive has the only copy. */
  gone?: boolean | undefined;
}

/** A session that is removed, or would be. */
export interface GoingSession {
  key: SessionKey & { home: string };
  title?: string | undefined;
  endedAt?: number | undefined;
  /** The agent's file, which may be gone. */
  path: string;
  gone: boolean;
  blocks: number;
}

/** Options of `openArchive`. */
export interface ArchiveOptions extends Omit<HomeOptions, 'onProblem' | 'agent'> {
  /** The folder of the archive. Default: `THREADLINE_HOME`, else threadline's folder in the user's data. */
  folder?: string | undefined;
  /** Writes and refreshes nothing. Throws `not-found` if there is no archive yet. */
  readOnly?: boolean | undefined;
  /** Indexes in this thread. Always on if `agents` are given, which cannot be passed to another thread, and in a
   *  program that was bundled without `archive/sqlite/worker.js`. */
  sameThread?: boolean | undefined;
  /** Indexes in this thread if less than 2 MB changed: for a program that ends soon. */
  fewInSameThread?: boolean | undefined;
  /** False: keeps nothing of what sessions did to files, so that `blame` does not know them. */
  edits?: boolean | undefined;
  /** Stops a running index run. What it wrote stays. */
  signal?: AbortSignal | undefined;
  /** Called as an index run goes on. */
  onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Receives problems of files and, while following, of the archive's folder, that keep it from being up to date. */
  onProblem?: ((problem: SourceProblem) => void) | undefined;
  /** Called when an unusable archive was replaced by a new one. */
  onSetAside?: ((setAside: SetAside) => void) | undefined;
}

/** The archive of this machine: `ThreadStore` for reading, and the operations of its owner. */
export interface Archive extends ThreadStore {
  readonly folder: string;
  /** Finds session files, and indexes what changed. */
  refresh(): Promise<IndexReport>;
  /** Indexes what agents write and yields the changes. A failed run goes to `onProblem` and is tried again. */
  follow(signal: AbortSignal): AsyncIterable<StoreChange>;
  /** Sessions whose files are gone, also those that went since the last refresh; newest first. */
  goneSessions(filter: GoneFilter): Promise<SessionRow[]>;
  /** What it keeps of edits, by which `blame` finds the sessions that wrote to a file. */
  readonly edits: EditIndex;
  /** Looks at the edits of sessions that were taken in before these were kept, until all are or it is stopped. */
  fillEdits(isStopped: () => boolean): Promise<void>;
  /** True if nothing was ever taken in. */
  isNew(): Promise<boolean>;
  /** How large the archive is, and how it stands. */
  state(): Promise<ArchiveState>;
  /** Faults of the archive itself; empty if there are none. */
  verify(): Promise<string[]>;
  /** Builds it again from the files. Gone sessions are carried over. */
  rebuild(): Promise<IndexReport>;
  /** Sets what happens to a session whose file is deleted. */
  keepDeleted(keep: KeepDeleted): Promise<void>;
  /** Leaves the sessions of a folder out from now on, or takes them in again. */
  excludeProject(project: string, isExcluded?: boolean): Promise<void>;
  /** The folders whose sessions are left out. */
  excludedProjects(): Promise<string[]>;
  /** True if the session was deleted or forgotten: it is not taken in again. */
  hasForgotten(key: SessionKey): Promise<boolean>;
  /** Lists what `forget` or `prune` would remove, and removes nothing. */
  listForget(filter: ForgetFilter): Promise<GoingSession[]>;
  /** Removes sessions for good: they are not taken in again. */
  forget(filter: ForgetFilter): Promise<GoingSession[]>;
  /** Lists what `prune` would remove, and removes nothing. */
  listPrune(filter: PruneFilter): Promise<GoingSession[]>;
  /** Removes old sessions. */
  prune(filter: PruneFilter): Promise<GoingSession[]>;
}
