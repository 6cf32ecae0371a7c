import { readdirSync, readFileSync } from 'node:fs';
import { climb, SWEEP_LADDER } from './process-group.ts';

/** The variable that every process of a run inherits. */
export const RUN_MARK = 'THREADLINE_RUN';

let runs = 0;

/** A mark that is unique on this machine. */
export function createRunMark(): string {
  runs += 1;
  return `${process.pid}-${Date.now().toString(36)}-${runs}`;
}

/** Ends tools in groups of their own, which outlive the agent, by their mark. Only Linux shows it. */
export async function endMarked(mark: string): Promise<NodeJS.Signals[]> {
  const send = (signal: NodeJS.Signals) => {
    const found = findMarked(mark);
    for (const pid of found) signalProcess(pid, signal);
    return found.length > 0;
  };
  return climb(SWEEP_LADDER, () => findMarked(mark).length > 0, send);
}

/** The processes of a run that live. One that has ended has no environment any more. Only Linux shows it. */
export function findMarked(mark: string): number[] {
  if (process.platform !== 'linux') return [];
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
    // It has ended, or may not be read.
    return '';
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}
