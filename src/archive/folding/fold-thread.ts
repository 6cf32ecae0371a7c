import { archiveLimits } from '../../limits/archive.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import type { FoldedPart } from './fold-parts.ts';

/** What the thread is started with. */
export interface FoldThreadData {
  homes: readonly string[] | undefined;
  env: Record<string, string | undefined>;
  /** The random value of the archive, if it keeps an index of lines. */
  lineKey: string | undefined;
}

/** A file to fold, by all that can be handed to another thread. */
export interface FoldedElsewhere {
  number: number;
  file: Omit<SessionFile, 'agent' | 'source' | 'open'> & { agent: string | undefined };
  /** True if all of its blocks will be written: then the thread looks for secrets too. */
  isNew: boolean;
}

/** What comes of a file, in the order in which the files were given. `bytes`: read of it so far. */
export type FoldAnswer = { number: number; bytes: number } & (
  | { part: FoldedPart }
  | { usage: { usage: Uint8Array | undefined } }
  | { fault: { code: string; message: string } }
);

/** True if another thread can find the file by its path. */
export function isFoldedElsewhere(file: SessionFile): boolean {
  return !file.source && !file.open;
}

/**
 * Folds files in a thread beside this one, and hands on what comes of them. `take` returns when it was written. No more is
 * read than is wanted soon: some files ahead, and of a file that comes in parts the next one only when one was written.
 */
export async function foldBeside(
  thread: string,
  data: FoldThreadData,
  files: readonly { file: SessionFile; isNew: boolean }[],
  isStopped: () => boolean,
  take: (file: SessionFile, answer: FoldAnswer) => void,
): Promise<void> {
  const { Worker } = await import('node:worker_threads');
  // As small as the indexing thread, for the same reasons.
  const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 2000 };
  const worker = new Worker(thread, { workerData: data, resourceLimits });
  const answers: FoldAnswer[] = [];
  let failure: unknown;
  let wake = () => {};
  worker.on('message', (answer: FoldAnswer) => {
    answers.push(answer);
    wake();
  });
  const fail = (error: unknown) => {
    failure ??= error;
    wake();
  };
  worker.once('error', fail).once('exit', () => fail(new Error('the thread that folds ended')));
  let [given, done, ahead] = [0, 0, 0];

  function give(): void {
    for (; given < files.length && (given === done || ahead < archiveLimits.foldAheadBytes); given += 1) {
      const next = files[given];
      if (!next) return;
      const { agent, source: _source, open: _open, ...rest } = next.file;
      ahead += next.file.size;
      worker.postMessage({ number: given, file: { ...rest, agent: agent?.name }, isNew: next.isNew });
    }
  }

  try {
    while (done < files.length && !isStopped()) {
      give();
      if (answers.length === 0 && failure === undefined) await new Promise<void>((resolve) => (wake = resolve));
      if (failure !== undefined) throw failure;
      for (const answer of answers.splice(0)) {
        const file = files[answer.number]?.file;
        if (!file || isStopped()) break;
        const isLast = !('part' in answer) || answer.part.end !== undefined;
        if (isLast) {
          done += 1;
          ahead -= file.size;
          // The thread goes on while this one writes.
          give();
        }
        take(file, answer);
        if (!isLast && !answer.part.isOpening) worker.postMessage('go on');
      }
    }
  } finally {
    await worker.terminate();
  }
}
