import type { Archive } from '../../../archive/index.ts';
import { keepFresh } from '../../../archive/model/keep-fresh.ts';
import type { HomesContext } from '../agents.ts';
import { announceFirstIndex, MUCH_BYTES, tellSetAside } from '../archive/bring-up-to-date.ts';
import { whyBehind } from '../archive/why-behind.ts';
import { report } from '../report.ts';

/** The archive is kept up to date until it is stopped. */
export interface ArchiveKeeping {
  /** Something was written. */
  notice(): void;
  stop(): Promise<void>;
}

/** As often as the whole of the homes is walked through. */
const EVERY_MS = 60_000;

/** Keeps the archive up to date in a thread of its own. A fault is one line: somebody watches the screen. */
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

  /** Once: says what is kept and where, and leaves much to a command of its own. */
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
