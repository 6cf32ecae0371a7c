import type { SessionStatus } from '../facts/session-status.ts';
import type { PricedRequest } from './priced-request.ts';
import type { TestRun } from './test-run.ts';

/** A call of a tool, with its result. */
export interface StoryCall {
  /** Claude's name for the tool, which all agents' tools have here. */
  tool: string;
  /** The line of the call, from 1. */
  line: number;
  /** Milliseconds since 1970; 0 if unknown. */
  at: number;
  /** The time until its result, in milliseconds; undefined if it is unknown. */
  ms?: number | undefined;
  failed: boolean;
  /** Characters of the result. */
  resultLength: number;
  /** What was asked for, in one line: the command, the file. */
  what: string;
  /** Equal for equal calls: the same tool with the same input. */
  identity: string;
  /** The command line of a command. */
  command?: string | undefined;
  /** The file that it read. */
  reads?: string | undefined;
  /** The file that it wrote. */
  writes?: string | undefined;
  /** What makes two calls of different sessions alike, if that was wanted. */
  detail?: CallDetail | undefined;
}

/** A call without its folder, so that calls in two copies of a project are equal. */
export interface CallDetail {
  /** Equal for the same tool with the same input. */
  key: string;
  /** Equal for calls on the same file, of the same program, or else of the same tool. */
  alike: string;
  /** Equal for equal results, whatever the clock says; undefined without one. */
  result?: string | undefined;
  /** How the tests ended, if the call ran some. */
  tests?: TestRun | undefined;
}

/** What happened in a session, as far as a rule asks. Nothing that another session did: no copied history. */
export interface SessionStory {
  agent: string;
  id: string;
  /** The session whose agent started this one. */
  parent?: string | undefined;
  /** The working folder. */
  project?: string | undefined;
  /** The title, else the first text that a person typed. */
  title: string;
  status: SessionStatus;
  /** Milliseconds since 1970; 0 if unknown. */
  startedAt: number;
  /** In the order of their lines. */
  calls: readonly StoryCall[];
  /** The lines at which a person said something, in order. */
  prompts: readonly number[];
  /** The lines at which the agent put a summary in the place of what was said, in order. */
  compactions: readonly number[];
  /** The lines that count a request which came before them. Other lines are the beginning of their request. */
  counts: ReadonlySet<number>;
  /** The names of the tools that the agent could call, as far as the session says, each with its line. */
  offered: ReadonlyMap<string, number>;
  /** The requests that the usage report counts for it, in the order of their lines. */
  requests: readonly PricedRequest[];
}

/** What the session itself tells. The usage code adds the requests. */
export type ToldStory = Omit<SessionStory, 'requests'>;
