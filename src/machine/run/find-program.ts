import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import type { AgentCommand, AgentDriver, AgentOptions, AgentTask } from './agent-driver.ts';
import { installation } from './installation.ts';
import { RunFailure } from './run-result.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Common program folders that may be missing from the PATH of a service or a desktop program. */
const USUAL_FOLDERS = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'];
const HOME_FOLDERS = ['.local/bin', 'bin', '.npm-global/bin', '.bun/bin', '.volta/bin'];

/** Searches the variable or variables, the absolute folders of PATH, the usual places, then `more`, below the home folder. */
export function findProgram(
  name: string,
  { variable, env, more = [] }: { variable: string | readonly string[]; env: Environment; more?: readonly string[] },
): string | undefined {
  for (const each of [variable].flat()) {
    const own = env[each];
    if (own && isExecutable(own)) return own;
  }
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return searchFolders(env, more)
    .map((folder) => join(folder, file))
    .find(isExecutable);
}

/** What a driver says of a program that npm installs: its name for people, its own name, and its package. */
export function npmProgram(
  title: string,
  name: string,
  npm: string,
): Pick<AgentDriver, 'program' | 'install' | 'installHint' | 'detect'> {
  const variable = `${name.toUpperCase()}_CLI_PATH`;
  return {
    program: title,
    ...installation(`npm install -g ${npm}`, variable),
    detect: (env) => findProgram(name, { variable, env }),
  };
}

/** The given program, else the one that the driver finds. Throws a RunFailure if there is none. */
export function requireProgram(
  binary: string | undefined,
  { program, installHint, detect }: Pick<AgentDriver, 'program' | 'installHint' | 'detect'>,
): string {
  const found = binary ?? detect(process.env);
  if (found === undefined) throw new RunFailure('cli-not-found', `${program} not found. ${installHint}`);
  // Node would start anyway, and report the missing script in its own words.
  if (!isScript(found) || existsSync(found)) return found;
  throw new RunFailure('cli-not-found', `${program} not found: ${found} is not there. ${installHint}`);
}

function searchFolders(env: Environment, more: readonly string[]): string[] {
  // An empty or relative entry means the working folder, which may be anybody's.
  const onPath = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  if (process.platform === 'win32') return onPath;
  const home = env.HOME || homedir();
  return [...onPath, ...USUAL_FOLDERS, ...[...HOME_FOLDERS, ...more].map((folder) => join(home, folder))];
}

function isExecutable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    if (!isScript(path)) accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True for a JavaScript program. Node runs it whether or not it is executable. */
function isScript(path: string): boolean {
  return /\.[cm]?js$/.test(path);
}

/** Finds a file of an npm package installed beside this one. The working folder does not count: it may be anybody's. */
export function fromPackageBeside<T>(name: string, find: (folder: string) => T): T | undefined {
  try {
    return find(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)));
  } catch {
    return undefined;
  }
}

/** The command that runs an agent's program with a task. Throws a RunFailure if the program is missing. */
export function agentCommand(
  driver: Pick<AgentDriver, 'program' | 'installHint' | 'detect'>,
  { prompt = '' }: AgentTask,
  { binary, cwd }: AgentOptions,
  { args, env }: Pick<AgentCommand, 'args' | 'env'>,
): AgentCommand {
  return {
    ...launchProgram(requireProgram(binary, driver), args),
    cwd: cwd === undefined ? undefined : resolve(cwd),
    env,
    input: prompt,
    name: driver.program,
    installHint: driver.installHint,
  };
}

/** This Node runs a JavaScript program: Windows cannot start it, and elsewhere it need not be executable. */
export function launchProgram(binary: string, args: string[]): { file: string; args: string[] } {
  return isScript(binary) ? { file: process.execPath, args: [binary, ...args] } : { file: binary, args };
}
