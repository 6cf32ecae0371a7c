import type { Outcome } from '../../core/thread/outcome.ts';
import { createEventReader, type EventReader, type EventReaderOptions } from '../../core/wires/event-reader.ts';
import { filesAround } from './find-files.ts';
import type { History } from './history.ts';
import type { HomeOptions } from './homes.ts';
import { titlesFor } from './list-sessions.ts';
import { locateFile, type SessionKey } from './locate-file.ts';
import { readOutcomes } from './read-outcomes.ts';
import { readHead } from './session-head.ts';
import { type SessionInfo, sessionInfo } from './session-info.ts';
import { sourceOf } from './source-of.ts';
import { readerOptionsOf, type SessionFile } from './store.ts';

/** How much of a session is read, and who is told of it. */
export interface SourceReadOptions {
  /** Only what stands in the file itself, not what it goes on from. */
  ownOnly?: boolean | undefined;
  /** Told how many more bytes were read, as they are stored. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Told the first plain bytes; what it throws ends the reading. */
  onHead?: ((head: Uint8Array) => void) | undefined;
}

export interface SessionReadOptions extends EventReaderOptions, SourceReadOptions {
  /** The reader to use, for a caller who wants to ask it for the wire and the count of lines. */
  reader?: EventReader | undefined;
}

/** A session that can be read, as often as wanted. */
export interface Session {
  info: SessionInfo;
  /** The plain bytes of its own file. Throws a ThreadlineError, after all that could be had, where it is cut. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Its outcomes; what a fork goes on from comes with it, marked `inherited`. */
  events(options?: SessionReadOptions): AsyncGenerator<Outcome>;
  /** The same, those of each chunk together: the fast way to read much. */
  eventBatches(options?: SessionReadOptions): AsyncGenerator<Outcome[]>;
  /** The whole output that the agent put into another file, where `text` names one that is there and not too large. */
  wholeOutput(text: string): string | undefined;
}

/**
 * Opens a session by its whole id (`agent:ID` too), or by the path of its file, which may be of any dialect and lie
 * anywhere. Throws a ThreadlineError, `not-found` where there is none.
 *
 * @example
 * const session = await openSession('01a1de09-5e47-7183-af03-5d003dbe14b4');
 * for await (const outcome of session.events()) if (outcome.ok) console.log(outcome.events);
 */
export async function openSession(key: SessionKey, options: HomeOptions = {}): Promise<Session> {
  const file = await locateFile(key, options);
  const source = sourceOf(file);
  const head = await readHead(file);
  const { started, headerLine } = head;
  let around: readonly SessionFile[] | undefined;
  const files = () => {
    around ??= filesAround(file, options);
    return around;
  };
  const history: History = (started && (await file.agent?.store.history?.(file, started, files))) || {
    parts: [],
    problems: [],
  };
  const info = sessionInfo(file, head, titlesFor(file));
  info.problems.push(...history.problems);
  for (const problem of info.problems) options.onProblem?.(problem);

  async function* events(readOptions?: SessionReadOptions): AsyncGenerator<Outcome> {
    for await (const batch of eventBatches(readOptions)) yield* batch;
  }

  function eventBatches(readOptions: SessionReadOptions = {}): AsyncGenerator<Outcome[]> {
    const reader =
      readOptions.reader ?? createEventReader({ ...readerOptionsOf(file, options.agents), ...readOptions });
    const { onBytes, onHead, ownOnly } = readOptions;
    const parts = ownOnly ? [] : history.parts;
    return readOutcomes(source.read({ onBytes }), reader, { history: parts, headerLine, onHead });
  }

  /** A copy of each: the reader's own buffer is used again. */
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.read()) yield new Uint8Array(chunk);
  }

  const wholeOutput = (text: string) => file.agent?.store.wholeOutput?.(file, text);

  return { info, chunks, events, eventBatches, wholeOutput };
}
