import type { Worker } from 'node:worker_threads';
import { archiveLimits } from '../../limits/archive.ts';
import type { Span } from './snippet.ts';

/** Searches texts for a regular expression, in a thread that is ended if it takes too long. */
export interface RegexMatcher {
  /** The first nonempty match in each text; undefined for all of them on a timeout. */
  match(texts: readonly string[]): Promise<(Span | undefined)[] | undefined>;
  close(): Promise<void>;
}

const CODE = `
const { parentPort, workerData } = require('node:worker_threads');
const pattern = new RegExp(workerData.source, workerData.flags + 'g');
const find = (text) => {
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (match !== '') return { start: index, end: index + match.length };
  }
};
parentPort.on('message', (texts) => parentPort.postMessage(texts.map(find)));`;

/** Throws a TypeError for an invalid regular expression. */
export function createRegexMatcher(source: string, flags: string): RegexMatcher {
  if (!/^[ims]*$/.test(flags)) throw new TypeError("the flags of a regular expression are 'i', 'm' and 's'");
  const workerData = { source, flags: compiledFlags(source, flags) };
  let worker: Worker | undefined;

  async function start(): Promise<Worker> {
    const { Worker } = await import('node:worker_threads');
    const started = new Worker(CODE, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 256 } });
    started.unref();
    return started;
  }

  async function close(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  return {
    close,
    async match(texts) {
      worker ??= await start();
      const found = await answer(worker, texts);
      if (!found) await close();
      return found;
    },
  };
}

function answer(worker: Worker, texts: readonly string[]): Promise<(Span | undefined)[] | undefined> {
  return new Promise((resolve) => {
    const done = (found?: (Span | undefined)[]): void => {
      clearTimeout(timer);
      worker.off('message', done);
      worker.off('error', giveUp);
      worker.off('exit', giveUp);
      resolve(found);
    };
    // Out of memory, or ended: treated as a timeout.
    const giveUp = () => done();
    const timer = setTimeout(giveUp, archiveLimits.regexBatchMs);
    worker.on('message', done);
    worker.on('error', giveUp);
    worker.on('exit', giveUp);
    worker.postMessage(texts);
  });
}

/** Uses Unicode if the pattern allows it: some old patterns are valid only without. */
function compiledFlags(source: string, flags: string): string {
  for (const all of [`${flags}u`, flags]) {
    try {
      new RegExp(source, all);
      return all;
    } catch (error) {
      if (all === flags) throw new TypeError(error instanceof Error ? error.message : 'no regular expression');
    }
  }
  return flags;
}
