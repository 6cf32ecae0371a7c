import { machineLimits } from '../../limits/machine.ts';
import { filesOf, type ScannedHome, scanHomes } from '../../machine/sessions/find-files.ts';
import { followFound } from '../../machine/sessions/following/follow-sessions.ts';
import type { HomeOptions } from '../../machine/sessions/homes.ts';
import type { KnownSessions } from '../../machine/sessions/known/known-sessions.ts';
import { eachSession, isStub, readInfo } from '../../machine/sessions/list-sessions.ts';
import { createStatusReader, type StatusReader } from '../../machine/sessions/read-status.ts';
import type { SessionFile } from '../../machine/sessions/store.ts';
import { isAtWork } from './listed-head.ts';
import type { SessionIndex } from './session-index.ts';

/** Keeps the index up to date. */
export interface SessionWatch {
  /** Resolves when all sessions that existed at the start are in the index. */
  readonly filled: Promise<void>;
  close(): void;
}

export interface SessionWatchOptions {
  index: SessionIndex;
  homes: HomeOptions;
  /** What earlier commands learnt of session files. It is let go when all are in the index. */
  known?: KnownSessions | undefined;
  /** Nothing is looked at before it resolves. */
  after?: Promise<void> | undefined;
  /** Called with the key of a session that is new or changed. */
  onChange(key: string): void;
  /** True for samples, in which nothing is at work. */
  isAtRest?: boolean | undefined;
  /** Called when a session was written to. */
  onWritten(file: SessionFile): void;
  onFault(error: unknown): void;
}

/** The status of sessions written to within this time is checked. */
const RECENT_MS = 60 * 60 * 1000;
/** The interval for checking those that work: silence changes a status, too. */
const STATUS_MS = 5000;
/** The interval for reading again the beginning of a file that told all it can: a session may get another title. */
const INFO_MS = 30_000;

/** A session that was written to, or that may be at work. */
interface Watched {
  key: string;
  path: string;
  reader: StatusReader;
  /** The time the beginning of its file was read, the file's length then, and whether it told the title. */
  readAt: number;
  size: number;
  isNamed: boolean;
}

/** Keeps the index up to date with the files of this machine: first what exists, then what is written. */
export function createSessionWatch(options: SessionWatchOptions): SessionWatch {
  const { index, homes, known: kept, after, onChange, onWritten, isAtRest = false, onFault } = options;
  const closed = new AbortController();
  const { signal } = closed;
  /** Watched sessions by path. */
  const watched = new Map<string, Watched>();
  /** Sessions that may be at work. */
  const active = new Set<Watched>();

  async function begin(): Promise<void> {
    await after;
    if (signal.aborted) return;
    const scanned = scanHomes(homes);
    // Begun at once: a file that comes meanwhile is then a new one.
    if (!isAtRest) follow(scanned).catch(onFault);
    await fill(filesOf(scanned));
  }

  async function fill(files: readonly SessionFile[]): Promise<void> {
    for await (const info of eachSession({ ...homes, known: kept, files })) {
      if (signal.aborted) return;
      const { key, head, path } = index.addInfo(info);
      if (path !== undefined && !isAtRest && Date.now() - head.lastAt < RECENT_MS) {
        active.add(watch(path, key, info));
      }
      onChange(key);
    }
    kept?.end(files);
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

  async function follow(scanned: readonly ScannedHome[]): Promise<void> {
    for await (const { file, change } of followFound({ ...homes, signal }, scanned)) {
      if (change.kind === 'gone') forget(file.path);
      // A file that cannot be read now must not keep others from being followed.
      else await take(file).catch(onFault);
    }
  }

  async function take(file: SessionFile): Promise<void> {
    const session = await learn(file);
    if (!session) return;
    active.add(session);
    await ask(session, true);
    onWritten(file);
  }

  function forget(path: string): void {
    const session = watched.get(path);
    watched.delete(path);
    if (session) active.delete(session);
    const key = index.dropFile(path);
    if (key !== undefined) onChange(key);
  }

  /** Reads the beginning of a file if it may tell something new. Mostly it has already told everything. */
  async function learn(file: SessionFile): Promise<Watched | undefined> {
    const known = watched.get(file.path);
    const isYetToCome = known && !known.isNamed && known.size < machineLimits.maxSessionHeadBytes;
    if (known && !isYetToCome && performance.now() - known.readAt < INFO_MS) return known;
    const info = await readInfo(file);
    if (isStub(info)) return undefined;
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
  const filled = begin().catch(onFault);
  filled.then(askActive).catch(onFault);

  return {
    filled,
    close() {
      clearInterval(timer);
      closed.abort();
    },
  };
}
