import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import { ThreadlineError } from '../errors.ts';
import { limits } from '../limits.ts';
import type { AgentCommand } from '../run/agent-command.ts';
import { endGroup, POLITE_LADDER, SWEEP_LADDER } from '../run/end-group.ts';
import { feedStdin } from '../run/feed-stdin.ts';
import { guardGroup } from '../run/parent-exit.ts';
import { createPausableTimer } from '../run/pausable-timer.ts';
import { RunFailure } from '../run/run-result.ts';
import { spawnChild } from '../run/spawn-child.ts';
import type { CommandEnd } from './command-end.ts';
import type { OutputSink } from './sandbox.ts';

type Child = ChildProcessWithoutNullStreams;

/**
 * Runs a command as the leader of a process group of its own. Settles when nothing of the group is left: resolves to how
 * the command ended, or rejects with the signal's reason if that ended it.
 */
export async function runLocalCommand(
  command: AgentCommand,
  output: { stdout: OutputSink; stderr: OutputSink },
  signal: AbortSignal,
): Promise<CommandEnd> {
  signal.throwIfAborted();
  const child = await start(command);
  const leader = child.pid ?? 0;
  const exited = new Promise<CommandEnd>((resolve) => {
    child.once('exit', (exitCode, endedBy) => resolve({ exitCode, signal: endedBy }));
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const pumps = createPumps(child, output);
  let ending: Promise<unknown> | undefined;
  const end = () => {
    pumps.discard();
    ending ??= endGroup(leader, POLITE_LADDER);
    return ending;
  };
  const release = guardGroup({ leader, end });
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    feedStdin(child.stdin, command.input);
    const commandEnd = await exited;
    await Promise.race([closed, pumps.areHeld()]);
    await ending;
    await endGroup(leader, SWEEP_LADDER);
    signal.throwIfAborted();
    return commandEnd;
  } finally {
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
    signal.removeEventListener('abort', end);
    release();
  }
}

async function start(command: AgentCommand): Promise<Child> {
  try {
    return await spawnChild(command);
  } catch (error) {
    if (!(error instanceof RunFailure)) throw error;
    const code = error.code === 'cli-not-found' ? 'not-found' : 'spawn-failed';
    throw new ThreadlineError(code, error.message, { cause: error });
  }
}

/** Moves the child's output into the sinks, no faster than they take it. */
function createPumps(child: Child, output: { stdout: OutputSink; stderr: OutputSink }) {
  let isDiscarded = false;
  let full = 0;
  let onHeld = () => {};
  const grace = createPausableTimer(limits.stdioGraceMs, () => onHeld());

  function pump(source: Readable, sink: OutputSink): void {
    source.on('error', () => {});
    source.on('data', (chunk: Buffer) => {
      if (isDiscarded || sink.write(chunk)) return;
      source.pause();
      full += 1;
      grace.pause();
      sink.once('drain', () => {
        source.resume();
        full -= 1;
        if (full === 0) grace.resume();
      });
    });
  }

  pump(child.stdout, output.stdout);
  pump(child.stderr, output.stderr);
  return {
    /** From here on nobody wants the output, and it must not hold the command up. */
    discard() {
      isDiscarded = true;
      child.stdout.resume();
      child.stderr.resume();
      grace.resume();
    },
    /** Resolves when something that outlived the command holds its output open. A slow sink does not count. */
    areHeld(): Promise<void> {
      return new Promise((resolve) => {
        onHeld = resolve;
        grace.restart();
      });
    },
  };
}
