import type { WriterSession } from '../../core/replay/replay.ts';
import type { ChangeSum } from './change-sum.ts';
import type { Committer } from './committers.ts';
import type { SessionOp } from './op-list.ts';

/** A file that sessions wrote to, by its path on the machine where they did. */
export interface EditedPath {
  id: number;
  path: string;
}

/** Lines of a file that one session wrote to one path. */
export interface LineVotes extends EditedPath {
  session: number;
  lines: number;
}

/** A session that wrote to files, and where its own file is, if it is still there. */
export interface EditingSession {
  id: number;
  agent: string;
  threadId: string;
  parentThread?: string | undefined;
  file?: string | undefined;
  /** When it ended, in milliseconds since 1970. */
  endedAt?: number | undefined;
}

/** How much a session changed when it was last counted, and its file then; none of a session whose file is gone. */
export interface KeptSum extends ChangeSum {
  file?: { path: string; size: number } | undefined;
  /** The thread whose agent started the session. */
  parentId?: string | undefined;
}

/** What an archive keeps of edits, so that not all sessions have to be read to answer for one file. */
export interface EditIndex {
  /** How many sessions it has, and of how many the edits. */
  state(): Promise<{ sessions: number; indexed: number }>;
  /** Paths whose last name is one of these. */
  pathsNamed(names: readonly string[]): Promise<EditedPath[]>;
  /** Some other paths that the sessions edited which edited these. */
  pathsBeside(ids: readonly number[]): Promise<string[]>;
  /** The sessions that edited one of these paths. */
  sessionsOf(ids: readonly number[]): Promise<EditingSession[]>;
  /** Which sessions wrote these lines, squeezed, and where. Lines that very many calls wrote do not count. */
  votes(lines: readonly string[]): Promise<LineVotes[]>;
  /** The operations of sessions on these paths, and on no file in particular. */
  ops(sessions: readonly EditingSession[], ids: readonly number[]): Promise<SessionOp[]>;
  /** All operations of one session and of the sub-agents that it started, in the order of time. */
  opsOfSession(session: WriterSession): Promise<SessionOp[]>;
  /** How much sessions changed, their sub-agents included, by `AGENT:ID`: of those that were counted. Nothing is replayed. */
  sums(): Promise<ReadonlyMap<string, KeptSum>>;
  /** The id of a path; undefined if nobody edited it. */
  pathId(path: string): Promise<number | undefined>;
  /** Sessions that were shown the hash of a commit when they committed. */
  committers(commits: readonly string[]): Promise<ReadonlyMap<string, Committer>>;
}
