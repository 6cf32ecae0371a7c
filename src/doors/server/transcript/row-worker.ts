import { parentPort } from 'node:worker_threads';
import { ThreadlineError } from '../../../errors.ts';
import { agentStores } from '../../../machine/sessions/stores/registry.ts';
import { followRows } from './follow-rows.ts';
import type { RowAnswer, RowRequest } from './row-thread.ts';
import { createFileSource } from './viewed-source.ts';

/** The thread that folds long sessions into rows, as many as are open. */
const open = new Map<number, AbortController>();

const tell = (answer: RowAnswer): void => parentPort?.postMessage(answer);

async function follow({ id, path, agent, maxTextBytes }: Extract<RowRequest, { path: string }>): Promise<void> {
  const stopped = new AbortController();
  open.set(id, stopped);
  const sink = {
    rows: (rows: RowAnswer['rows'] = [], lastLine: number, isCurrent: boolean) =>
      tell({ id, rows, lastLine, isCurrent }),
    held: (held: NonNullable<RowAnswer['held']>) => tell({ id, held }),
    reset: (reset: string) => tell({ id, reset }),
  };
  try {
    const options = { agents: agentStores, agent, maxTextBytes };
    await followRows(createFileSource(path, agentStores), options, sink, stopped.signal);
  } catch (error) {
    const code = error instanceof ThreadlineError ? error.code : undefined;
    tell({ id, fault: { code, message: error instanceof Error ? error.message : String(error) } });
  } finally {
    open.delete(id);
    tell({ id, isEnd: true });
  }
}

parentPort?.on('message', (request: RowRequest) => {
  if ('path' in request) void follow(request);
  else open.get(request.id)?.abort();
});
