import { readdirSync, readlinkSync } from 'node:fs';
import { ThreadlineError } from '../../errors.ts';
import { argumentsOf, listProcesses } from './process/process-table.ts';

/**
 * Throws `busy` where a process of the agent has a session open: its arguments name it, or it holds its file. This is no
 * proof: an agent's own terminal need not name what it works on, and most agents close their file after every line.
 */
export function requireNoOther(agent: string, id: string, path: string | undefined): void {
  const own = new Set([process.pid, process.ppid]);
  for (const { pid } of listProcesses()) {
    if (own.has(pid)) continue;
    const words = argumentsOf(pid);
    if (!isProgramOf(agent, words)) continue;
    if (!words.some((word) => namesSession(word, id)) && !(path !== undefined && holdsFile(pid, path))) continue;
    const held = `process ${pid} has the session ${id} open, which can only be read meanwhile`;
    throw new ThreadlineError('busy', held);
  }
}

const INTERPRETER = /^(?:node|bun|deno|python[\d.]*)$/;

/** The program is named after the agent, or is a script in a folder that is. Other programs may read the file. */
function isProgramOf(agent: string, [program = '', script = '']: readonly string[]): boolean {
  const names = program.split('/');
  if (names.at(-1)?.includes(agent)) return true;
  const isScript = INTERPRETER.test(names.at(-1) ?? '') && !script.startsWith('-');
  return isScript && script.split('/').some((name) => name.includes(agent));
}

/** `ID`, `--resume=ID`, `--session-id ID`. */
function namesSession(word: string, id: string): boolean {
  return word === id || (word.startsWith('-') && word.endsWith(`=${id}`));
}

/** On Linux alone: other systems have no list of open files that costs little. */
function holdsFile(pid: number, path: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => linkOf(`/proc/${pid}/fd/${name}`) === path);
  } catch {
    // It has ended, or is another person's.
    return false;
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
