import type { Outcome } from '../thread/outcome.ts';
import type { EventReaderOptions } from '../wires/event-reader.ts';
import type { AgentCommand } from './agent-command.ts';
import type { RunResult } from './run-result.ts';
import { Supervisor } from './supervisor.ts';
import { WatchedPromise } from './watched-promise.ts';

/** A running agent. */
export interface AgentRun {
  /**
   * One outcome per line, in order; ends, without throwing, when the agent has ended. For one reader: a slow one slows
   * the agent, and one that leaves the loop ends it. Begin to read before you wait for the completion, or do not read.
   */
  readonly events: AsyncIterableIterator<Outcome>;
  /** Resolves when the agent, and all that it left in its process group, has ended. */
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
  timeoutMs?: number;
  /** Ends the agent when it has printed nothing for so long. Time in which nobody reads does not count. */
  idleTimeoutMs?: number;
  /** Ends the agent when it is aborted. */
  signal?: AbortSignal;
  /** A file to which the agent's lines are appended as they come. */
  eventLog?: string;
  /** Gets what the agent writes to stderr, as it comes. */
  onStderr?: (text: string) => void;
  /** How the agent's lines are read. */
  reader?: EventReaderOptions;
}

/** Runs the command that `open` gives. A RunFailure that it throws becomes the result. */
export function startRun(open: () => AgentCommand, options: RunOptions): AgentRun {
  const supervisor = new Supervisor(open, options);
  return {
    events: supervisor.events,
    completion: WatchedPromise.watch(supervisor.completion, () => supervisor.drain()),
    stop: () => supervisor.stop('the agent was stopped'),
    get threadId() {
      return supervisor.threadId;
    },
    get isFinished() {
      return supervisor.isFinished;
    },
  };
}
