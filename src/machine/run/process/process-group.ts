import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { machineLimits } from '../../../limits/machine.ts';

/** Windows has no process groups: only the leader can be reached. */
const target = (leader: number) => (process.platform === 'win32' ? leader : -leader);

/** Sends a signal to all processes of a group. False if none is left. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  // 0 would mean this process's own group, and -1 every process of the user.
  if (!Number.isSafeInteger(leader) || leader <= 1) return false;
  try {
    process.kill(target(leader), signal);
    return true;
  } catch (error) {
    // EPERM: a process exists that we may not end.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** True if a process of the group lives. Zombies take signals but do not count: containers often reap no orphans. */
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
    // It has ended.
    return false;
  }
}

/** A rung of the ladder: a signal, and the time the group then has to end. */
interface Rung {
  signal: NodeJS.Signals;
  graceMs: number;
}

const INTERRUPT: Rung = { signal: 'SIGINT', graceMs: machineLimits.interruptGraceMs };
const TERMINATE: Rung = { signal: 'SIGTERM', graceMs: machineLimits.terminateGraceMs };
const KILL: Rung = { signal: 'SIGKILL', graceMs: machineLimits.killGraceMs };

/** For a working agent: it is asked first, so that it can save its state. */
export const POLITE_LADDER: readonly Rung[] = [INTERRUPT, TERMINATE, KILL];
/** For processes that an agent left behind. */
export const SWEEP_LADDER: readonly Rung[] = [TERMINATE, KILL];

/** The first look comes soon, later ones less often: a look costs more on a machine with more processes. */
const FIRST_LOOK_MS = 10;
const SELDOM_MS = 100;

/** Climbs until the group is gone. Returns the signals that were sent. */
export function endGroup(leader: number, ladder: readonly Rung[]): Promise<NodeJS.Signals[]> {
  return climb(
    ladder,
    () => isGroupAlive(leader),
    (signal) => signalGroup(leader, signal),
  );
}

/** The same for any processes. `send` returns false if none is left. */
export async function climb(
  ladder: readonly Rung[],
  isAlive: () => boolean,
  send: (signal: NodeJS.Signals) => boolean,
): Promise<NodeJS.Signals[]> {
  const sent: NodeJS.Signals[] = [];
  for (const { signal, graceMs } of ladder) {
    if (!isAlive() || !send(signal)) break;
    sent.push(signal);
    if (await isGoneWithin(isAlive, graceMs)) break;
  }
  return sent;
}

async function isGoneWithin(isAlive: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (let pause = FIRST_LOOK_MS; performance.now() < deadline; pause = Math.min(2 * pause, SELDOM_MS)) {
    await delay(pause);
    if (!isAlive()) return true;
  }
  return false;
}
