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

/** An agent that runs: its events as they come, and how it ends. */
export interface AgentRun {
  /**
   * One outcome per line, in order. Ends, without throwing, when the agent has ended. For one reader: a slow one slows
   * the agent, and one that leaves the loop ends it. Start reading before you await the completion, or do not read.
   */
  readonly events: AsyncIterableIterator<Outcome>;
  /** The events alone, without lines that cannot be read. Use it in place of `events`. */
  threadEvents(): AsyncGenerator<ThreadEvent, void, undefined>;
  /**
   * Resolves, never rejects, when the agent and its whole process group have ended. Awaiting it while nobody
   * reads the events means that nobody will: events that do not fit are then dropped, so that nothing blocks.
   */
  readonly completion: Promise<RunResult>;
  /** Ends the agent, politely at first. */
  stop(): Promise<RunResult>;
  /** The thread id, once the agent has reported it. */
  readonly threadId: string | undefined;
  readonly isFinished: boolean;
}

/** Limits and listeners of a run. */
export interface RunOptions {
  /** Ends the agent after this time, whatever it does. */
  timeoutMs?: number | undefined;
  /** Ends the agent after this time without output. Time in which nobody reads does not count. */
  idleTimeoutMs?: number | undefined;
  /** Ends the agent on abort. */
  signal?: AbortSignal | undefined;
  /** A file to which the agent's lines are appended as they come. */
  eventLog?: string | undefined;
  /** Receives the agent's stderr as it comes. An exception in it only becomes a process warning. */
  onStderr?: ((text: string) => void) | undefined;
  /** Options of the line reader, such as `raw` and `strict`. */
  reader?: EventReaderOptions | undefined;
}

export interface RunPlan extends RunOptions {
  askedThreadId?: string | undefined;
  exitCodes?: Readonly<Record<number, string>> | undefined;
}

/** Runs the command that `open` returns. An exception of `open` becomes the result's error. */
export function startRun(open: () => AgentCommand, options: RunPlan): AgentRun {
  const startedAt = performance.now();
  const left = new RunFailure('aborted', 'the agent was ended because its reader left');
  const stderr = createStderrTail();
  const tellStderr = createStderrCallback(options.onStderr);
  let isAwaited = false;
  let isFinished = false;

  /** True if nobody will read what does not fit: the run is ending, or only its end is awaited. */
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

/** Calls the callback safely. The first exception becomes a warning. */
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
