import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../limits.ts';
import type { AgentCommand } from './agent-command.ts';
import { RunFailure } from './run-result.ts';

const RETRY_MS = 20;

/** Starts the program as the leader of its own process group. Throws a RunFailure when that cannot be. */
export async function spawnChild(command: AgentCommand): Promise<ChildProcessWithoutNullStreams> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await spawnOnce(command);
    } catch (error) {
      // Somebody still has the program open for writing, as happens right after an installation.
      if (errorCode(error) !== 'ETXTBSY' || attempt === limits.maxSpawnAttempts) throw toFailure(error, command);
      await delay(RETRY_MS * attempt);
    }
  }
}

function spawnOnce({ file, args, cwd, env }: AgentCommand): Promise<ChildProcessWithoutNullStreams> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, detached: process.platform !== 'win32', windowsHide: true });
    child.once('error', reject);
    child.once('spawn', () => {
      child.off('error', reject);
      // Later errors are signals that could not be sent: the ladder sees for itself whether anybody is left.
      child.on('error', () => {});
      resolve(child);
    });
  });
}

function toFailure(error: unknown, command: AgentCommand): RunFailure {
  const code = errorCode(error);
  const { file, cwd } = command;
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    return new RunFailure('spawn-failed', `the working folder ${cwd} is not there`);
  }
  if (code === 'ENOENT') return notFound(command, 'is not there');
  if (code === 'EACCES') return notFound(command, 'is not executable');
  return new RunFailure(
    'spawn-failed',
    `${file} cannot be started: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function notFound({ name, file, installHint }: AgentCommand, why: string): RunFailure {
  return new RunFailure('cli-not-found', `${name} not found: ${file} ${why}. ${installHint}`);
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
