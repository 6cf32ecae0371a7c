import type { SessionStatus } from '../../machine/facts/session-status.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { BlockRow } from './block-row.ts';
import type { SessionKey, SessionRow } from './session-row.ts';

/** One content block, as the fold made it: what a store keeps of it. */
export interface FoldedBlock extends Omit<BlockRow, 'seq' | 'input'> {
  /** The input of a call, as JSON. */
  input?: string | undefined;
  /** Files that the call used. */
  touched?: readonly { path: string; how: 'read' | 'written' }[] | undefined;
  /** The program that the call ran. */
  program?: string | undefined;
}

/** What a session does: one thing for as long as nothing new comes, another from then on. */
export interface FoldedStatus {
  now: SessionStatus;
  /** Milliseconds since 1970. */
  until: number;
  later: SessionStatus;
}

/** All of a session but its blocks. */
export type FoldedHead = Omit<SessionRow, 'gone' | 'goneAt' | 'blocks' | 'status'> & { status: FoldedStatus };

/** A session, whole. */
export interface FoldedSession {
  head: FoldedHead;
  blocks: Iterable<FoldedBlock> | AsyncIterable<FoldedBlock>;
  /** The requests that its file tells, each once. What other sessions tell too, by `agent` and `key`, counts once. */
  usage?: readonly UsageRow[] | undefined;
}

/** What was written. */
export interface FoldRevision {
  key: SessionRow['key'];
  /** How many blocks were new, changed or removed. */
  written: number;
}

/** What the folding side writes: whole sessions, by difference; a reader never sees half of one write. */
export interface ThreadSink {
  putSession(fold: FoldedSession): Promise<FoldRevision>;
  /** Removes a session and all that belongs to it. */
  dropSession(key: SessionKey): Promise<void>;
}
