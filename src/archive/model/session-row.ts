import type { AgentName } from '../../core/thread/event.ts';
import type { SessionCounts, SessionFacts } from '../../machine/facts/session-facts.ts';
import type { SessionStatus } from '../../machine/facts/session-status.ts';
import { infoOf, type SessionInfo } from '../../machine/sessions/session-info.ts';

/** Names a session. */
export interface SessionKey {
  agent: AgentName;
  /** The thread's whole id; a file's path if it has none. A Claude sub-agent with a file of its own has its own id. */
  threadId: string;
  /** The home in which it was found, if two homes hold a thread of the same id. */
  home?: string | undefined;
}

/** The facts of a session that a store keeps. Times are milliseconds since 1970. */
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
      | 'origin'
      | 'size'
    > {
  key: SessionKey & { home: string };
  /** Whose it is, in the store of a team server. */
  person?: string | undefined;
  /** The person's teams, of those that the reader may know of. */
  teams?: readonly string[] | undefined;
  /** The repository of its folder, in a store of many machines. */
  repository?: string | undefined;
  /** True if its agent deleted the file: the store has the only copy. */
  gone: boolean;
  /** The time at which that was noticed. */
  goneAt?: number | undefined;
  /** The status at the time of the call, as `threadline sessions` shows it. */
  status: SessionStatus;
  /** Number of content blocks, as `readBlocks` counts them. */
  blocks: number;
  /** The first problem of its file as a whole, in one sentence. */
  problem?: string | undefined;
  /** True in what others see, if the present rules of redaction have not looked at its texts yet: none is told. */
  unredacted?: boolean | undefined;
}

/** The part of a stored session that lists and commands show. */
export function infoOfRow(row: SessionRow): SessionInfo {
  const { agent, threadId: id, home } = row.key;
  const { startedAt, endedAt = startedAt, goneAt = 0, parentThread } = row;
  const source = parentThread === undefined ? undefined : 'subagent';
  const info = infoOf({ ...row, agent, id, home, source, updatedAt: endedAt ?? goneAt });
  if (row.gone) info.gone = true;
  return info;
}

/** True for a file that holds no conversation. Lists leave it out, as they do on the machine that has it. */
export function isStubRow({ messages, turns, firstPrompt, problem }: SessionRow): boolean {
  return messages === 0 && turns === 0 && firstPrompt === undefined && problem !== undefined;
}

/** Selects sessions. All given conditions must hold. */
export interface SessionFilter {
  agent?: AgentName | undefined;
  /** A folder. Matches sessions in it or below it. */
  project?: string | undefined;
  /** Milliseconds since 1970. Matches sessions with a message at or after `since`, and one before `until`. */
  since?: number | undefined;
  until?: number | undefined;
  model?: string | undefined;
  /** The machine of the session. A store of one machine has no others. */
  machine?: string | undefined;
  /** True: only gone sessions. False: only others. */
  gone?: boolean | undefined;
  /** True includes sub-agents. */
  subagents?: boolean | undefined;
  /** Only sub-agents that this thread's agent started. */
  parentThread?: string | undefined;
  /** True: only sessions with a title. */
  titled?: boolean | undefined;
}
