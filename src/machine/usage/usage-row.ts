import type { TokenCounts } from './token-counts.ts';

/** One request to a model, as recorded in a session file. */
export interface UsageRow extends TokenCounts {
  /** The agent that made the request: `codex`, `claude`, `gemini`. */
  agent: string;
  /** The thread of the request. A sub-agent with a file of its own is a thread of its own. */
  threadId: string;
  /** The identity of the request: the provider's id, else `L<line>`. */
  key: string;
  /** The time of writing, in milliseconds since 1970; 0 if unknown. */
  at: number;
  model?: string | undefined;
  /** The service tier, unless standard: `priority`, `flex`, `fast`, … */
  tier?: string | undefined;
  /** The working folder of the agent. */
  project?: string | undefined;
  /** The part of `cacheWrite` that is kept for an hour instead of five minutes. */
  cacheWriteHour?: number | undefined;
  /** True if it repeats a request of another session that has not recorded it yet: once it does, it counts there. */
  copied?: true | undefined;
  /** The machine of the request, in a store of many machines. */
  machine?: string | undefined;
  /** In a store of many people: whose work it is, the owner's teams, and the repository, else the folder. */
  person?: string | undefined;
  team?: string | undefined;
  repository?: string | undefined;
  /** The file that records it. */
  source: string;
  /** The line of that file, from 1. */
  line: number;
}

/** Why a file or a line was not counted. */
export type UsageProblemCode =
  /** The file or folder cannot be opened or read. */
  | 'unreadable'
  /** Named like a session, but a FIFO, a device or a folder. */
  | 'not-a-file'
  /** A compressed file that is cut off or broken. The part before the damage counts. */
  | 'damaged'
  /** A compressed file that unpacks to more than the limits allow. */
  | 'too-large'
  /** A line that should hold usage cannot be read. The first such line of a file is named. */
  | 'bad-line'
  /** Not a session file of any agent. */
  | 'unknown-format';

/** The reason a file was not counted in full. */
export interface UsageProblem {
  code: UsageProblemCode;
  /** One sentence for people. */
  message: string;
  path: string;
  line?: number | undefined;
}

/** Receives the reason why something was not counted. */
export type OnUsageProblem = (problem: UsageProblem) => void;
