import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '../limits.ts';
import { isGroupAlive, signalGroup } from './process-group.ts';

/** A rung of the ladder: what is sent, and how long the group then has to end. */
interface Rung {
  signal: NodeJS.Signals;
  graceMs: number;
}

const INTERRUPT: Rung = { signal: 'SIGINT', graceMs: limits.interruptGraceMs };
const TERMINATE: Rung = { signal: 'SIGTERM', graceMs: limits.terminateGraceMs };
const KILL: Rung = { signal: 'SIGKILL', graceMs: limits.killGraceMs };

/** For an agent at work: it is asked first, so that it can save its state. */
export const POLITE_LADDER: readonly Rung[] = [INTERRUPT, TERMINATE, KILL];
/** For what an agent left behind when it ended. */
export const SWEEP_LADDER: readonly Rung[] = [TERMINATE, KILL];

/** The first look comes soon, the later ones less often: a look costs more the more processes the machine has. */
const FIRST_LOOK_MS = 10;
const SELDOM_MS = 100;

/** Climbs until nobody of the group is left. Tells which signals had to be sent. */
export async function endGroup(leader: number, ladder: readonly Rung[]): Promise<NodeJS.Signals[]> {
  const sent: NodeJS.Signals[] = [];
  for (const { signal, graceMs } of ladder) {
    if (!isGroupAlive(leader) || !signalGroup(leader, signal)) break;
    sent.push(signal);
    if (await isGoneWithin(leader, graceMs)) break;
  }
  return sent;
}

async function isGoneWithin(leader: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (let pause = FIRST_LOOK_MS; performance.now() < deadline; pause = Math.min(2 * pause, SELDOM_MS)) {
    await delay(pause);
    if (!isGroupAlive(leader)) return true;
  }
  return false;
}
