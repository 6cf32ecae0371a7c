import type { UsageFile } from './find-usage-files.ts';
import type { UsageSource } from './scan-usage.ts';
import type { UsageProblem } from './usage-row.ts';

/** Files one after the other that one thread takes together. */
export interface UsageBatch {
  from: number;
  /** The first that is not in it. */
  to: number;
  /** True if another thread can read them by their paths alone. */
  isPlain: boolean;
}

/** What another thread is told of a file. */
export type PlainFile = Pick<UsageFile, 'path' | 'agent' | 'project'>;

/** What the thread beside is started with. */
export interface UsageThreadData {
  files: readonly PlainFile[];
  batches: readonly UsageBatch[];
  /** The bytes that were read beside since this thread looked, then a mark for each batch. */
  shared: Int32Array;
}

/** A file as the thread beside read it, in the order of its batch. */
export interface FileBeside {
  /** `packUsage` made it. */
  facts: string;
  problems: readonly UsageProblem[];
}

export interface BatchBeside {
  batch: number;
  files: readonly FileBeside[];
}

/** In the order of the sources. */
export function cutBatches(sources: readonly (UsageSource & { size?: number })[], batchBytes: number): UsageBatch[] {
  const batches: UsageBatch[] = [];
  let [from, bytes] = [0, 0];
  const close = (to: number, isPlain: boolean) => {
    if (to > from) batches.push({ from, to, isPlain });
    [from, bytes] = [to, 0];
  };
  for (const [index, source] of sources.entries()) {
    if (source.facts || source.chunks || source.source) {
      close(index, true);
      close(index + 1, false);
    } else {
      bytes += source.size ?? 0;
      if (bytes >= batchBytes) close(index + 1, true);
    }
  }
  close(sources.length, true);
  return batches;
}

export function createShared(batches: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer((batches + 1) * Int32Array.BYTES_PER_ELEMENT));
}

/** Takes a batch for the calling thread. False if the other one has it. */
export function takeBatch(shared: Int32Array, batch: number): boolean {
  return Atomics.compareExchange(shared, batch + 1, 0, 1) === 0;
}
