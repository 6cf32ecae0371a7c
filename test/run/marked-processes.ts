import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A variable that every process of a run inherits, so that it can be found whatever became of its parents. */
export const MARK = 'THREADLINE_TEST_MARK';

let marks = 0;

/** A mark that no other run has. */
export function createMark(): string {
  marks += 1;
  return `mark-${process.pid}-${marks}`;
}

/** Linux tells the environment of a process; elsewhere these tests cannot look. */
export const canFindProcesses = process.platform === 'linux';

/** The living processes that carry the mark. One that has ended has no environment any more. */
export function findMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isMarked(entry, mark))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

/** The one whose parent does not carry the mark: the program that was started. Numbers tell nothing, they begin anew. */
export function findLeader(mark: string): number {
  const marked = findMarked(mark);
  const leader = marked.find((pid) => !marked.includes(parentOf(pid)));
  if (leader === undefined) throw new Error(`no process carries ${mark}`);
  return leader;
}

/** Reads /proc/PID/stat: `pid (name) state parent …`, where the name may hold anything. */
function parentOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function isMarked(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${MARK}=${mark}`);
  } catch {
    return false;
  }
}

/** Six seconds are the promise; a machine that runs other checks at the same time gets longer to keep it. */
const PATIENCE_MS = process.env.CI ? 20_000 : 6000;

/** Waits until no process carries the mark; gives those that are left after the time. */
export async function waitUntilGone(mark: string, milliseconds = PATIENCE_MS): Promise<number[]> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const left = findMarked(mark);
    if (left.length === 0 || performance.now() > deadline) return left;
    await delay(200);
  }
}
