import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs npm in a folder and returns its stdout. The settings of an npm that runs these tests do not leak into it. */
export async function runNpm(args: string[], cwd: string): Promise<string> {
  const running = process.env.npm_execpath;
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const options = { cwd, env: Object.fromEntries(inherited) };
  const [command, first] =
    running && basename(running).startsWith('npm-cli') ? [process.execPath, [running]] : ['npm', []];
  const { stdout } = await run(command, [...first, ...args, '--loglevel=error'], options);
  return stdout;
}
