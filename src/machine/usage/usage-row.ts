import type { TokenCounts } from './token-counts.ts';

/** One request to a model, as a session file tells it. */
export interface UsageRow extends TokenCounts {
  /** The agent that made the request: `codex`, `claude`, `gemini`. */
  agent: string;
  /** The thread that it belongs to; a sub-agent with a file of its own is a thread of its own. */
  threadId: string;
  /** What tells the request apart: the provider's id of it, else `L<line>`. */
  key: string;
  /** When it was written, in milliseconds since 1970; 0 where nothing tells. */
  at: number;
  model?: string | undefined;
  /** The service tier where it is not the standard one: `priority`, `flex`, `fast`, … */
  tier?: string | undefined;
  /** The folder that the agent worked in. */
  project?: string | undefined;
  /** The part of `cacheWrite` that is kept for an hour instead of five minutes. */
  cacheWriteHour?: number | undefined;
  /** The session repeats it from another one, which has not told it yet: once it does, the request counts there. */
  copied?: true | undefined;
  /** The machine that it was made on, where a store of many machines tells it. */
  machine?: string | undefined;
  /** The file that tells it. */
  source: string;
  /** The line of that file, from 1. */
  line: number;
}

export type UsageProblemCode =
  /** The file or folder cannot be opened or read. */
  | 'unreadable'
  /** Named like a session, but a FIFO, a device, a folder. */
  | 'not-a-file'
  /** A compressed file that is cut off or broken; what came before counts. */
  | 'damaged'
  /** A compressed file that unpacks to more than the limits allow. */
  | 'too-large'
  /** A line that should tell usage cannot be read; the first one of a file is named. */
  | 'bad-line'
  /** No agent's session file. */
  | 'unknown-format';

/** What kept a file from being counted as a whole. */
export interface UsageProblem {
  code: UsageProblemCode;
  /** One sentence for people. */
  message: string;
  path: string;
  line?: number | undefined;
}

export type OnUsageProblem = (problem: UsageProblem) => void;
