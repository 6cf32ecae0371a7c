import { type Archive, type ArchiveOptions, openArchive } from '../../../archive/index.ts';
import type { Viewer } from '../../server/viewer.ts';
import { report } from '../report.ts';

/** Indexes sessions while the viewer runs. */
export interface Indexing {
  stop(): Promise<void>;
}

/** After something was written, so long is waited for more. */
const QUIET_MS = 1000;
/** All files are looked at this often in any case: whoever follows the sessions sees what changes long before. */
const WALK_MS = 10 * 60_000;

/** Brings the archive up to date at the start, when sessions are written to, and now and then. The page works without it. */
export function startIndexing(viewer: Viewer, homes: Omit<ArchiveOptions, 'onProblem'>): Indexing {
  const stopped = new AbortController();
  let archive: Archive | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let seen = { files: 0, bytes: 0 };

  async function run(): Promise<void> {
    archive ??= await open();
    await archive.refresh();
    viewer.setIndexState({
      state: 'fresh',
      files: seen.files,
      done: seen.files,
      bytes: seen.bytes,
      doneBytes: seen.bytes,
      lagMs: 0,
    });
  }

  async function open(): Promise<Archive> {
    const opened = await openArchive({
      ...homes,
      signal: stopped.signal,
      onProgress({ files, filesTotal, bytes, bytesTotal }) {
        seen = { files: filesTotal, bytes: bytesTotal };
        viewer.setIndexState({
          state: 'indexing',
          files: filesTotal,
          done: files,
          bytes: bytesTotal,
          doneBytes: bytes,
          lagMs: 0,
        });
      },
    });
    viewer.setStore(opened);
    return opened;
  }

  /** One run at a time; what comes meanwhile makes another one follow. */
  function want(): void {
    isWanted = true;
    if (running || stopped.signal.aborted) return;
    isWanted = false;
    running = run()
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) report(`search: ${error instanceof Error ? error.message : String(error)}`);
        stopped.abort();
      })
      .finally(() => {
        running = undefined;
        if (isWanted) want();
      });
  }

  viewer.onActivity(() => {
    clearTimeout(timer);
    timer = setTimeout(want, QUIET_MS);
  });
  const walk = setInterval(want, WALK_MS);
  want();

  return {
    async stop() {
      clearTimeout(timer);
      clearInterval(walk);
      stopped.abort();
      await running;
      await archive?.close();
    },
  };
}
