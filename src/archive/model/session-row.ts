import type { AgentName } from '../../core/thread/event.ts';
import type { SessionStatus } from '../../machine/facts/session-status.ts';

/** Which session. */
export interface SessionKey {
  agent: AgentName;
  /** The thread's whole id. A Claude sub-agent with a file of its own has its own id. Of a file without any: its path. */
  threadId: string;
  /** The home that it was found in, where two homes hold a thread of the same id. */
  home?: string | undefined;
}

/** A session of the store. Times are milliseconds since 1970. */
export interface SessionRow {
  key: SessionKey & { home: string };
  /** The machine that it was written on, in a store of many machines. */
  machine?: string | undefined;
  /** Where its file is, or was. */
  path: string;
  /** Its agent deleted the file: what is here is the only copy. */
  gone: boolean;
  /** When that was noticed. */
  goneAt?: number | undefined;
  /** The agent keeps it among those that are put away. */
  archived: boolean;
  /** The name that the person or the agent gave it. */
  title?: string | undefined;
  /** The first text that the person typed, cut at `maxFirstPromptLength`. */
  firstPrompt?: string | undefined;
  /** The working folder. */
  project?: string | undefined;
  /** The branch of its repository, where the agent notes it. */
  branch?: string | undefined;
  /** The last model that answered. */
  model?: string | undefined;
  /** The version of the agent that began it. */
  version?: string | undefined;
  /** The time of the first and of the last message. */
  startedAt?: number | undefined;
  endedAt?: number | undefined;
  /** What it does, as `threadline sessions` says it, at the time of asking. */
  status: SessionStatus;
  /** The thread whose agent started this one. */
  parentThread?: string | undefined;
  /** The thread that this one is a copy of, up to some turn. */
  forkedFrom?: string | undefined;
  turns: number;
  messages: number;
  /** Content blocks: what `readBlocks` counts by. */
  blocks: number;
  /** Calls of tools. */
  tools: number;
  /** Results of tools that failed. */
  errors: number;
  /** Lines with something wrong in them. */
  problems: number;
  /** The first thing that is wrong with its file as a whole, in one sentence. */
  problem?: string | undefined;
  /** Bytes of its file, as on disk. */
  size: number;
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
