import { climb, SWEEP_LADDER } from '../../run/process/process-group.ts';
import { isSameProcess, type ProcessEntry } from './process-table.ts';

/**
 * Ends what `find` gives, again and again until it gives nothing: a process that ends may have started another. Each is
 * signalled only while its start is the one that was seen. Returns how many were signalled.
 */
export async function endProcesses(find: () => readonly ProcessEntry[]): Promise<number> {
  const signalled = new Set<string>();
  const send = (signal: NodeJS.Signals): boolean => {
    const found = find();
    for (const entry of found) if (signalOne(entry, signal)) signalled.add(`${entry.pid} ${entry.start}`);
    return found.length > 0;
  };
  await climb(SWEEP_LADDER, () => find().length > 0, send);
  return signalled.size;
}

function signalOne(entry: ProcessEntry, signal: NodeJS.Signals): boolean {
  if (entry.pid === process.pid || !isSameProcess(entry)) return false;
  try {
    process.kill(entry.pid, signal);
    return true;
  } catch {
    // It has ended.
    return false;
  }
}
