import type { HomeOptions } from '../../machine/sessions/homes.ts';
import type { IndexProgress, IndexReport, SourceProblem } from './index-report.ts';
import type { SessionKey } from './session-row.ts';
import type { StoreChange, ThreadStore } from './thread-store.ts';

/** How long a session is kept whose agent deleted its file: for ever, so many days, or not at all. */
export type KeepDeleted = 'forever' | 'never' | number;

/** How an archive is. */
export interface ArchiveState {
  folder: string;
  /** Bytes on disk, the log and second copies of what is gone included. */
  bytes: number;
  /** The form of its tables. */
  version: number;
  sessions: number;
  /** Sessions whose files are gone. */
  gone: number;
  blocks: number;
  /** Session files by what is known of them: `live`, `packed`, `gone`, `bad`, `left-out`, `forgotten`. */
  sources: Record<string, number>;
  /** Files with something wrong, at most a hundred. */
  problems: { path: string; message: string }[];
  /** When it was last brought up to date, in milliseconds since 1970; 0 where it never was. */
  freshAt: number;
  keepDeleted: KeepDeleted;
  excluded: string[];
  /** Archives that could not be used any more and were set aside. */
  setAside: string[];
}

/** What happened to an archive that could not be used. */
export interface SetAside {
  /** Where the old file is now. */
  path: string;
  reason: string;
  /** How many sessions whose files are gone were carried over, and how many of them could not be read. */
  carried: number;
  lost: number;
}

/** Which sessions are to go. All that is given must hold; something must be. */
export interface ForgetFilter {
  session?: SessionKey | undefined;
  /** A folder: sessions in it or below it. */
  project?: string | undefined;
  /** Milliseconds since 1970: sessions whose last message is older. */
  before?: number | undefined;
}

export interface PruneFilter {
  /** Milliseconds since 1970: sessions whose last message is older. */
  before?: number | undefined;
  /** Also those whose file is gone, which are the only copy. */
  gone?: boolean | undefined;
}

/** A session that goes, or would. */
export interface GoingSession {
  key: SessionKey & { home: string };
  title?: string | undefined;
  endedAt?: number | undefined;
  gone: boolean;
  blocks: number;
}

export interface ArchiveOptions extends Omit<HomeOptions, 'onProblem' | 'agent'> {
  /** Where the archive is; by default `THREADLINE_HOME`, else threadline's folder among the user's data. */
  folder?: string | undefined;
  /** Nothing is written, and nothing is brought up to date. Throws `not-found` where there is no archive yet. */
  readOnly?: boolean | undefined;
  /** Index in this thread. So it is in any case where `agents` are given, which cannot be handed to another thread, and in
   *  a program that was bundled without `archive/sqlite/worker.js`. */
  sameThread?: boolean | undefined;
  /** Ends an index run that is under way; what it wrote stays. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Told what is wrong with files; and while it follows, with the archive's own folder, what keeps it from being up to date. */
  onProblem?: ((problem: SourceProblem) => void) | undefined;
  /** Told when the archive could not be used any more and was made anew. */
  onSetAside?: ((setAside: SetAside) => void) | undefined;
}

/** The archive of this machine: what `ThreadStore` reads, and what its owner may do with it. */
export interface Archive extends ThreadStore {
  readonly folder: string;
  /** Finds session files, and takes in what changed. */
  refresh(): Promise<IndexReport>;
  /** Takes in what agents write and tells what changes. `onProblem` hears of a failed run, which is tried again. */
  follow(signal: AbortSignal): AsyncIterable<StoreChange>;
  state(): Promise<ArchiveState>;
  /** What is wrong with the archive itself; nothing where all is well. */
  verify(): Promise<string[]>;
  /** Makes it anew from the files; sessions whose files are gone are carried over. */
  rebuild(): Promise<IndexReport>;
  keepDeleted(keep: KeepDeleted): Promise<void>;
  excludeProject(project: string, isExcluded?: boolean): Promise<void>;
  /** What would go, without removing it; then the same with `forget` and `prune`. */
  listForget(filter: ForgetFilter): Promise<GoingSession[]>;
  forget(filter: ForgetFilter): Promise<GoingSession[]>;
  listPrune(filter: PruneFilter): Promise<GoingSession[]>;
  prune(filter: PruneFilter): Promise<GoingSession[]>;
}
