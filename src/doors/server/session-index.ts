import { isDeepStrictEqual } from 'node:util';
import { infoOfRow, type SessionKey, type SessionRow } from '../../archive/model/session-row.ts';
import { parseTime } from '../../core/thread/time.ts';
import type { SessionInfo } from '../../machine/sessions/session-info.ts';
import type { UsageTotal } from '../../machine/usage/usage-total.ts';
import type { ApiStatus, SessionHead } from './api-types.ts';
import { apiUsage, indexKey, listedHead } from './listed-head.ts';

/** What is known of a session: what its file's beginning tells, and once it was indexed, all the rest. */
export interface SessionEntry {
  key: string;
  /** The home that it was found in; empty where nothing tells. Two homes may hold copies of one thread. */
  home: string;
  /** Where its file is on this machine; absent where only a store has it. */
  path?: string;
  /** As a store knows it; absent where none does. */
  stored?: { session: SessionKey; path: string };
  /** Bytes on disk. */
  size: number;
  /** When its file was last written to; of one that only a store has, the time of its last message. */
  writtenAt: number;
  head: SessionHead;
}

/**
 * All sessions of the machine in memory, the list's face of each: a kilobyte a session. A thread that several homes hold (a
 * backup, a folder that is synchronised) is one session: the copy that was written to last. The others wait behind it.
 */
export interface SessionIndex {
  readonly revision: number;
  readonly size: number;
  /** Takes what the beginning of a file told. */
  addInfo(info: SessionInfo): SessionEntry;
  /** Takes what the archive knows. */
  addRow(row: SessionRow): SessionEntry;
  /** Takes what a session used; undefined where it made no request. */
  setUsage(key: string, usage: UsageTotal | undefined): void;
  /** Takes what was seen at the end of a file; gives whether what the session does changed. */
  setLook(key: string, path: string, look: FileLook): boolean;
  setShape(key: string, shape: SessionHead['shape']): void;
  /**
   * A file is gone from this machine: what a store keeps of its session is left, or another copy of the thread, or nothing.
   * Gives the key of the session, if there was one.
   */
  dropFile(path: string): string | undefined;
  get(key: string): SessionEntry | undefined;
  childrenOf(key: string): SessionHead[];
  /** A session as the list shows it: with how many agents it started. */
  listed(key: string): SessionHead | undefined;
  all(): Iterable<SessionEntry>;
  /** All but sub-agents: they come with their parents. */
  top(): Iterable<SessionEntry>;
  /** Bytes on disk, of all. */
  readonly bytes: number;
  /** Lines with something wrong in them, of all. */
  readonly problems: number;
}

/** How long a file is, when it was last written to, and what its last lines say that the session does. */
export interface FileLook {
  file: { size: number; modified: number };
  status: ApiStatus;
}

/** The user's folders are said as people say them. */
export interface SessionIndexOptions {
  userHome: string;
}

