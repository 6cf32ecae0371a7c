import { parentPort, workerData } from 'node:worker_threads';
import { ThreadlineError } from '../../errors.ts';
import { findHomes } from '../../machine/sessions/homes.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import { agentStores } from '../../machine/sessions/stores/registry.ts';
import { readUsageOnly } from './fold-file.ts';
import { foldParts } from './fold-parts.ts';
import type { FoldAnswer, FoldedElsewhere, FoldThreadData } from './fold-thread.ts';
import { createFoldTools } from './fold-tools.ts';

/** The folding thread: reads one file after the other and hands on what is to be written. It knows no database. */
const { homes, env, lineKey } = workerData as FoldThreadData;
let bytes = 0;
const onBytes = (read: number) => {
  bytes += read;
};
const tools = createFoldTools(allFiles, undefined, onBytes, lineKey);
let queue: Promise<void> = Promise.resolve();
let goOn = () => {};

function allFiles(): SessionFile[] {
  return findHomes({ homes, env }).flatMap(({ agent, home }) => [...agent.store.scan(home, agent, () => {})]);
}

function tell(answer: FoldAnswer): void {
  parentPort?.postMessage(answer);
}

async function fold({ number, file: { agent: name, ...rest }, isNew }: FoldedElsewhere): Promise<void> {
  const file: SessionFile = { ...rest, agent: agentStores.find((agent) => agent.name === name) };
  bytes = 0;
  try {
    if (file.isSuperseded) tell({ number, usage: await readUsageOnly(file, tools), bytes });
    else {
      for await (const part of foldParts(file, tools, { isStopped: () => false, redacts: isNew })) {
        const isAwaited = !part.end && !part.isOpening;
        const isWritten = isAwaited ? new Promise<void>((resolve) => (goOn = resolve)) : undefined;
        tell({ number, part, bytes });
        await isWritten;
      }
    }
  } catch (error) {
    if (!(error instanceof ThreadlineError)) throw error;
    tell({ number, fault: { code: error.code, message: error.message }, bytes });
  }
}

parentPort?.on('message', (message: FoldedElsewhere | 'go on') => {
  if (message === 'go on') goOn();
  else queue = queue.then(() => fold(message));
});
