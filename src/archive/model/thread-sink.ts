import type { SessionStatus } from '../../machine/facts/session-status.ts';
import type { UsageRow } from '../../machine/usage/usage-row.ts';
import type { BlockRow } from './block-row.ts';
import type { SessionKey, SessionRow } from './session-row.ts';

/** One content block from the fold, as a store keeps it. */
export interface FoldedBlock extends Omit<BlockRow, 'seq' | 'input'> {
  /** The input of a call, as JSON. */
  input?: string | undefined;
  /** Files that the call used. */
  touched?: readonly { path: string; how: 'read' | 'written' }[] | undefined;
  /** The program that the call ran. */
  program?: string | undefined;
  /** Of a text that was cut: the same text, redacted before it was cut. */
  redacted?: { text: string; omitted?: number | undefined } | undefined;
}

/** The status of a session: `now` until a time, then `later` if nothing new comes. */
export interface FoldedStatus {
  now: SessionStatus;
  /** Milliseconds since 1970. */
  until: number;
  later: SessionStatus;
}

/** All of a session except its blocks. */
export type FoldedHead = Omit<SessionRow, 'gone' | 'goneAt' | 'blocks' | 'status'> & {
  status: FoldedStatus;
  /** The first prompt, redacted before it was cut. */
  redactedPrompt?: string | undefined;
};

/** A whole session. */
export interface FoldedSession {
  head: FoldedHead;
  blocks: Iterable<FoldedBlock> | AsyncIterable<FoldedBlock>;
  /** The requests in its file, each once. A request that other sessions have too, by `agent` and `key`, counts once. */
  usage?: readonly UsageRow[] | undefined;
}

/** The result of a write. */
export interface FoldRevision {
  key: SessionRow['key'];
  /** Number of blocks that were new, changed or removed. */
  written: number;
}

/** The writing side of a store: whole sessions, by difference. A reader never sees half of one write. */
export interface ThreadSink {
  /** Writes what differs from what the store has of the session. */
  putSession(fold: FoldedSession): Promise<FoldRevision>;
  /** Removes a session and all that belongs to it. */
  dropSession(key: SessionKey): Promise<void>;
}
