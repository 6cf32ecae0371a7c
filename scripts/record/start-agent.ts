import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** How a run of an agent ended. */
export interface Ending {
  exit_code: number | null;
  signal: string | null;
  timed_out?: true;
}

export interface Start {
  binary: string;
  argv: readonly string[];
  cwd: string;
  env: Record<string, string>;
  stdout: string;
  stderr: string;
}

const LONGEST_RUN_MS = 90_000;

/** Runs an agent to its end, or ends it and what it started. What it writes goes to files. */
export async function startAgent({ binary, argv, cwd, env, stdout, stderr }: Start): Promise<Ending> {
  const [out, error] = [openSync(stdout, 'w'), openSync(stderr, 'w')];
  const isScript = /\.[cm]?js$/.test(binary);
  const [program, first] = isScript ? [process.execPath, [binary]] : [binary, []];
  const child = spawn(program, [...first, ...argv], { cwd, env, stdio: ['ignore', out, error], detached: true });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, LONGEST_RUN_MS);
  const [exit_code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('exit', (code, name) => resolve([code, name]));
    child.on('error', reject);
  });
  clearTimeout(timer);
  for (const file of [out, error]) closeSync(file);
  return { exit_code, signal, ...(timedOut ? { timed_out: true } : {}) };
}
