import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { machineLimits } from '../../../limits/machine.ts';

/** Windows knows no process groups: there the leader alone can be reached. */
const target = (leader: number) => (process.platform === 'win32' ? leader : -leader);

/** Sends a signal to all processes of a group. False when there is none left to take it. */
export function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  // 0 would mean this process's own group, and -1 every process of the user.
  if (!Number.isSafeInteger(leader) || leader <= 1) return false;
  try {
    process.kill(target(leader), signal);
    return true;
  } catch (error) {
    // EPERM: somebody is there who is not ours to end.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a process of the group lives. A zombie takes signals and does not: containers often reap no orphans. */
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

/** A rung of the ladder: what is sent, and how long the group then has to end. */
interface Rung {
  signal: NodeJS.Signals;
  graceMs: number;
}

const INTERRUPT: Rung = { signal: 'SIGINT', graceMs: machineLimits.interruptGraceMs };
const TERMINATE: Rung = { signal: 'SIGTERM', graceMs: machineLimits.terminateGraceMs };
const KILL: Rung = { signal: 'SIGKILL', graceMs: machineLimits.killGraceMs };

/** For an agent at work: it is asked first, so that it can save its state. */
export const POLITE_LADDER: readonly Rung[] = [INTERRUPT, TERMINATE, KILL];
/** For what an agent left behind when it ended. */
export const SWEEP_LADDER: readonly Rung[] = [TERMINATE, KILL];

/** The first look comes soon, the later ones less often: a look costs more the more processes the machine has. */
const FIRST_LOOK_MS = 10;
const SELDOM_MS = 100;

/** Climbs until nobody of the group is left. Tells which signals had to be sent. */
export function endGroup(leader: number, ladder: readonly Rung[]): Promise<NodeJS.Signals[]> {
  return climb(
    ladder,
    () => isGroupAlive(leader),
    (signal) => signalGroup(leader, signal),
  );
}

/** The same of any processes. `send` gives false when there is none left to take the signal. */
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
