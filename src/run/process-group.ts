import { readdirSync, readFileSync } from 'node:fs';

/** Windows knows no process groups: there the leader alone can be reached. */
const target = (leader: number) => (process.platform === 'win32' ? leader : -leader);

/** Sends a signal to all processes of a group. False when there is none left to take it. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target(leader), signal);
    return true;
  } catch (error) {
    // EPERM: somebody is there who is not ours to end.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether any process of the group still lives. One that has ended but whose parent does not ask for its exit code can be
 * signalled for ever; that is common for orphans in containers, where process 1 is no real init.
 */
export function isGroupAlive(leader: number): boolean {
  if (!signalGroup(leader, 0)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readdirSync('/proc').some((entry) => /^\d+$/.test(entry) && isLivingMember(entry, leader));
  } catch {
    return true;
  }
}

/** Reads /proc/PID/stat: `pid (name) state parent group …`, where the name may hold anything. */
function isLivingMember(pid: string, leader: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(group) === leader && state !== 'Z' && state !== 'X';
  } catch {
    // It ended meanwhile.
    return false;
  }
}
