import { signalGroup } from './process-group.ts';

/** A running group that must not outlive this process. */
export interface GuardedGroup {
  leader: number;
  /** Climbs the whole ladder; resolves when the group is gone. */
  end(): Promise<unknown>;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const groups = new Set<GuardedGroup>();
let ending = false;

/**
 * Ends the group when this process ends: by a signal (the whole ladder, then the signal takes its usual course), by
 * `process.exit`, by the end of its work or by an uncaught exception. Only SIGKILL cannot be guarded against.
 * The listeners are there only while something runs. Returns what takes the guard away.
 */
export function guardGroup(group: GuardedGroup): () => void {
  if (groups.size === 0) {
    process.on('exit', killAll);
    for (const signal of SIGNALS) process.on(signal, endAll);
  }
  groups.add(group);
  return () => {
    if (groups.delete(group) && groups.size === 0) removeListeners();
  };
}

function removeListeners(): void {
  process.off('exit', killAll);
  for (const signal of SIGNALS) process.off(signal, endAll);
}

/** At `exit` nothing can be waited for any more (an uncaught exception ends here too). */
function killAll(): void {
  for (const group of groups) signalGroup(group.leader, 'SIGKILL');
}

async function endAll(signal: NodeJS.Signals): Promise<void> {
  // Whoever asks twice does not want to wait.
  if (ending) return killAll();
  ending = true;
  const isOurs = process.listenerCount(signal) === 1;
  await Promise.all([...groups].map((group) => group.end()));
  ending = false;
  if (!isOurs) return;
  // Nobody else listens: without our listener the signal does what it would have done.
  removeListeners();
  process.kill(process.pid, signal);
}
