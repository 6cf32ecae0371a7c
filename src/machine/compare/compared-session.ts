/** A prompt or a call of a session, or several equal ones in a row. */
export interface ComparedStep {
  /** The line of the session's file, from 1. */
  line: number;
  /** Claude's name of the tool; `prompt` for what a person said. */
  tool: string;
  /** What was asked for, in one line. */
  what: string;
  /** Milliseconds since 1970; absent if unknown. */
  at?: number | undefined;
  ms?: number | undefined;
  failed: boolean;
  /** How often it was done in a row. */
  count: number;
}

/** A step with what it is aligned by. */
export interface KeyedStep extends ComparedStep {
  key: string;
  alike: string;
  result: string | undefined;
}

/** How the tests of a session ended: of the last command that ran some. */
export interface ComparedTests {
  /** `unknown`: its exit code was that of another command, and it did not say how many passed. */
  result: 'passed' | 'failed' | 'unknown';
  /** As the test program counts them; null if it does not say. */
  passed: number | null;
  failed: number | null;
  /** How many commands of the session ran tests. */
  runs: number;
  /** The line of the last one, from 1. */
  line: number;
  /** The last one, in one line. */
  what: string;
}

/** The figures of a session, as `usage`, `changes` and `sessions` tell them. */
export interface ComparedFigures {
  /** From the first to the last line; null without a clock. */
  ms: number | null;
  costUsd: number | null;
  tokens: number;
  requests: number;
  calls: number;
  failed: number;
  files: number;
  added: number;
  removed: number;
  prompts: number;
}

export interface ComparedHead {
  agent: string;
  id: string;
  title: string;
  model?: string | undefined;
  version?: string | undefined;
  project?: string | undefined;
  branch?: string | undefined;
  /** The commit on which it began, if the session tells it. */
  commit?: string | undefined;
  startedAt?: number | undefined;
}

/** A session as it is compared. */
export interface ComparedSession {
  head: ComparedHead;
  firstPrompt: string;
  figures: ComparedFigures;
  /** Null if it ran no tests. */
  tests: ComparedTests | null;
  steps: readonly KeyedStep[];
  /** True if there are more steps than are compared. */
  isCut: boolean;
  /** By path from the session's folder: how many lines it added and removed, and those that are known. */
  files: ReadonlyMap<string, { added: number; removed: number; lines: readonly string[] }>;
}
