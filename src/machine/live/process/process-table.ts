import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process that lives. Its number may be given again; number and start together never are. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  group: number;
  /** When it began, in the system's own form. */
  start: string;
}

/** All processes that live, without those that ended and wait to be collected. */
export function listProcesses(): ProcessEntry[] {
  if (process.platform === 'linux') return readdirSync('/proc').flatMap((name) => readEntry(name) ?? []);
  return process.platform === 'win32' ? [] : askPs();
}

/** One process, if it lives. */
export function findProcess(pid: number): ProcessEntry | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  if (process.platform === 'linux') return readEntry(String(pid));
  return listProcesses().find((entry) => entry.pid === pid);
}

/** True if this very process still lives, not another one that was given its number. */
export function isSameProcess({ pid, start }: Pick<ProcessEntry, 'pid' | 'start'>): boolean {
  return findProcess(pid)?.start === start;
}

/** The process, its children, theirs, and all of its group. */
export function familyOf(leader: number, table: readonly ProcessEntry[] = listProcesses()): ProcessEntry[] {
  const family = new Set([leader]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of table) if (family.has(parent)) family.add(pid);
  }
  return table.filter(({ pid, group }) => family.has(pid) || group === leader);
}

/** The words of its command line, as they were given. Where the system tells one text alone, they are cut at spaces. */
export function argumentsOf(pid: number): string[] {
  try {
    if (process.platform !== 'linux') return commandOf(pid).split(' ');
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** The words of its command line, for people. */
export function commandOf(pid: number): string {
  try {
    if (process.platform !== 'linux') return ps(['-o', 'command=', '-p', String(pid)]).trim();
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean).join(' ').slice(0, 200);
  } catch {
    return '';
  }
}

/** Reads /proc/PID/stat: `pid (name) state parent group … start …`, where the name may hold anything. */
function readEntry(name: string): ProcessEntry | undefined {
  if (!/^\d+$/.test(name)) return undefined;
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group] = fields;
    if (state === 'Z' || state === 'X') return undefined;
    return { pid: Number(name), parent: Number(parent), group: Number(group), start: fields[19] ?? '' };
  } catch {
    // It has ended.
    return undefined;
  }
}

function askPs(): ProcessEntry[] {
  try {
    return ps(['-axo', 'pid=,ppid=,pgid=,stat=,lstart=']).split('\n').flatMap(readPsLine);
  } catch {
    return [];
  }
}

function readPsLine(line: string): ProcessEntry[] {
  const [pid, parent, group, state = 'Z', ...start] = line.trim().split(/\s+/);
  if (state.startsWith('Z')) return [];
  return [{ pid: Number(pid), parent: Number(parent), group: Number(group), start: start.join(' ') }];
}

function ps(args: string[]): string {
  return execFileSync('/bin/ps', args, { encoding: 'utf8', timeout: 5000, stdio: ['ignore', 'pipe', 'ignore'] });
}
