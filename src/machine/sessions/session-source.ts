import type { AgentName } from '../../core/thread/event.ts';
import type { EventReader } from '../../core/wires/event-reader.ts';
import { ThreadlineError } from '../../errors.ts';
import type { FollowCheckpoint } from './following/checkpoint.ts';
import type { FollowClock } from './following/clock.ts';
import type { FollowChange } from './following/follow-change.ts';
import type { FollowedFile, FollowFiles } from './following/followed-file.ts';
import type { OpenFile } from './open-file.ts';
import type { SessionFile } from './store.ts';

/** Names a session on this machine: two homes may hold the same thread. */
export interface SourceKey {
  agent: AgentName | undefined;
  home: string | undefined;
  /** The thread's id, or the path of a file that does not tell one. */
  id: string;
}

export interface SourceLook {
  /** Another text after any change. */
  version: string;
  /** In bytes, as stored: a packed file and a database hold fewer or more than are read. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

export interface SourceBytesOptions {
  /** Leaves out so many plain bytes at the beginning. */
  from?: number | undefined;
  /** Told how much of what is stored was read. */
  onBytes?: ((bytes: number) => void) | undefined;
}

export interface SourceFollowOptions {
  reader: EventReader;
  /** Where to go on from; from the beginning by default. */
  from?: FollowCheckpoint | undefined;
  clock: FollowClock;
  signal?: AbortSignal | undefined;
  /** The file system, for a source that is a file. */
  files: FollowFiles;
}

/** Follows one session. It knows no time of its own: whoever has it says when to look. */
export interface SourceFollower {
  /** Looks once, and gives all that changed since; a part of it where that is much (`isBehind`). */
  look(): AsyncGenerator<FollowChange>;
  /** There is more to be had at once. */
  readonly isBehind: boolean;
  readonly checkpoint: FollowCheckpoint;
  /** Lets go of what is open; the next look opens it again. */
  release(): void;
}

/**
 * Where the bytes of one session come from. Whatever its kind, a session has one form in bytes, the same each time it is
 * read: those of its file, unpacked; or a line of JSON for each of its rows. Wires read that form, lines and offsets count
 * in it, collectors send it. No method reads another session. Faults of the machine are thrown as ThreadlineErrors.
 */
export interface SessionSource {
  readonly key: SourceKey;
  /** Undefined where it is gone. */
  look(): SourceLook | undefined;
  /** Its plain bytes; each chunk is valid until the next. Throws, after all that could be had, where it is cut. */
  read(options?: SourceBytesOptions): AsyncGenerator<Uint8Array>;
  /** The last plain bytes: as many as wanted, or more. */
  last(most: number): Promise<Uint8Array>;
  follow(options: SourceFollowOptions): SourceFollower;
  /** The end that it had when it was found, for who wants only what comes later; undefined where nobody can tell. */
  end(files: FollowFiles): FollowCheckpoint | undefined;
  /** Opened as it is now, to be read at any place; undefined where it is gone. Only of a session that is no file. */
  open?(): FollowedFile | undefined;
  /** The file, open, where the session is one: the fast way to its beginning. */
  openFile?(): OpenFile | undefined;
}

/** What tells the versions of a file apart, as far as its system tells. */
export function fileVersion({ size, modified }: Pick<SessionFile, 'size' | 'modified'>): string {
  return `${size} ${modified}`;
}

/** The version of a session that was found just now, without another look at a file; empty where nobody can tell. */
export function versionOf(file: Pick<SessionFile, 'source' | 'size' | 'modified'>): string {
  if (!file.source) return fileVersion(file);
  try {
    return file.source.look()?.version ?? '';
  } catch (error) {
    if (error instanceof ThreadlineError) return '';
    throw error;
  }
}

export function keyOfFile({ agent, home, threadId, path }: SessionFile): SourceKey {
  return { agent: agent?.name, home, id: threadId ?? path };
}
