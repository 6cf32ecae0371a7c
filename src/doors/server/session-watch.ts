import { machineLimits } from '../../limits/machine.ts';
import { followSessions } from '../../machine/sessions/following/follow-sessions.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import { eachSession, readInfo } from '../../machine/sessions/list-sessions.ts';
import { createStatusReader, type StatusReader } from '../../machine/sessions/read-status.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import { isAtWork } from './listed-head.ts';
import type { SessionIndex } from './session-index.ts';

/** Keeps the index true to where sessions are kept. */
export interface SessionWatch {
  /** Resolves once all sessions that were there at the start are in the index. */
  readonly filled: Promise<void>;
  close(): void;
}

export interface SessionWatchOptions {
  index: SessionIndex;
  homes: HomeOptions;
  /** Told the key of a session that is new or changed. */
  onChange(key: string): void;
  /** Nothing is at work in them: samples. */
  isAtRest?: boolean | undefined;
  /** Told that some session was written to. */
  onWritten(): void;
  onFault(error: unknown): void;
}

/** Sessions that were written to this lately are asked what they do. */
const RECENT_MS = 60 * 60 * 1000;
/** How often those that work are asked again: that nothing is written any more changes what they do, too. */
const STATUS_MS = 5000;
/** How often the beginning of a file is read again that told all it can: a session may get another name. */
const INFO_MS = 30_000;

/** A session that was written to, or that may do something. */
interface Watched {
  key: string;
  path: string;
  reader: StatusReader;
  /** When the beginning of its file was read, how long the file was, and whether it told what the session is called. */
  readAt: number;
  size: number;
  isNamed: boolean;
}

/** Keeps the index true to the files of this machine: what is there at the start, then what is written. */
export function createSessionWatch(options: SessionWatchOptions): SessionWatch {
  const { index, homes, onChange, onWritten, isAtRest = false, onFault } = options;
  const closed = new AbortController();
  const { signal } = closed;
  /** By path. */
  const watched = new Map<string, Watched>();
  /** Those that may do something. */
  const active = new Set<Watched>();

  async function fill(): Promise<void> {
    for await (const info of eachSession(homes)) {
      if (signal.aborted) return;
      const { key, head, path } = index.addInfo(info);
      if (path !== undefined && !isAtRest && Date.now() - head.lastAt < RECENT_MS) {
        active.add(watch(path, key, info));
      }
      onChange(key);
    }
  }

  function watch(path: string, key: string, info: { size: number; title?: unknown; firstPrompt?: unknown }): Watched {
    const known = watched.get(path);
    const session: Watched = {
      reader: known?.reader ?? createStatusReader({ path }, homes),
      key,
      path,
      readAt: performance.now(),
      size: info.size,
      isNamed: (info.title ?? info.firstPrompt) !== undefined,
    };
    watched.set(path, session);
    return session;
  }

  async function follow(): Promise<void> {
    for await (const { file, change } of followSessions({ ...homes, signal })) {
      if (change.kind === 'gone') forget(file.path);
      // A file that cannot be read now keeps no other from being followed.
      else await take(file).catch(onFault);
    }
  }

  async function take(file: SessionFile): Promise<void> {
    const session = await learn(file);
    active.add(session);
    await ask(session, true);
    onWritten();
  }

  function forget(path: string): void {
    const session = watched.get(path);
    watched.delete(path);
    if (session) active.delete(session);
    const key = index.dropFile(path);
    if (key !== undefined) onChange(key);
  }

  /** Reads the beginning of a file where it may tell something new: mostly it was read to the end of what it tells. */
  async function learn(file: SessionFile): Promise<Watched> {
    const known = watched.get(file.path);
    const isYetToCome = known && !known.isNamed && known.size < machineLimits.maxSessionHeadBytes;
    if (known && !isYetToCome && performance.now() - known.readAt < INFO_MS) return known;
    const info = await readInfo(file);
    const session = watch(file.path, index.addInfo(info).key, info);
    if (known) active.delete(known);
    return session;
  }

  async function ask(session: Watched, isWritten = false): Promise<void> {
    const { key, path, reader } = session;
    const look = await reader.look();
    if (look && !isAtWork(look.status)) active.delete(session);
    const isOther = look !== undefined && index.setLook(key, path, look);
    if (isWritten || isOther) onChange(key);
  }

  async function askActive(): Promise<void> {
    for (const session of [...active]) await ask(session);
  }

  const timer = setInterval(() => askActive().catch(onFault), STATUS_MS);
  timer.unref();
  const filled = fill().catch(onFault);
  filled.then(askActive).catch(onFault);
  if (!isAtRest) follow().catch(onFault);

  return {
    filled,
    close() {
      clearInterval(timer);
      closed.abort();
    },
  };
}
