import type { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { indexFiles } from './index-files.ts';
import type { IndexAnswer, IndexRequest } from './index-worker.ts';
import { BadArchive, openDatabase } from './open-database.ts';
import { sqliteFault } from './sqlite.ts';
import { threadFile } from './thread-file.ts';

/** The indexing thread: takes one request after the other, all for one archive. */
let isStopped = false;
let database: DatabaseSync | undefined;

const tell = (answer: IndexAnswer): void => parentPort?.postMessage(answer);

async function index({ folder, homes, env, edits }: IndexRequest): Promise<void> {
  isStopped = false;
  try {
    // The caller has checked it for damage.
    database ??= await openDatabase(folder, { check: false });
    const report = await indexFiles(database, {
      homes,
      env,
      edits,
      foldThread: threadFile('folding/fold-worker'),
      isStopped: () => isStopped,
      onProgress: (progress) => tell({ progress }),
      onProblem: (problem) => tell({ problem }),
    });
    tell({ report });
  } catch (error) {
    database?.close();
    database = undefined;
    const isBad = error instanceof BadArchive || sqliteFault(error) === 'corrupt';
    tell({ fault: { message: error instanceof Error ? error.message : 'unknown', isBad } });
  }
}

parentPort?.on('message', (message: IndexRequest | 'stop') => {
  if (message === 'stop') isStopped = true;
  else void index(message);
});
