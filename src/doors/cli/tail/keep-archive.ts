import type { Archive } from '../../../archive/index.ts';
import { keepFresh } from '../../../archive/model/keep-fresh.ts';
import type { HomesContext } from '../agents.ts';
import { announceFirstIndex, MUCH_BYTES, tellSetAside } from '../archive/bring-up-to-date.ts';
import { whyBehind } from '../archive/why-behind.ts';
import { report } from '../report.ts';

/** Keeps the archive up to date until it is stopped. */
export interface ArchiveKeeping {
  /** Notes that something was written. */
  notice(): void;
  stop(): Promise<void>;
}

/** The interval for a walk through all homes. */
const EVERY_MS = 60_000;

/** Keeps the archive up to date in its own thread. A fault is one line: somebody watches the screen. */
export function keepArchive({ agents, homes }: HomesContext): ArchiveKeeping {
  const stopped = new AbortController();
  const { signal } = stopped;
  let archive: Archive | undefined;
  let isAnnounced = false;
  let isTold = false;

  async function open(): Promise<Archive> {
    const { openArchive } = await import('../../../archive/index.ts');
    return openArchive({ agents, homes, signal, onSetAside: tellSetAside });
  }

  /** Says once what is kept and where, and leaves a large index to a separate command. */
  async function announce(opened: Archive): Promise<void> {
    const bytes = await announceFirstIndex(opened, { agents, home: homes });
    if (bytes <= MUCH_BYTES) return;
    report(
      `${(bytes / 1e9).toFixed(1)} GB are too much to be taken in beside this: 'threadline archive index' does it`,
    );
    stopped.abort();
  }

  const keeper = keepFresh({
    async refresh() {
      archive ??= await open();
      if (!isAnnounced) await announce(archive);
      isAnnounced = true;
      return archive.refresh();
    },
    signal,
    everyMs: EVERY_MS,
    onOutcome(outcome) {
      if (outcome.state === 'behind' && !isTold) report(`the archive is not kept up to date: ${whyBehind(outcome)}`);
      isTold = outcome.state === 'behind';
    },
  });
  return {
    notice: keeper.notice,
    async stop() {
      stopped.abort();
      await keeper.ended;
      await archive?.close();
    },
  };
}
