import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { OnSessionProblem } from './problem.ts';

export interface HomeOptions {
  /** The folders to look in. By default those of CODEX_HOME, else `~/.codex`. */
  homes?: readonly string[];
  /** The environment to find CODEX_HOME in. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Told what is wrong with homes and files; without it, that stands only in each session's `problems`. */
  onProblem?: OnSessionProblem;
}

/** A folder in which Codex keeps its sessions. */
export interface Home {
  /** As it was given, made absolute. */
  path: string;
  /** Without symbolic links: nothing outside of it is read. */
  realPath: string;
}

/** The homes that exist, each once. */
export function findHomes(options: HomeOptions): Home[] {
  const homes: Home[] = [];
  for (const given of options.homes ?? homesOfEnvironment(options.env ?? process.env)) {
    const path = resolve(given);
    const realPath = realFolder(path);
    if (realPath === undefined) {
      options.onProblem?.({ code: 'missing-home', message: 'there is no such folder', path });
    } else if (!homes.some((home) => home.realPath === realPath)) {
      homes.push({ path, realPath });
    }
  }
  return homes;
}

/** CODEX_HOME may name several homes, as other tools allow: separated by commas or as in PATH. */
function homesOfEnvironment(env: Readonly<Record<string, string | undefined>>): string[] {
  const value = env.CODEX_HOME ?? '';
  // A single folder whose name holds a separator is still a single folder.
  if (realFolder(value) !== undefined) return [value];
  const listed = value
    .split(',')
    .flatMap((part) => part.split(delimiter))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return listed.length > 0 ? listed : [join(homedir(), '.codex')];
}

function realFolder(path: string): string | undefined {
  try {
    const realPath = realpathSync(path);
    return path !== '' && statSync(realPath).isDirectory() ? realPath : undefined;
  } catch {
    return undefined;
  }
}
