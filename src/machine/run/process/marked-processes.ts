import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { SWEEP_LADDER } from './process-group.ts';

/** The variable that every process of a run inherits. */
export const RUN_MARK = 'THREADLINE_RUN';

const LOOK_MS = 20;

let runs = 0;

/** A mark that no other run of this machine has. */
export function createRunMark(): string {
  runs += 1;
  return `${process.pid}-${Date.now().toString(36)}-${runs}`;
}

/** Ends tools in groups of their own, which outlive the agent, by their mark. Only Linux shows it. */
export async function endMarked(mark: string): Promise<NodeJS.Signals[]> {
  const sent: NodeJS.Signals[] = [];
  if (process.platform !== 'linux') return sent;
  for (const { signal, graceMs } of SWEEP_LADDER) {
    const found = findMarked(mark);
    if (found.length === 0) break;
    for (const pid of found) signalProcess(pid, signal);
    sent.push(signal);
    const deadline = performance.now() + graceMs;
    while (performance.now() < deadline && findMarked(mark).length > 0) await delay(LOOK_MS);
  }
  return sent;
}

/** One that has ended has no environment any more. */
function findMarked(mark: string): number[] {
  const wanted = `${RUN_MARK}=${mark}`;
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && environmentOf(entry).split('\0').includes(wanted))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // It ended meanwhile, or is not ours to look at.
    return '';
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
