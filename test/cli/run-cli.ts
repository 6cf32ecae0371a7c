import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const { isBuilt }: { isBuilt(root: string): boolean } = await import(here('../../scripts/build-stamp.mjs'));

/** The command as users run it; while the build is older than the source, the source itself, which starts slowly. */
export const entry = here(isBuilt(here('../..')) ? '../../bin/threadline.js' : './threadline.ts');

export const endlessProducer = here('../fakes/endless-producer.mjs');

/** A file of the bundled recordings. */
export const fixture = (name: string) => here(`../fixtures/codex/${name}`);

export const shellRun = fixture('0.166.0/s2-shell/stdout.jsonl');

export interface CliResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  /** What stands on standard input; nothing by default. */
  input?: string | Uint8Array;
  cwd?: string;
  /** Runs it as this user, which only root may do. */
  uid?: number | undefined;
  env?: Record<string, string>;
}

/** An archive that is not there: that of whoever runs the tests is nobody's business. */
export const noArchive = join(tmpdir(), `threadline-no-archive-${process.pid}`);

/** Colours and locale must not come from whoever runs the tests. */
function environment(own: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', THREADLINE_HOME: noArchive, ...own };
}

export function startCli(args: readonly string[], options: CliOptions = {}) {
  return spawn(process.execPath, [entry, ...args], {
    cwd: options.cwd,
    env: environment(options.env),
    uid: options.uid,
    gid: options.uid,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export async function exitCodeOf(child: ChildProcess): Promise<number | null> {
  const [exitCode] = await once(child, 'close');
  return exitCode;
}

/** Runs the command line in a process of its own and gives all that it said. */
export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const child = startCli(args, options);
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const [stdout, stderr, exitCode] = await Promise.all([buffer(child.stdout), buffer(child.stderr), exitCodeOf(child)]);
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** Runs a shell script in which `$THREADLINE` is the command line. */
export async function runShell(script: string, options: CliOptions = {}): Promise<CliResult> {
  const threadline = `'${process.execPath}' '${entry}'`;
  const child = spawn('sh', ['-c', script.replaceAll('$THREADLINE', threadline)], {
    cwd: options.cwd,
    env: environment({ NODE: process.execPath, ...options.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, exitCode] = await Promise.all([buffer(child.stdout), buffer(child.stderr), exitCodeOf(child)]);
  return { exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** The values of JSON lines. */
export function parseLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The values with the mark that the command line puts on its first line. */
export function marked([first, ...others]: readonly unknown[]): unknown[] {
  return [{ schema: 'threadline/1', agent: 'codex', ...(first as object) }, ...others];
}
