import type { Outcome } from '../thread/outcome.ts';
import type { EventReaderOptions } from '../wires/event-reader.ts';
import { filesAround } from './find-files.ts';
import { findHistory } from './history.ts';
import type { HomeOptions } from './homes.ts';
import { locateFile } from './locate-file.ts';
import { plainBytes } from './plain-bytes.ts';
import { readHead } from './session-head.ts';
import { type SessionInfo, sessionInfo } from './session-info.ts';
import { sessionOutcomes } from './session-outcomes.ts';
import { titlesFor } from './session-titles.ts';

/** A session that can be read, as often as wanted. */
export interface Session {
  info: SessionInfo;
  /**
   * The plain bytes of its own file, unpacked where it is compressed. Where the file cannot be read to its end, throws
   * a ThreadlineError after all that could be had.
   */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Its outcomes; what a fork goes on from comes with it, marked `inherited`. */
  events(options?: EventReaderOptions): AsyncGenerator<Outcome>;
  /** The same, those of each chunk together: the fast way to read much. */
  eventBatches(options?: EventReaderOptions): AsyncGenerator<Outcome[]>;
}

/** Opens a session by its id or its path. Throws a ThreadlineError, `not-found` where there is none. */
export async function openSession(idOrPath: string, options: HomeOptions = {}): Promise<Session> {
  const file = await locateFile(idOrPath, options);
  const head = await readHead(file);
  const history = await findHistory(file, head.started?.history_base, () => filesAround(file, options));
  const info = sessionInfo(file, head, titlesFor(file));
  info.problems.push(...history.problems);
  for (const problem of info.problems) options.onProblem?.(problem);

  async function* events(readerOptions?: EventReaderOptions): AsyncGenerator<Outcome> {
    for await (const batch of eventBatches(readerOptions)) yield* batch;
  }

  function eventBatches(readerOptions?: EventReaderOptions): AsyncGenerator<Outcome[]> {
    return sessionOutcomes(file, history.parts, readerOptions);
  }

  return { info, chunks: () => plainBytes(file), events, eventBatches };
}