export function createSessionIndex({ userHome }: SessionIndexOptions): SessionIndex {
  /** The copy of each thread that is shown. */
  const entries = new Map<string, SessionEntry>();
  /** All copies of threads that several homes hold: key, then home. Most threads have one copy, and are not here. */
  const copies = new Map<string, Map<string, SessionEntry>>();
  const children = new Map<string, Set<string>>();
  let revision = 0;
  let bytes = 0;
  let problems = 0;

  function copyIn(key: string, home: string): SessionEntry | undefined {
    const shown = entries.get(key);
    return shown?.home === home ? shown : copies.get(key)?.get(home);
  }

  function copiesOf(key: string): SessionEntry[] {
    const shown = entries.get(key);
    return [...(copies.get(key)?.values() ?? (shown ? [shown] : []))];
  }

  /** Whoever tells of a file may not know its home, or name it otherwise: a copy is known again by its path. */
  function homeOf(key: string, path: string): string | undefined {
    return copiesOf(key).find((copy) => copy.path === path || copy.stored?.path === path)?.home;
  }

  function put(entry: SessionEntry): SessionEntry {
    const { key, home } = entry;
    const shown = entries.get(key);
    let all = copies.get(key);
    if (!all && shown && shown.home !== home) {
      all = new Map([[shown.home, shown]]);
      copies.set(key, all);
    }
    all?.set(home, entry);
    show(key, all ? newestOf(all.values()) : entry);
    return entry;
  }

  function show(key: string, entry: SessionEntry | undefined): void {
    const before = entries.get(key);
    revision += 1;
    bytes += (entry?.size ?? 0) - (before?.size ?? 0);
    problems += (entry?.head.problems ?? 0) - (before?.head.problems ?? 0);
    if (entry) entries.set(key, entry);
    else entries.delete(key);
    const left = before?.head.parent;
    const parent = entry?.head.parent;
    if (left !== undefined && left !== parent) children.get(left)?.delete(key);
    if (parent !== undefined && parent !== key) children.set(parent, (children.get(parent) ?? new Set()).add(key));
  }

  function remove({ key, home }: SessionEntry): void {
    const all = copies.get(key);
    all?.delete(home);
    show(key, newestOf(all?.values() ?? []));
  }

  function addInfo(info: SessionInfo): SessionEntry {
    const key = indexKey(info.agent ?? 'unknown', info.id || info.path);
    const home = homeOf(key, info.path) ?? info.home ?? '';
    const known = copyIn(key, home);
    return put({
      key,
      home,
      path: info.path,
      size: info.size,
      writtenAt: parseTime(info.updatedAt) ?? 0,
      head: listedHead(info, { known: known && { head: known.head, isHere: true }, userHome }),
      ...(known?.stored && { stored: known.stored }),
    });
  }

  function addRow(row: SessionRow): SessionEntry {
    const key = indexKey(row.key.agent, row.key.threadId);
    const home = homeOf(key, row.path) ?? row.key.home;
    const known = copyIn(key, home);
    // That a store knows a path does not say that it is one of this machine.
    const path = row.gone ? undefined : known?.path;
    return put({
      key,
      home,
      size: row.size,
      writtenAt: (path === undefined ? row.endedAt : known?.writtenAt) ?? 0,
      head: listedHead(infoOfRow(row), {
        known: known && { head: known.head, isHere: known.path !== undefined },
        row,
        userHome,
      }),
      stored: { session: row.key, path: row.path },
      ...(path !== undefined && { path }),
    });
  }

  /** A sub-agent stands under its parent; one whose parent is gone stands for itself. */
  const isTop = ({ head }: SessionEntry) =>
    head.parent === undefined || !entries.has(head.parent) || head.parent === head.key;

  return {
    get revision() {
      return revision;
    },
    get size() {
      return entries.size;
    },
    addInfo,
    addRow,
    setUsage(key, usage) {
      const entry = entries.get(key);
      const told = usage && apiUsage(usage);
      if (!entry || isDeepStrictEqual(entry.head.usage, told)) return;
      const { usage: _, ...head } = entry.head;
      put({ ...entry, head: { ...head, ...(told && { usage: told }) } });
    },
    setLook(key, path, { file: { size, modified }, status }) {
      const entry = copiesOf(key).find((copy) => copy.path === path);
      if (!entry) return false;
      const lastAt = Math.max(entry.head.lastAt, modified);
      const isOther = entry.head.status !== status;
      if (!isOther && entry.size === size && entry.head.lastAt === lastAt) return false;
      put({ ...entry, size, writtenAt: modified, head: { ...entry.head, lastAt, status } });
      return isOther;
    },
    setShape(key, shape) {
      const entry = entries.get(key);
      if (entry) put({ ...entry, head: { ...entry.head, shape } });
    },
    dropFile(path) {
      const entry = findFile(path);
      if (!entry) return undefined;
      const { path: _, ...rest } = entry;
      if (entry.stored) put({ ...rest, head: { ...entry.head, gone: true, status: 'done' } });
      else remove(entry);
      return entry.key;
    },
    get: (key) => entries.get(key),
    childrenOf,
    listed(key) {
      const head = entries.get(key)?.head;
      const count = head ? childrenOf(key).length : 0;
      return head && count > 0 ? { ...head, children: count } : head;
    },
    all: () => entries.values(),
    *top() {
      for (const entry of entries.values()) if (isTop(entry)) yield entry;
    },
    get bytes() {
      return bytes;
    },
    get problems() {
      return problems;
    },
  };

  function childrenOf(key: string): SessionHead[] {
    return [...(children.get(key) ?? [])].flatMap((child) => entries.get(child)?.head ?? []);
  }

  function findFile(path: string): SessionEntry | undefined {
    for (const entry of entries.values()) if (entry.path === path) return entry;
    for (const all of copies.values()) for (const entry of all.values()) if (entry.path === path) return entry;
    return undefined;
  }
}

/** The copy that was written to last: the one that `threadline show` opens. One without a file here comes after all others. */
function newestOf(all: Iterable<SessionEntry>): SessionEntry | undefined {
  const [newest] = [...all].sort((one, other) => {
    const isHere = Number(other.path !== undefined) - Number(one.path !== undefined);
    return isHere || other.writtenAt - one.writtenAt || ((one.path ?? '') < (other.path ?? '') ? 1 : -1);
  });
  return newest;
}
