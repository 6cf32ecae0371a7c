import type { FileOp } from '../../core/replay/file-op.ts';
import type { Comparison } from '../../machine/compare/compare-sessions.ts';
import type { Insights } from '../../machine/insights/insights.ts';
import type { SessionTime } from '../../machine/insights/time/session-time.ts';
import type { OutcomeInsights } from '../../machine/outcome/outcome.ts';
import type { ChangeCommit } from '../../machine/provenance/change-commits.ts';
import type { CommittedLines } from '../../machine/provenance/committed-lines.ts';
import type { ChangedHunk, ChangedPath, HunkOrigin } from '../../machine/provenance/session-changes.ts';
import type { ApiUsage } from './api-types.ts';

/** `GET /api/sessions/:key/changes?of=net|turn:3`: what `threadline changes` says, with the rows behind it. */
export interface ApiChanges {
  schema: number;
  files: ApiChangedFile[];
  /** Files that are again what they were before the session. */
  undone: ApiChangedFile[];
  /** The commits that have lines of the session, the newest first. */
  commits: ChangeCommit[];
  /** Whether the session's folder is a repository, none, or not there any more. */
  repository: 'found' | 'none' | 'gone';
  /** The session is only in a store: no folder was looked at, so nothing is said of commits and of what was changed since. */
  stored?: true;
  /** Commands that may have written files without telling which. */
  commands: number;
  /** The turns that did anything with files. */
  turns: number[];
  /** The files that the reader has looked at; absent where that is not kept. */
  viewed?: readonly string[];
}

export interface ApiChangedFile extends Omit<ChangedPath, 'hunks' | 'base'>, Partial<CommittedLines> {
  /** The same as `kind`, `added` and `removed`. */
  status: ChangedPath['kind'];
  add: number;
  del: number;
  base: 'known' | 'unknown';
  edits: ApiEdit[];
  hunks?: ApiHunk[] | undefined;
}

/** A call that wrote to a file. Without a row where a sub-agent did. */
export interface ApiEdit {
  turn: number;
  status: FileOp['kind'];
  row?: number;
}

export interface ApiHunk extends Omit<ChangedHunk, 'origin'> {
  /** Runs of added lines with the row that wrote them; without a row where a sub-agent did. */
  origin: (HunkOrigin & { row?: number })[];
}

/** `GET /api/sessions/:key/time`: its requests are those of `threadline usage --explain`. */
export interface ApiTime extends Omit<SessionTime, 'total'> {
  schema: number;
  /** The number of requests, and their sum. */
  requests: number;
  usage: ApiUsage;
}

/** `GET /api/compare?a=&b=[&c=]`: what `threadline compare --json` says, without secrets. */
export interface ApiCompare extends Comparison {
  schema: number;
  /** The keys of the sessions, in the order of their sides. */
  keys: string[];
}

/** `GET /api/insights?since=30d&agent=&project=`: what `threadline insights --json` says, without secrets. */
export interface ApiInsights extends Insights, OutcomeInsights {
  schema: number;
  /** The sessions are those of a store: outcome and commits are empty, because no repository was asked. */
  stored?: true;
}

/** `GET /api/problems`: bad lines and unknown kinds by agent and version. */
export interface ApiProblems {
  schema: number;
  /** The sessions of which every line was read, by the index or for this answer. */
  looked: { sessions: number; of: number };
  groups: {
    agent: string;
    version: string;
    code: string;
    /** The name of the kind or field, never content. */
    name?: string;
    count: number;
    /** The number of sessions that have it. */
    sessions: number;
    sample?: { session: string; line: number };
  }[];
}

/** The body of `POST /api/sessions/:key/noted`. With `undo` it takes away what it names. */
export type ApiNoting =
  | { kind: 'star'; undo?: boolean }
  | { kind: 'tag'; words?: readonly string[]; undo?: boolean }
  /** Files that the reader has looked at. */
  | { kind: 'view'; words: readonly string[]; undo?: boolean }
  | { kind: 'note' | 'rename'; text?: string; undo?: boolean };

/** The answer: all that is noted about the session. */
export interface ApiNoted {
  schema: number;
  starred: boolean;
  tags: readonly string[];
  note: string | null;
  title: string | null;
}
