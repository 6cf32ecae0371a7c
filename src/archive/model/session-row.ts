import type { AgentName } from '../../core/thread/event.ts';
import type { SessionCounts, SessionFacts } from '../../machine/facts/session-facts.ts';
import type { SessionStatus } from '../../machine/facts/session-status.ts';
import { infoOf, type SessionInfo } from '../../machine/sessions/session-info.ts';

/** Which session. */
export interface SessionKey {
  agent: AgentName;
  /** The thread's whole id. A Claude sub-agent with a file of its own has its own id. Of a file without any: its path. */
  threadId: string;
  /** The home that it was found in, where two homes hold a thread of the same id. */
  home?: string | undefined;
}

/** A session of the store: the facts that it keeps. Times are milliseconds since 1970. */
export interface SessionRow
  extends SessionCounts,
    Pick<
      SessionFacts,
      | 'machine'
      | 'path'
      | 'archived'
      | 'title'
      | 'firstPrompt'
      | 'project'
      | 'branch'
      | 'model'
      | 'version'
      | 'startedAt'
      | 'endedAt'
      | 'parentThread'
      | 'forkedFrom'
      | 'size'
    > {
  key: SessionKey & { home: string };
  /** Its agent deleted the file: what is here is the only copy. */
  gone: boolean;
  /** When that was noticed. */
  goneAt?: number | undefined;
  /** What it does, as `threadline sessions` says it, at the time of asking. */
  status: SessionStatus;
  /** Content blocks: what `readBlocks` counts by. */
  blocks: number;
  /** The first thing that is wrong with its file as a whole, in one sentence. */
  problem?: string | undefined;
}

/** The face of a session of a store that lists and commands show. */
export function infoOfRow(row: SessionRow): SessionInfo {
  const { agent, threadId: id, home } = row.key;
  const { startedAt, endedAt = startedAt, goneAt = 0, parentThread } = row;
  const source = parentThread === undefined ? undefined : 'subagent';
  const info = infoOf({ ...row, agent, id, home, source, updatedAt: endedAt ?? goneAt });
  if (row.gone) info.gone = true;
  return info;
}

/** Which sessions are meant. All that is given must hold. */
export interface SessionFilter {
  agent?: AgentName | undefined;
  /** A folder: sessions in it or below it. */
  project?: string | undefined;
  /** Milliseconds since 1970: with a message at or after `since`, and one before `until`. */
  since?: number | undefined;
  until?: number | undefined;
  /** The model of the session. */
  model?: string | undefined;
  /** The machine that it was written on; a store of one machine has none of another. */
  machine?: string | undefined;
  /** True: only those whose file is gone; false: only others. */
  gone?: boolean | undefined;
  /** True: also those that agents started. */
  subagents?: boolean | undefined;
  /** Only those that this thread's agent started. */
  parentThread?: string | undefined;
}
