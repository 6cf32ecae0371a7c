import type { Archive } from '../../../archive/index.ts';
import { type FreshOutcome, keepFresh } from '../../../archive/model/keep-fresh.ts';
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
  let last: FreshOutcome | undefined;
  let withdraw = () => {};

  async function open(): Promise<Archive> {
    const { openArchive } = await import('../../../archive/index.ts');
    return openArchive({ agents, homes, signal, onSetAside: tellSetAside });
  }

  /** Others search the archive by this process, if it is the one that they would search. */
  async function offer(opened: Archive): Promise<void> {
    if (agents) return;
    const { offerSearch } = await import('../search/running/offer-search.ts');
    const refresh = async () => {
      await keeper.ask();
      return last;
    };
    withdraw = await offerSearch({ archive: opened, homes, refresh });
    if (signal.aborted) withdraw();
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
      if (!isAnnounced) {
        await announce(archive);
        isAnnounced = true;
        if (!signal.aborted) void offer(archive);
      }
      return archive.refresh();
    },
    signal,
    everyMs: EVERY_MS,
    onOutcome(outcome) {
      last = outcome;
      if (outcome.state === 'behind' && !isTold) report(`the archive is not kept up to date: ${whyBehind(outcome)}`);
      isTold = outcome.state === 'behind';
    },
  });
  return {
    notice: keeper.notice,
    async stop() {
      stopped.abort();
      withdraw();
      await keeper.ended;
      await archive?.close();
    },
  };
}
