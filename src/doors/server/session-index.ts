import { isDeepStrictEqual } from 'node:util';
import { infoOfRow, type SessionKey, type SessionRow } from '../../archive/model/session-row.ts';
import { parseTime } from '../../core/thread/time.ts';
import { type Annotations, annotationKey } from '../../machine/sessions/annotations/annotation.ts';
import type { SessionInfo } from '../../machine/sessions/session-info.ts';
import type { UsageTotal } from '../../machine/usage/usage-total.ts';
import type { ApiStatus, SessionHead } from './api-types.ts';
import { apiUsage, indexKey, listedHead } from './listed-head.ts';

/** A session in the index: the head of its file and, once it is indexed, all other facts. */
export interface SessionEntry {
  key: string;
  /** The thread's whole id, by which its agent knows it; absent if its file tells none. */
  threadId?: string;
  /** The home of the session; empty if unknown. Two homes may hold copies of one thread. */
  home: string;
  /** The path of its file on this machine; absent if only a store has it. */
  path?: string;
  /** Its key in a store; absent if no store has it. */
  stored?: { session: SessionKey; path: string };
  /** Bytes on disk. */
  size: number;
  /** The time at which it was last active. */
  writtenAt: number;
  head: SessionHead;
}

/**
 * All sessions of the machine in memory, as the list shows them: a kilobyte a session. A thread that several homes hold
 * (a backup, a synced folder) is one session: the copy that was written to last. The others wait behind it.
 */
export interface SessionIndex {
  readonly revision: number;
  readonly size: number;
  /** Takes the head of a file. */
  addInfo(info: SessionInfo): SessionEntry;
  /** Takes what the archive knows. */
  addRow(row: SessionRow): SessionEntry;
  /** Takes the usage of a session; undefined if it made no request. */
  setUsage(key: string, usage: UsageTotal | undefined): void;
  /** Takes what was seen at the end of a file. Returns whether the session's status changed. */
  setLook(key: string, path: string, look: FileLook): boolean;
  /** Takes what a list shows of a session's rows. */
  setGlance(key: string, glance: SessionGlance): void;
  /**
   * Removes a file that is gone from this machine. What a store keeps of its session is left, or another copy of the
   * thread, or nothing. Returns the key of the session, if there was one.
   */
  dropFile(path: string): string | undefined;
  /** Removes what a store told of a session. A file of this machine is left. Returns the session's key, if it was there. */
  dropRow(session: SessionKey): string | undefined;
  /** Takes what people noted about sessions. */
  setAnnotations(annotations: Annotations): void;
  /** The changed files of a session that a person has looked at. */
  viewedOf(entry: SessionEntry): readonly string[];
  get(key: string): SessionEntry | undefined;
  childrenOf(key: string): SessionHead[];
  /** A session as the list shows it, with the number of agents it started. */
  listed(key: string): SessionHead | undefined;
  all(): Iterable<SessionEntry>;
  /** All sessions but sub-agents, which come with their parents. */
  top(): Iterable<SessionEntry>;
  /** Bytes on disk, in total. */
  readonly bytes: number;
  /** The number of lines with a problem, in total. */
  readonly problems: number;
}

/** The length of a file, the time of its last record, and the status that its last lines tell. */
export interface FileLook {
  file: { size: number };
  lastAt: number;
  status: ApiStatus;
}

/** What a list shows of a session's rows. */
export type SessionGlance = Pick<SessionHead, 'shape' | 'lastAnswer' | 'now'>;

/** The user's folders are shown in short. */
export interface SessionIndexOptions {
  userHome: string;
}

