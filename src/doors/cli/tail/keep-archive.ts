import { setTimeout as delay } from 'node:timers/promises';
import type { Archive } from '../../../archive/index.ts';
import type { CliContext } from '../agents.ts';
import { announceFirstIndex, MUCH_BYTES, tellSetAside } from '../archive/bring-up-to-date.ts';
import { report } from '../report.ts';

/** The archive is kept up to date until it is stopped. */
export interface ArchiveKeeping {
  stop(): Promise<void>;
}

export interface KeepOptions extends CliContext {
  homes?: readonly string[] | undefined;
}

/** As often as the whole of the homes is walked through. */
const EVERY_MS = 60_000;

/**
 * Brings the archive up to date, in a thread of its own, now and once a minute. Whoever watches a screen is not to be
 * disturbed: what goes wrong is one line, and then it is left alone.
 */
export function keepArchive({ agents, homes }: KeepOptions): ArchiveKeeping {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function keep(archive: Archive): Promise<void> {
    const bytes = await announceFirstIndex(archive, { agents, home: homes });
    if (bytes > MUCH_BYTES) {
      report(
        `${(bytes / 1e9).toFixed(1)} GB are too much to be taken in beside this: 'threadline archive index' does it`,
      );
      return;
    }
    while (!signal.aborted) {
      const { unfinished } = await archive.refresh();
      if (unfinished === 'disk-full') {
        report('the disk is full: the archive is not kept up to date');
        return;
      }
      await delay(EVERY_MS, undefined, { signal });
    }
  }

  async function run(): Promise<void> {
    const { openArchive } = await import('../../../archive/index.ts');
    const archive = await openArchive({ agents, homes, signal, onSetAside: tellSetAside });
    try {
      await keep(archive);
    } finally {
      await archive.close();
    }
  }

  const done = run().catch((error: unknown) => {
    if (signal.aborted) return;
    report(`the archive is not kept up to date: ${error instanceof Error ? error.message : String(error)}`);
  });
  return {
    async stop() {
      stopped.abort();
      await done;
    },
  };
}
