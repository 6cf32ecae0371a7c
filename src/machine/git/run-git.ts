import { spawn } from 'node:child_process';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';

/** A repository's own settings name programs. None of these is run. */
const QUIET = [
  '--no-pager',
  '--literal-pathspecs',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'log.showSignature=false',
  '-c',
  'core.quotePath=false',
  '-c',
  'diff.external=',
  // These say what a log tells, and people set them for themselves.
  '-c',
  'log.showRoot=true',
  '-c',
  'log.follow=false',
  // Files outside of the repository may not end.
  '-c',
  'core.attributesFile=/dev/null',
];

/** The environment without the caller's settings of git, and with nothing that asks, writes or fetches. */
export function quietEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
}

/** Why git refuses stands at the beginning. */
const LONGEST_COMPLAINT = 1000;

const NO_SETTINGS = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1' };

export function gitArguments(folder: string, args: readonly string[]): string[] {
  return ['-C', folder, ...QUIET, ...args];
}

export interface GitAnswer {
  output: Buffer;
  exitCode: number;
  /** The beginning of what git said on stderr, in English. A repository may have a say in it. */
  complaint: string;
}

export interface GitOptions {
  input?: string | undefined;
  /** Reads no settings but the repository's own. For a repository that threadline itself makes. */
  isOwn?: boolean | undefined;
  /** The most bytes that are read. More is a fault, so that no repository fills the memory. */
  most?: number | undefined;
}

/** Runs git on a repository, to read. Arguments are never joined to a line of a shell. */
export function runGit(folder: string, args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
  const { input, isOwn, most = machineLimits.maxGitBytes } = options;
  return new Promise((resolve, reject) => {
    const child = spawn('git', gitArguments(folder, args), {
      env: isOwn ? { ...quietEnvironment(), ...NO_SETTINGS } : quietEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: machineLimits.gitMs,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < LONGEST_COMPLAINT) complaint += chunk.toString('utf8');
    });
    child.on('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      reject(new ThreadlineError(isMissing ? 'not-found' : 'unreadable', 'git could not be started', { cause: error }));
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= most) chunks.push(chunk);
      else child.kill('SIGKILL');
    });
    child.on('close', (exitCode, signal) => {
      if (bytes > most) reject(new ThreadlineError('unreadable', `git wrote more than ${most} bytes`));
      else if (signal !== null) reject(new ThreadlineError('unreadable', 'git took too long and was ended'));
      else
        resolve({
          output: Buffer.concat(chunks),
          exitCode: exitCode ?? 1,
          complaint: complaint.slice(0, LONGEST_COMPLAINT),
        });
    });
  });
}
