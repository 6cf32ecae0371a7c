import { readableError } from '../../core/messages/readable-error.ts';
import type { CountedUsage } from '../../core/thread/usage.ts';
import { machineLimits } from '../../limits/machine.ts';
import type { RunPlan } from './agent-run.ts';
import { stderrReason } from './error-text.ts';
import type { ProcessEnd } from './process/process-end.ts';
import type { RunSummary } from './reading/run-summary.ts';

/** The reason a run failed: a closed list. */
export type RunErrorCode =
  /** The program does not exist, or cannot be executed. */
  | 'cli-not-found'
  /** The system could not start the program. */
  | 'spawn-failed'
  /** The overall time limit was reached. */
  | 'timeout'
  /** The agent was silent for too long. */
  | 'idle-timeout'
  /** The caller stopped it: by its signal, by `stop()`, by leaving the loop, or by exiting. */
  | 'aborted'
  /** A file that the caller asked for (event log, output schema) could not be written. */
  | 'write-failed'
  /** The agent gave up on the prompt. */
  | 'turn-failed'
  /** A signal from elsewhere ended the agent. */
  | 'killed'
  /** The agent ended with an exit code other than 0. */
  | 'exit-code'
  /** The agent reported an error, and ended without ending its turn. */
  | 'agent-error'
  /** The agent ended in the middle of a turn. */
  | 'turn-unfinished'
  /** An unforeseen error: a defect of threadline. */
  | 'internal-error';

/** Why a run failed. */
export interface RunError {
  code: RunErrorCode;
  /** One or a few sentences for people, of limited length. */
  message: string;
}

/** The end of a run. Success and failure have the same fields. */
export interface RunResult {
  ok: boolean;
  /** Null if a signal ended the agent, or it never started. */
  exitCode: number | null;
  signal: string | null;
  timedOut: boolean;
  idleTimedOut: boolean;
  aborted: boolean;
  /** True if SIGKILL was needed to end the agent, or what it left behind. */
  forcefullyKilled: boolean;
  /** True if a process that outlived the agent held its output open. */
  stdioHeld: boolean;
  /** The end of the agent's stderr. */
  stderrTail: string;
  threadId: string | undefined;
  /** The requested thread id, if the agent continued another thread, or began a new one, instead. */
  missedThreadId: string | undefined;
  lastMessage: string | undefined;
  /** The last count from the agent: a running total (see `Usage`). */
  usage: CountedUsage | undefined;
  durationMs: number;
  error: RunError | undefined;
}

/** An error that ends a run. It never leaves this folder: it becomes the result's `error`. */
export class RunFailure extends Error {
  readonly code: RunErrorCode;

  constructor(code: RunErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }

  /** Converts any error, so that unforeseen ones reach the result the same way. */
  static from(error: unknown): RunFailure {
    if (error instanceof RunFailure) return error;
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'what was thrown is no Error';
    return new RunFailure('internal-error', `threadline could not go on: ${reason}`, error);
  }
}

/** The facts known at the end of a run. */
export interface RunFacts extends ProcessEnd, Pick<RunPlan, 'askedThreadId' | 'exitCodes'> {
  summary: RunSummary;
  /** A failure that did not end the run. It counts if nothing else failed. */
  lesserFailure: RunFailure | undefined;
  /** True if the wire marks the end of a turn. */
  marksTurnEnds: boolean;
  stderrTail: string;
  durationMs: number;
}

export function toRunResult(facts: RunFacts): RunResult {
  const error = findError(facts);
  const { summary } = facts;
  return {
    ok: error === undefined,
    exitCode: facts.exitCode,
    signal: facts.signal,
    timedOut: error?.code === 'timeout',
    idleTimedOut: error?.code === 'idle-timeout',
    aborted: error?.code === 'aborted',
    forcefullyKilled: facts.forcefullyKilled,
    stdioHeld: facts.stdioHeld,
    stderrTail: facts.stderrTail,
    threadId: summary.threadId,
    missedThreadId: findMissedThread(facts),
    lastMessage: summary.lastMessage,
    usage: summary.usage,
    durationMs: facts.durationMs,
    error,
  };
}

function findMissedThread({ askedThreadId, summary: { threadId } }: RunFacts): string | undefined {
  if (askedThreadId === undefined || threadId === undefined) return undefined;
  return threadId.toLowerCase() === askedThreadId.toLowerCase() ? undefined : askedThreadId;
}

/** The first cause that applies, nearest to the root first. */
function findError({ summary, failure, lesserFailure, ...facts }: RunFacts): RunError | undefined {
  if (failure) return createError(failure.code, failure.message);
  if (summary.turnFailure !== undefined) return createError('turn-failed', readableError(summary.turnFailure));
  const pending = summary.pendingError === undefined ? undefined : readableError(summary.pendingError);
  const meaning = facts.exitCode === null ? undefined : facts.exitCodes?.[facts.exitCode];
  const reason = stderrReason(facts.stderrTail);
  const said = pending ?? (meaning && reason ? `${meaning} (${reason})` : meaning || reason);
  const because = said ? `: ${said}` : '';
  if (facts.signal) return createError('killed', `the agent was ended by ${facts.signal}${because}`);
  if (facts.exitCode !== 0)
    return createError('exit-code', `the agent ended with exit code ${facts.exitCode}${because}`);
  if (pending !== undefined) return createError('agent-error', pending);
  if (summary.isTurnOpen && facts.marksTurnEnds) {
    return createError('turn-unfinished', 'the agent ended in the middle of a turn');
  }
  if (lesserFailure) return createError(lesserFailure.code, lesserFailure.message);
  return undefined;
}

function createError(code: RunErrorCode, message: string): RunError {
  if (message.length <= machineLimits.maxFailureMessageLength) return { code, message };
  // Do not cut a surrogate pair.
  const cut = message.slice(0, machineLimits.maxFailureMessageLength).replace(/[\ud800-\udbff]$/, '');
  return { code, message: `${cut}…` };
}
