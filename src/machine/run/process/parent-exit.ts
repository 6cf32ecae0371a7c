import { signalGroup } from './process-group.ts';

/** A running group that must not outlive this process. */
export interface GuardedGroup {
  leader: number;
  /** Climbs the whole ladder. Resolves when the group is gone. */
  end(): Promise<unknown>;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const groups = new Set<GuardedGroup>();
let ending = false;

/** Ends the group when this process ends in any way but SIGKILL, until `over` is aborted. */
export function guardGroup(group: GuardedGroup, over: AbortSignal): void {
  if (groups.size === 0) addListeners();
  groups.add(group);
  const release = () => {
    if (groups.delete(group) && groups.size === 0) removeListeners();
  };
  over.addEventListener('abort', release, { once: true });
}

/** Listens before all others: an application's `once` listener is gone as soon as it was called. */
function addListeners(): void {
  process.on('exit', killAll);
  for (const signal of SIGNALS) process.prependListener(signal, endAll);
}

function removeListeners(): void {
  process.off('exit', killAll);
  for (const signal of SIGNALS) process.off(signal, endAll);
}

/** At `exit` nothing can be awaited any more. An uncaught exception ends here too. */
function killAll(): void {
  for (const group of groups) signalGroup(group.leader, 'SIGKILL');
}

async function endAll(signal: NodeJS.Signals): Promise<void> {
  // A second signal means that the user does not want to wait.
  if (ending) return killAll();
  ending = true;
  const isOurs = process.listenerCount(signal) === 1;
  await Promise.allSettled([...groups].map((group) => group.end()));
  ending = false;
  // The application listens too. It decides when to end, and is responsible for what it starts until then.
  if (!isOurs) return;
  // Groups that started while the others ended would be left alone.
  killAll();
  removeListeners();
  process.kill(process.pid, signal);
}
