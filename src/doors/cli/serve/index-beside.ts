import { type Archive, type ArchiveOptions, openArchive } from '../../../archive/index.ts';
import { type FreshOutcome, keepFresh } from '../../../archive/model/keep-fresh.ts';
import type { Viewer } from '../../server/viewer.ts';
import { whyBehind } from '../archive/why-behind.ts';
import { report } from '../report.ts';

/** Indexes sessions while the viewer runs. */
export interface Indexing {
  stop(): Promise<void>;
}

/** The part of the viewer that indexing needs. */
export type IndexedViewer = Pick<Viewer, 'setStore' | 'beginIndexing' | 'setIndexState' | 'onActivity'>;

export interface IndexingOptions extends Omit<ArchiveOptions, 'onProblem'> {
  /** In the form that `keepFresh` takes. */
  retryMs?: number | undefined;
}

/** The interval for a look at all files. Following the sessions shows changes long before. */
const WALK_MS = 10 * 60_000;

/** Updates the archive at the start, when sessions are written to, and now and then. The page works without it. */
export function startIndexing(viewer: IndexedViewer, { retryMs, ...options }: IndexingOptions): Indexing {
  const stopped = new AbortController();
  const { signal } = stopped;
  let archive: Archive | undefined;
  let seen = { files: 0, done: 0, bytes: 0, doneBytes: 0 };
  let isToldBehind = false;
  let last: FreshOutcome | undefined;
  let withdraw = () => {};

  /** Others search the archive by this process, if it is the one that they would search. */
  async function offer(opened: Archive): Promise<void> {
    if (options.folder !== undefined || options.agents) return;
    const { offerSearch } = await import('../search/running/offer-search.ts');
    const refresh = async () => {
      await keeper.ask();
      return last;
    };
    withdraw = await offerSearch({ archive: opened, homes: options.homes, refresh });
    if (signal.aborted) withdraw();
  }

  async function open(): Promise<Archive> {
    const opened = await openArchive({
      ...options,
      signal,
      onProgress({ files, filesTotal, bytes, bytesTotal }) {
        seen = { files: filesTotal, done: files, bytes: bytesTotal, doneBytes: bytes };
        viewer.setIndexState({ state: 'indexing', ...seen, lagMs: 0 });
      },
    });
    viewer.setStore(opened);
    void offer(opened);
    // The page of usage asks for sums that this run and all later ones keep.
    await opened.usageSums?.().catch(() => {});
    return opened;
  }

  function tell(outcome: FreshOutcome): void {
    last = outcome;
    if (outcome.state === 'fresh') {
      isToldBehind = false;
      seen = { ...seen, done: seen.files, doneBytes: seen.bytes };
      viewer.setIndexState({ state: 'fresh', ...seen, lagMs: 0 });
      return;
    }
    viewer.setIndexState({ state: 'indexing', ...seen, behind: outcome.reason, lagMs: 0 });
    // Reported once, however often it is tried.
    if (!isToldBehind) report(`search is not up to date: ${whyBehind(outcome)}; it is tried again`);
    isToldBehind = true;
  }

  const keeper = keepFresh({
    async refresh() {
      viewer.beginIndexing();
      archive ??= await open();
      return archive.refresh();
    },
    signal,
    everyMs: WALK_MS,
    retryMs,
    onOutcome: tell,
  });
  viewer.onActivity(keeper.notice);

  return {
    async stop() {
      stopped.abort();
      withdraw();
      await keeper.ended;
      await archive?.close();
    },
  };
}
