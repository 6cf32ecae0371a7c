import type { Outcome } from '../../core/thread/outcome.ts';
import { createEventReader } from '../../core/wires/event-reader.ts';
import { createFileHead, type FileHead } from '../../machine/sessions/file-head.ts';
import { type ReadOutcomesOptions, readOutcomes } from '../../machine/sessions/read-outcomes.ts';
import { readerOptionsOf } from '../../machine/sessions/reader-options.ts';
import { problemCode } from '../../machine/sessions/session-head.ts';
import { sourceOf } from '../../machine/sessions/source-of.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import type { FoldTools } from './fold-file.ts';
import { createSessionTail } from './fold-opening.ts';
import type { Tail } from './tail.ts';

/** A session file that is read once for everything. */
export interface FileReading {
  /** Reads as much as the head needs, and keeps it. The result is that of `readHead`. */
  head(): Promise<FileHead>;
  /** All outcomes, including those read for the head. */
  outcomes(): AsyncGenerator<Outcome[]>;
  /** The end of what was read, if it tells something. */
  tail: Tail | undefined;
  /** Discards the rest, as if nothing had been read. */
  close(): Promise<void>;
}

export function openReading(file: SessionFile, tools: FoldTools, options?: ReadOutcomesOptions): FileReading {
  const gatherer = createFileHead(file, false);
  const tail = createSessionTail(file);
  const batches = readOutcomes(watched(), createEventReader(readerOptionsOf(file, tools.agents)), options);
  const begun: Outcome[][] = [];
  /** The start and the end of the current chunk. */
  let [start, end] = [0, 0];
  let stored = 0;
  let isHeadKnown = false;

  async function* watched(): AsyncGenerator<Uint8Array> {
    tools.usage.begin(file.path, file.cwd);
    try {
      for await (const chunk of sourceOf(file).read({ onBytes, buffer: tools.buffer })) {
        if (end === 0) gatherer.refuses(chunk);
        start = end;
        end += chunk.length;
        tail?.push(chunk);
        tools.usage.push(chunk);
        yield chunk;
      }
    } catch (error) {
      // Bytes that cannot be unpacked are reported in the stream, and by the head if it needed them.
      if (!isHeadKnown) gatherer.report(problemCode(error), error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  function onBytes(bytes: number): void {
    stored += bytes;
    tools.onBytes?.(bytes);
  }

  return {
    async head(): Promise<FileHead> {
      while (!gatherer.isComplete && start < gatherer.mostBytes) {
        const { value: outcomes, done } = await batches.next();
        if (done) break;
        begun.push(outcomes);
        for (const outcome of outcomes) {
          if (!gatherer.isComplete && start < gatherer.mostBytes) gatherer.add([outcome]);
        }
      }
      if (end === 0) gatherer.refuses(new Uint8Array());
      gatherer.end();
      isHeadKnown = true;
      return gatherer.head();
    },
    async *outcomes(): AsyncGenerator<Outcome[]> {
      try {
        yield* begun.splice(0);
        yield* batches;
      } finally {
        await batches.return(undefined);
      }
    },
    tail,
    async close(): Promise<void> {
      await batches.return(undefined);
      tools.onBytes?.(-stored);
    },
  };
}
