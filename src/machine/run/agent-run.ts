import type { ThreadEvent } from '../../core/thread/event.ts';
import type { Outcome } from '../../core/thread/outcome.ts';
import type { EventReaderOptions } from '../../core/wires/event-reader.ts';
import type { AgentCommand } from './agent-driver.ts';
import { AgentProcess } from './process/agent-process.ts';
import type { ProcessEnd } from './process/process-end.ts';
import { createOutcomeQueue } from './reading/outcome-queue.ts';
import { createRunReader } from './reading/run-reader.ts';
import { createRunSummary } from './reading/run-summary.ts';
import { createStderrTail } from './reading/stderr-tail.ts';
import { RunFailure, type RunResult, toRunResult } from './run-result.ts';

export interface AgentRun {
  /**
   * One outcome per line, in order; ends, without throwing, when the agent has ended. For one reader: a slow one slows
   * the agent, and one that leaves the loop ends it. Begin to read before you wait for the completion, or do not read.
   */
  readonly events: AsyncIterableIterator<Outcome>;
  /** The events alone, for those who do not care for lines that cannot be read. Takes the place of `events`. */
  threadEvents(): AsyncGenerator<ThreadEvent, void, undefined>;
  /**
   * Resolves, never rejects, when the agent and all that it left in its process group has ended. To ask for it while
   * nobody reads the events says that nobody will: what does not fit is then dropped, so that it holds nothing up.
   */
  readonly completion: Promise<RunResult>;
  /** Ends the agent, politely at first. */
  stop(): Promise<RunResult>;
  /** The thread's id, once the agent has told it. */
  readonly threadId: string | undefined;
  readonly isFinished: boolean;
}

/** What ends a run before its time, and who hears of it on the way. */
export interface RunOptions {
  /** Ends the agent after so long, whatever it does. */
  timeoutMs?: number | undefined;
  /** Ends the agent when it has printed nothing for so long. Time in which nobody reads does not count. */
  idleTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** A file to which the agent's lines are appended as they come. */
  eventLog?: string | undefined;
  /** Gets what the agent writes to stderr, as it comes. What it throws is a warning of the process, and no more. */
  onStderr?: ((text: string) => void) | undefined;
  reader?: EventReaderOptions | undefined;
}

export interface RunPlan extends RunOptions {
  askedThreadId?: string | undefined;
  exitCodes?: Readonly<Record<number, string>> | undefined;
}

/** Runs the command that `open` gives. What `open` throws becomes the result's error. */
export function startRun(open: () => AgentCommand, options: RunPlan): AgentRun {
  const startedAt = performance.now();
  const left = new RunFailure('aborted', 'the agent was ended because its reader left');
  const stderr = createStderrTail();
  const tellStderr = createStderrCallback(options.onStderr);
  let isAwaited = false;
  let isFinished = false;

  /** Nobody will read what does not fit: the run is being ended, or only its end is waited for. */
  const mayDrop = () => agent.failure !== undefined || (isAwaited && !queue.isClaimed);
  const queue = createOutcomeQueue({ mayDrop, onRoom: () => agent.resume('stdout'), onLeave: () => agent.fail(left) });
  const summary = createRunSummary(() => agent.closeInput());
  const reader = createRunReader(options, summary, queue);

  function openAll(): AgentCommand {
    reader.open();
    return open();
  }

  const agent = new AgentProcess(openAll, {
    ...options,
    onStdout(chunk) {
      reader.push(chunk);
      if (queue.isFull && !mayDrop()) agent.pause('stdout');
    },
    onStderr(chunk) {
      stderr.add(chunk);
      tellStderr(chunk);
    },
  });

  function finish(end: ProcessEnd): RunResult {
    isFinished = true;
    reader.end();
    // A reader that leaves at the last event stops nothing if the agent ends by itself.
    const hasOnlyLeft = end.failure === left && !end.wasSignalled;
    return toRunResult({
      ...end,
      failure: hasOnlyLeft ? undefined : end.failure,
      lesserFailure: reader.failure,
      askedThreadId: options.askedThreadId,
      exitCodes: options.exitCodes,
      summary,
      marksTurnEnds: reader.marksTurnEnds,
      stderrTail: stderr.text(),
      durationMs: Math.round(performance.now() - startedAt),
    });
  }

  const completion = agent.finished.then(finish);
  return {
    events: queue.outcomes,
    async *threadEvents() {
      for await (const outcome of queue.outcomes) if (outcome.ok) yield* outcome.events;
    },
    get completion() {
      isAwaited = true;
      if (!queue.isClaimed) agent.resume('stdout');
      return completion;
    },
    stop() {
      agent.fail(new RunFailure('aborted', 'the agent was stopped'));
      return completion;
    },
    get threadId() {
      return summary.threadId;
    },
    get isFinished() {
      return isFinished;
    },
  };
}

/** A callback that throws harms nobody; the first time it is told, as a warning. */
function createStderrCallback(onStderr: RunOptions['onStderr']): (chunk: Uint8Array) => void {
  if (!onStderr) return () => {};
  const decoder = new TextDecoder();
  let hasWarned = false;
  return (chunk) => {
    try {
      onStderr(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      if (!hasWarned) process.emitWarning(`onStderr threw ${error instanceof Error ? error.message : 'an odd value'}`);
      hasWarned = true;
    }
  };
}
