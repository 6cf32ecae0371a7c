import type { EventStream } from '../event-stream.ts';
import type { ApiRun, RunEvent } from '../run-types.ts';
import type { Run } from './run.ts';

/** Tells tabs of all runs, and of the rows of the one that they show. */
export interface RunFeed {
  /** Adds a tab. It gets all runs at once, so that it shows what a reload would show. Returns the function that ends it. */
  follow(stream: EventStream, runId: string | undefined): () => void;
  /** Sends a run soon: changes are gathered for a moment. */
  changed(run: Run): void;
  tell(run: Run, event: RunEvent): void;
  close(): void;
}

interface Tab {
  stream: EventStream;
  runId: string | undefined;
}

const BATCH_MS = 100;

export function createRunFeed(list: () => ApiRun[], find: (id: string) => Run | undefined): RunFeed {
  const tabs = new Set<Tab>();
  const changed = new Set<Run>();
  let batch: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(batch);
    batch = undefined;
    for (const run of changed) {
      const event: RunEvent = { event: 'run', data: { run: run.api } };
      for (const { stream } of tabs) stream.send(event);
    }
    changed.clear();
  }

  return {
    follow(stream, runId) {
      const tab = { stream, runId };
      tabs.add(tab);
      stream.send({ event: 'runs', data: { runs: list() } });
      const run = runId === undefined ? undefined : find(runId);
      if (run) {
        const data = { run: run.id, rows: run.rows.last(), total: run.rows.total };
        stream.send({ event: 'run-rows', data });
      }
      return () => tabs.delete(tab);
    },
    changed(run) {
      if (tabs.size === 0) return;
      changed.add(run);
      batch ??= setTimeout(flush, BATCH_MS);
    },
    tell(run, event) {
      const isRows = event.event === 'run-rows';
      for (const tab of tabs) if (!isRows || tab.runId === run.id) tab.stream.send(event);
      // A question and its answer must not come before or after the run's own state.
      if (!isRows) {
        changed.add(run);
        flush();
      }
    },
    close() {
      clearTimeout(batch);
      tabs.clear();
    },
  };
}
