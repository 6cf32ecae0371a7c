import type { AgentName } from '../../core/thread/event.ts';
import type { EventReader } from '../../core/wires/event-reader.ts';
import { ThreadlineError } from '../../errors.ts';
import type { FollowCheckpoint } from './following/checkpoint.ts';
import type { FollowClock } from './following/clock.ts';
import type { FollowChange } from './following/follow-change.ts';
import type { FollowedFile, FollowFiles } from './following/followed-file.ts';
import type { OpenFile } from './open-file.ts';
import type { SessionFile } from './store.ts';

/** Names a session on this machine. Two homes may hold the same thread. */
export interface SourceKey {
  agent: AgentName | undefined;
  home: string | undefined;
  /** The thread id, or the path of a file that names none. */
  id: string;
}

/** What a source is like now, without reading it. */
export interface SourceLook {
  /** A text that differs after every change. */
  version: string;
  /** Bytes as stored. A packed file or a database differs in size from the plain bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

export interface SourceBytesOptions {
  /** Skips this many plain bytes at the beginning. */
  from?: number | undefined;
  /** Receives the number of stored bytes that were read. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Memory to read into, for whoever reads many files one after the other. By default each reading has its own. */
  buffer?: Uint8Array | undefined;
}

export interface SourceFollowOptions {
  reader: EventReader;
  /** The place to continue from. Default: the beginning. */
  from?: FollowCheckpoint | undefined;
  clock: FollowClock;
  signal?: AbortSignal | undefined;
  /** The file system, for a source that is a file. */
  files: FollowFiles;
}

/** Follows one session. It has no clock: the caller decides when to look. */
export interface SourceFollower {
  /** Looks once and yields all changes since the last look; only a part if there are many (`isBehind`). */
  look(): AsyncGenerator<FollowChange>;
  /** True if more can be read at once. */
  readonly isBehind: boolean;
  readonly checkpoint: FollowCheckpoint;
  /** Closes what is open. The next look opens it again. */
  release(): void;
}

/**
 * The bytes of one session. A session of any kind has one form in bytes, the same on every read: its file,
 * unpacked, or one line of JSON for each of its rows. Wires read that form, lines and offsets count in it,
 * collectors send it. No method reads another session. Faults of the machine are thrown as ThreadlineErrors.
 */
export interface SessionSource {
  readonly key: SourceKey;
  /** Undefined if the session is gone. */
  look(): SourceLook | undefined;
  /** True if versions differ after every change whenever they are compared: what is learnt of one may be kept for good. */
  readonly hasLastingVersions?: boolean | undefined;
  /** The version alone, where it costs less than a look. */
  version?(): string | undefined;
  /** Yields the plain bytes. A chunk is valid until the next. Throws at the end of a source that is cut off. */
  read(options?: SourceBytesOptions): AsyncGenerator<Uint8Array>;
  /** Returns the last plain bytes: at least `most`, if there are as many. */
  last(most: number): Promise<Uint8Array>;
  /** Makes a follower of this session. */
  follow(options: SourceFollowOptions): SourceFollower;
  /** The end at the time it was found, for callers that want only later changes. Undefined if unknown. */
  end(files: FollowFiles): FollowCheckpoint | undefined;
  /** Opens the present state for reading at any offset. Undefined if gone. Only for a session that is not a file. */
  open?(): FollowedFile | undefined;
  /** Opens the file, if the session is one: the fast way to its beginning. */
  openFile?(): OpenFile | undefined;
}

/** A text that tells versions of a file apart, as far as the file system does. */
export function fileVersion({ size, modified }: Pick<SessionFile, 'size' | 'modified'>): string {
  return `${size} ${modified}`;
}

/** The version of a session that was just found, without another look at a file. Empty if unknown. */
export function versionOf(file: Pick<SessionFile, 'source' | 'size' | 'modified'>): string {
  if (!file.source) return fileVersion(file);
  try {
    const { source } = file;
    return (source.version ? source.version() : source.look()?.version) ?? '';
  } catch (error) {
    if (error instanceof ThreadlineError) return '';
    throw error;
  }
}

/** The size of a session that was just found. A list of rows does not know it. */
export function sizeOf(file: Pick<SessionFile, 'source' | 'size'>): number {
  if (!file.source || file.size > 0) return file.size;
  try {
    return file.source.look()?.size ?? 0;
  } catch (error) {
    if (error instanceof ThreadlineError) return 0;
    throw error;
  }
}

export function keyOfFile({ agent, home, threadId, path }: SessionFile): SourceKey {
  return { agent: agent?.name, home, id: threadId ?? path };
}
