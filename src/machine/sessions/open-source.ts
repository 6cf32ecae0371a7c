import type { Outcome } from '../../core/thread/outcome.ts';
import type { EventReader } from '../../core/wires/event-reader.ts';
import { documentParts } from './document-parts.ts';
import type { HomeOptions } from './homes.ts';
import { type Input, openPipe, openStandardInput } from './input-chunks.ts';
import { locateFile } from './locate-file.ts';
import { openSession, type Session, type SourceReadOptions } from './open-session.ts';
import { plainChunks } from './plain-chunks.ts';
import { readOutcomes } from './read-outcomes.ts';
import type { ResolvedSession } from './resolve-session.ts';
import type { SessionInfo } from './session-info.ts';
import { sourceOf } from './source-of.ts';

/** Any input that a person named. */
export interface Source {
  /** The name to use in messages. */
  name: string;
  /** True if more may come at any time, so that output should appear at once. */
  isLive: boolean;
  /** True if it comes from an archive: there is no text by which to recognise a wire. */
  isArchived?: boolean;
  /** True if its files are on another machine: nothing beside it can be read. */
  isElsewhere?: boolean;
  /** The entry of the session list. Absent for standard input and pipes. */
  info?: SessionInfo;
  /** Reads to the end, the history of a fork included. Yields the outcomes of each chunk together. */
  read(reader: EventReader, options?: SourceReadOptions): AsyncGenerator<Outcome[]>;
  /** Reads the session's own bytes, without the history of a fork. Absent where they are not at hand. */
  bytes?(): AsyncGenerator<Uint8Array>;
}

/** Opens what `resolveSession` found: a file, a pipe or standard input. Throws a ThreadlineError on failure. */
export async function openSource(found: ResolvedSession, options: HomeOptions = {}): Promise<Source> {
  if (found.kind === 'stdin') return fromInput('standard input', openStandardInput('standard input'));
  if (found.kind === 'session') return fromSession(found.info.path, options);
  const pipe = openPipe(found.path);
  return pipe ? fromInput(found.path, pipe) : fromSession(found.path, options);
}

function fromInput(name: string, { isLive, chunks }: Input): Source {
  return {
    name,
    isLive,
    read: (reader, options: SourceReadOptions = {}) =>
      readOutcomes(plainChunks(watched(chunks, options)), reader, options),
  };
}

async function* watched(chunks: AsyncIterable<Uint8Array>, { onBytes }: SourceReadOptions): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk;
    onBytes?.(chunk.length);
  }
}

async function fromSession(path: string, options: HomeOptions): Promise<Source> {
  const session = await openSession({ path }, options);
  return {
    name: path,
    isLive: false,
    info: session.info,
    read: (reader, readOptions = {}) => readWhole(path, session, reader, readOptions),
    bytes: () => bytesAt(path, options),
  };
}

/** A session with the parts that it is continued in. */
async function* readWhole(
  path: string,
  session: Session,
  reader: EventReader,
  options: SourceReadOptions,
): AsyncGenerator<Outcome[]> {
  const joined = options.ownOnly || options.alone ? undefined : await documentParts(path);
  if (joined) yield* readOutcomes(once(joined), reader, options);
  else yield* session.eventBatches({ reader, ...options });
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* bytesAt(path: string, options: HomeOptions): AsyncGenerator<Uint8Array> {
  yield* sourceOf(await locateFile({ path }, options)).read();
}
