import { ThreadlineError } from '../../errors.ts';
import type { AgentCommand } from '../../machine/run/agent-driver.ts';
import { AgentProcess } from '../../machine/run/process/agent-process.ts';
import type { CommandEnd } from './agent-stdout.ts';
import type { OutputSink } from './sandbox.ts';

/** Runs a command in its own process group. Settles when nothing of the group is left. */
export async function runLocalCommand(
  command: AgentCommand,
  output: { stdout: OutputSink; stderr: OutputSink },
  signal: AbortSignal,
): Promise<CommandEnd> {
  signal.throwIfAborted();
  const agent = new AgentProcess(() => command, {
    signal,
    onStdout: (chunk) => pump('stdout', chunk),
    onStderr: (chunk) => pump('stderr', chunk),
  });

  /** Moves output into its sink, no faster than the sink takes it. Output of an ended command is dropped. */
  function pump(pipe: 'stdout' | 'stderr', chunk: Uint8Array): void {
    if (agent.failure || output[pipe].write(chunk)) return;
    agent.pause(pipe);
    output[pipe].once('drain', () => agent.resume(pipe));
  }

  const { exitCode, signal: endedBy, failure } = await agent.finished;
  signal.throwIfAborted();
  // The command was ended because this process ends. That is not a failure to start.
  if (!failure || failure.code === 'aborted') return { exitCode, signal: endedBy };
  const code = failure.code === 'cli-not-found' ? 'not-found' : 'spawn-failed';
  throw new ThreadlineError(code, failure.message, { cause: failure });
}
