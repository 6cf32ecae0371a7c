import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a program of this folder found in its seeds, in a process of its own whose standard output is a new file, `output`. */
export async function runSeeds(
  program: `${string}-process.ts`,
  args: readonly string[],
  output: string,
  env: Record<string, string> = {},
): Promise<string[]> {
  const descriptor = openSync(output, 'w');
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), args, {
    env: { ...process.env, ...env, THREADLINE_DOORS_OUTPUT: output },
    stdio: ['ignore', descriptor, 'pipe', 'ipc'],
  });
  closeSync(descriptor);
  const found: string[] = [];
  child.on('message', (lines: string[]) => found.push(...lines));
  // The command line tells there what is wrong with files, which is meant; a fault of the process comes last.
  let told = '';
  child.stderr?.on('data', (text) => {
    told = `${told}${text}`.slice(-2000);
  });
  const [exitCode] = await once(child, 'close');
  return exitCode === 0 ? found : [...found, `${program} ${args.join(' ')} ended with ${exitCode}: ${told}`];
}