export function createSessionIndex({ userHome }: SessionIndexOptions): SessionIndex {
  /** The shown copy of each thread. */
  const entries = new Map<string, SessionEntry>();
  /** All copies of threads that several homes hold: key, then home. Most threads have one copy, and are not here. */
  const copies = new Map<string, Map<string, SessionEntry>>();
  const children = new Map<string, Set<string>>();
  let annotations: Annotations = new Map();
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

  /** Finds a copy by its path: whoever reports a file may not know its home, or name it differently. */
  function homeOf(key: string, path: string): string | undefined {
    return copiesOf(key).find((copy) => copy.path === path || copy.stored?.path === path)?.home;
  }

  /** A copy that is new has the usage of its thread. */
  function putFound(entry: SessionEntry): SessionEntry {
    const usage = entry.head.usage ?? entries.get(entry.key)?.head.usage;
    return put(usage ? { ...entry, head: { ...entry.head, usage } } : entry);
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
    return putFound({
      key,
      home,
      path: info.path,
      size: info.size,
      writtenAt: parseTime(info.updatedAt) ?? 0,
      head: listedHead(info, { known: known && { head: known.head, isHere: true }, userHome }),
      ...(info.id !== '' && { threadId: info.id }),
      ...(known?.stored && { stored: known.stored }),
    });
  }

  function addRow(row: SessionRow): SessionEntry {
    const key = indexKey(row.key.agent, row.key.threadId);
    const home = homeOf(key, row.path) ?? row.key.home;
    const known = copyIn(key, home);
    // A path that a store knows need not be one of this machine.
    const path = row.gone ? undefined : known?.path;
    return putFound({
      key,
      home,
      size: row.size,
      writtenAt: (path === undefined ? row.endedAt : known?.writtenAt) ?? 0,
      head: listedHead(infoOfRow(row), {
        known: known && { head: known.head, isHere: known.path !== undefined },
        row,
        userHome,
      }),
      threadId: row.key.threadId,
      stored: { session: row.key, path: row.path },
      ...(path !== undefined && { path }),
    });
  }

  /** A sub-agent is listed under its parent. One whose parent is gone is listed by itself. */
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
      const told = usage && apiUsage(usage);
      // Usage is the thread's, whichever copy is shown.
      for (const entry of copiesOf(key)) {
        if (isDeepStrictEqual(entry.head.usage, told)) continue;
        const { usage: _, ...head } = entry.head;
        put({ ...entry, head: { ...head, ...(told && { usage: told }) } });
      }
    },
    setLook(key, path, { file: { size }, lastAt, status }) {
      const entry = copiesOf(key).find((copy) => copy.path === path);
      if (!entry) return false;
      const isOther = entry.head.status !== status;
      if (!isOther && entry.size === size && entry.head.lastAt === lastAt) return false;
      put({ ...entry, size, writtenAt: lastAt, head: { ...entry.head, lastAt, status } });
      return isOther;
    },
    setGlance(key, glance) {
      const entry = entries.get(key);
      if (!entry) return;
      const { now: _, ...head } = entry.head;
      put({ ...entry, head: { ...head, ...glance } });
    },
    dropFile(path) {
      const entry = findFile(path);
      if (!entry) return undefined;
      const { path: _, ...rest } = entry;
      if (entry.stored) put({ ...rest, head: { ...entry.head, gone: true, status: 'done' } });
      else remove(entry);
      return entry.key;
    },
    dropRow({ agent, threadId, home }) {
      const key = indexKey(agent, threadId);
      const entry = copiesOf(key).find(({ stored }) => stored?.session.home === home);
      if (!entry) return undefined;
      const { stored: _, ...rest } = entry;
      if (entry.path === undefined) remove(entry);
      else put(rest);
      return key;
    },
    setAnnotations(now) {
      annotations = now;
      revision += 1;
    },
    viewedOf: ({ head: { agent }, threadId: id = '' }) => annotations.get(annotationKey({ agent, id }))?.viewed ?? [],
    get: (key) => noted(entries.get(key)),
    childrenOf,
    listed(key) {
      const head = noted(entries.get(key))?.head;
      const count = head ? childrenOf(key).filter(({ copyOf }) => copyOf === undefined).length : 0;
      // A copy names no model before somebody goes on with it: its turns were answered by its origin's.
      const model = head?.model ?? entries.get(head?.copyOf ?? '')?.head.model;
      return head && { ...head, ...(model !== undefined && { model }), ...(count > 0 && { children: count }) };
    },
    all: () => entries.values(),
    *top() {
      for (const entry of entries.values()) if (isTop(entry)) yield noted(entry);
    },
    get bytes() {
      return bytes;
    },
    get problems() {
      return problems;
    },
  };

  function childrenOf(key: string): SessionHead[] {
    return [...(children.get(key) ?? [])].flatMap((child) => noted(entries.get(child))?.head ?? []);
  }

  /** The same session with what a person noted about it. Entries themselves stay as the files tell them. */
  function noted<Entry extends SessionEntry | undefined>(entry: Entry): Entry {
    if (!entry || annotations.size === 0 || entry.threadId === undefined) return entry;
    const found = annotations.get(annotationKey({ agent: entry.head.agent, id: entry.threadId }));
    if (!found) return entry;
    const { title = entry.head.title, starred, tags = [], note } = found;
    const added = { ...(starred && { starred: true }), ...(tags.length > 0 && { tags }), ...(note && { note }) };
    return { ...entry, head: { ...entry.head, title, ...added } };
  }

  function findFile(path: string): SessionEntry | undefined {
    for (const entry of entries.values()) if (entry.path === path) return entry;
    for (const all of copies.values()) for (const entry of all.values()) if (entry.path === path) return entry;
    return undefined;
  }
}

/** The copy that was written to last, which `threadline show` opens. One without a file here comes last. */
function newestOf(all: Iterable<SessionEntry>): SessionEntry | undefined {
  const [newest] = [...all].sort((one, other) => {
    const isHere = Number(other.path !== undefined) - Number(one.path !== undefined);
    return isHere || other.writtenAt - one.writtenAt || ((one.path ?? '') < (other.path ?? '') ? 1 : -1);
  });
  return newest;
}
