import type { Outcome } from '../../core/thread/outcome.ts';
import { createEventReader, type EventReader, type EventReaderOptions } from '../../core/wires/event-reader.ts';
import { filesAround } from './find-files.ts';
import type { History } from './history.ts';
import type { HomeOptions } from './homes.ts';
import { withJournal } from './journal/journal-of.ts';
import { titlesFor } from './list-sessions.ts';
import { locateFile, type SessionKey } from './locate-file.ts';
import { readOutcomes } from './read-outcomes.ts';
import { readerOptionsOf } from './reader-options.ts';
import { readHead } from './session-head.ts';
import { type SessionInfo, sessionInfo } from './session-info.ts';
import { sourceOf } from './source-of.ts';
import type { FilesAround, SessionFile } from './store.ts';

/** Options for reading a session. */
export interface SourceReadOptions {
  /** Reads only the file itself, without the history that it continues. */
  ownOnly?: boolean | undefined;
  /** Reads a document without those that it is continued in. */
  alone?: boolean | undefined;
  /** Receives the number of further stored bytes that were read. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Receives the first plain bytes. An exception ends the reading. */
  onHead?: ((head: Uint8Array) => void) | undefined;
}

/** Options for reading the events of a session. */
export interface SessionReadOptions extends EventReaderOptions, SourceReadOptions {
  /** The reader to use, for a caller that asks it for the wire and the line count. */
  reader?: EventReader | undefined;
}

/** A session that can be read any number of times. */
export interface Session {
  info: SessionInfo;
  /** Yields the plain bytes of its own file. Throws a ThreadlineError at the end of a file that is cut off. */
  chunks(): AsyncGenerator<Uint8Array>;
  /** Yields its outcomes. The history of a fork is included, marked `inherited`. */
  events(options?: SessionReadOptions): AsyncGenerator<Outcome>;
  /** Yields the outcomes of each chunk together: the fast way to read much. */
  eventBatches(options?: SessionReadOptions): AsyncGenerator<Outcome[]>;
  /** Reads the whole output from the file that `text` names, if it exists and is not too large. */
  wholeOutput(text: string): string | undefined;
}

/**
 * Opens a session by its whole id (`agent:ID` too), or by `{path}` of its file, which may be of any
 * wire and lie anywhere. Throws a ThreadlineError, `not-found` if there is none, and a TypeError for a bare path.
 *
 * @example
 * import { openSession } from 'threadline/sessions';
 *
 * const session = await openSession({ path: 'rollout.jsonl' });
 * console.log(session.info.agent, session.info.firstPrompt);
 * for await (const outcome of session.events()) if (outcome.ok) for (const event of outcome.events) console.log(event.type);
 */
export async function openSession(key: SessionKey, options: HomeOptions = {}): Promise<Session> {
  const file = await locateFile(key, options);
  let around: readonly SessionFile[] | undefined;
  const files = () => {
    around ??= filesAround(file, options);
    return around;
  };
  const journal = (read: AsyncGenerator<Outcome[]>) => withJournal(file, options.env, read);
  return openSessionFile(file, { ...options, files, titles: titlesFor(file), journal });
}

/** What stands around a file, on this machine or another. */
export interface FileSurroundings extends Pick<HomeOptions, 'agents' | 'onProblem'> {
  /** The files among which a fork finds its history. */
  files: FilesAround;
  /** Titles by thread id. */
  titles: ReadonlyMap<string, string>;
  /** Adds the journal of a session that was under control here. A file of another machine has none. */
  journal?: (read: AsyncGenerator<Outcome[]>) => AsyncGenerator<Outcome[]>;
}

/** Opens the session of a file that was found. */
export async function openSessionFile(file: SessionFile, options: FileSurroundings): Promise<Session> {
  const source = sourceOf(file);
  const head = await readHead(file, { last: true });
  const { started, headerLine } = head;
  const history: History = (started && (await file.agent?.store.history?.(file, started, options.files))) || {
    parts: [],
    problems: [],
  };
  const info = sessionInfo(file, head, options.titles);
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
    const read = readOutcomes(source.read({ onBytes }), reader, { history: parts, headerLine, onHead });
    return options.journal?.(read) ?? read;
  }

  /** Copies each chunk, because the reader reuses its buffer. */
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source.read()) yield new Uint8Array(chunk);
  }

  const wholeOutput = (text: string) => file.agent?.store.wholeOutput?.(file, text);

  return { info, chunks, events, eventBatches, wholeOutput };
}
