import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { machineLimits } from '../../../limits/machine.ts';
import type { AgentCommand } from '../agent-driver.ts';
import { RunFailure } from '../run-result.ts';

export type Child = ChildProcessWithoutNullStreams;

const RETRY_MS = 20;

/** Starts the leader of a new process group. `onStart` receives it at once, so that it is always guarded. */
export async function spawnCommand(command: AgentCommand, onStart: (leader: number) => void): Promise<Child> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await spawnOnce(command, onStart);
    } catch (error) {
      // The program is still open for writing, as happens right after an installation.
      if (errorCode(error) !== 'ETXTBSY' || attempt === machineLimits.maxSpawnAttempts) throw toFailure(error, command);
      await delay(RETRY_MS * attempt);
    }
  }
}

function spawnOnce({ file, args, cwd, env }: AgentCommand, onStart: (leader: number) => void): Promise<Child> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, detached: process.platform !== 'win32', windowsHide: true });
    if (child.pid !== undefined) onStart(child.pid);
    child.once('error', reject);
    child.once('spawn', () => {
      child.off('error', reject);
      // Later errors are signals that could not be sent. The ladder checks for itself if anything is left.
      child.on('error', () => {});
      resolve(child);
    });
  });
}

function toFailure(error: unknown, command: AgentCommand): RunFailure {
  const code = errorCode(error);
  const { file, cwd } = command;
  const folderFault = cwd === undefined ? undefined : findFolderFault(cwd);
  if (folderFault) return new RunFailure('spawn-failed', `the working folder ${cwd} ${folderFault}`, error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return notFound(command, 'is not there', error);
  if (code === 'EACCES') return notFound(command, 'is not executable', error);
  const reason = error instanceof Error ? error.message : 'for no reason that is known';
  return new RunFailure('spawn-failed', `${file} cannot be started: ${reason}`, error);
}

function notFound({ name, file, installHint }: AgentCommand, why: string, cause: unknown): RunFailure {
  return new RunFailure('cli-not-found', `${name} not found: ${file} ${why}. ${installHint}`, cause);
}

/** The fault of a working folder. The system reports only that the program could not be started. */
function findFolderFault(cwd: string): string | undefined {
  try {
    if (!statSync(cwd).isDirectory()) return 'is no folder';
    accessSync(cwd, constants.X_OK);
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' ? 'is not there' : `cannot be entered (${code})`;
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
