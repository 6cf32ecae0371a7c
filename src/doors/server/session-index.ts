import type { SessionKey, SessionRow } from '../../archive/model/session-row.ts';
import type { SessionInfo } from '../../machine/sessions/session-info.ts';
import type { UsageTotal } from '../../machine/usage/usage-total.ts';
import type { ApiStatus, ApiUsage, SessionHead } from './api-types.ts';

/** What is known of a session: what its file's beginning tells, and once it was indexed, all the rest. */
export interface SessionEntry {
  key: string;
  /** Where its file is on this machine; absent where only a store has it. */
  path?: string;
  /** As a store knows it; absent where none does. */
  stored?: { session: SessionKey; path: string };
  /** Bytes on disk. */
  size: number;
  head: SessionHead;
}

/** All sessions of the machine in memory, the list's face of each: a kilobyte a session. */
export interface SessionIndex {
  readonly revision: number;
  readonly size: number;
  /** Takes what the beginning of a file told. */
  addInfo(info: SessionInfo): SessionEntry;
  /** Takes what the archive knows. */
  addRow(row: SessionRow): SessionEntry;
  setUsage(key: string, usage: UsageTotal): void;
  setStatus(key: string, status: ApiStatus, now?: SessionHead['now']): SessionEntry | undefined;
  /** Takes how long its file is and when it was last written to. */
  setWritten(key: string, file: { size: number; modified: number }): void;
  setShape(key: string, shape: SessionHead['shape']): void;
  /** Its file is gone from this machine: what a store keeps of it is left, or nothing. */
  dropFile(key: string): void;
  get(key: string): SessionEntry | undefined;
  childrenOf(key: string): SessionHead[];
  all(): Iterable<SessionEntry>;
  /** All but sub-agents: they come with their parents. */
  top(): Iterable<SessionEntry>;
  /** Bytes on disk, of all. */
  readonly bytes: number;
  /** Lines with something wrong in them, of all. */
  readonly problems: number;
}

/** The user's folders are said as people say them. */
export interface SessionIndexOptions {
  userHome: string;
}

export function createSessionIndex({ userHome }: SessionIndexOptions): SessionIndex {
  const entries = new Map<string, SessionEntry>();
  const children = new Map<string, Set<string>>();
  let revision = 0;
  let bytes = 0;
  let problems = 0;

  function put(entry: SessionEntry): SessionEntry {
    const known = entries.get(entry.key);
    revision += 1;
    bytes += entry.size - (known?.size ?? 0);
    problems += entry.head.problems - (known?.head.problems ?? 0);
    entries.set(entry.key, entry);
    const { parent } = entry.head;
    if (parent !== undefined && parent !== entry.key) {
      const siblings = children.get(parent) ?? new Set();
      siblings.add(entry.key);
      children.set(parent, siblings);
    }
    return entry;
  }

  function remove({ key, size, head }: SessionEntry): void {
    revision += 1;
    bytes -= size;
    problems -= head.problems;
    entries.delete(key);
    if (head.parent !== undefined) children.get(head.parent)?.delete(key);
  }

  function addInfo(info: SessionInfo): SessionEntry {
    const key = keyOf(info.agent ?? 'unknown', info.id || info.path);
    const known = entries.get(key)?.head;
    const startedAt = timeOf(info.createdAt);
    const head: SessionHead = {
      status: 'done',
      turns: info.turns ?? 0,
      messages: 0,
      errors: 0,
      problems: info.problems.length,
      shape: [],
      ...known,
      key,
      agent: info.agent ?? 'unknown',
      id: nameOf(info.id || info.path),
      title: firstLine(info.title ?? info.firstPrompt) || 'Untitled',
      lastAt: Math.max(timeOf(info.updatedAt) ?? 0, known?.lastAt ?? 0),
      ...optional({
        firstPrompt: info.firstPrompt && firstLine(info.firstPrompt),
        model: info.model,
        version: info.cliVersion,
        startedAt,
        parent: info.parentId && keyOf(info.agent ?? 'unknown', info.parentId),
        forkedFrom: info.forkedFromId && keyOf(info.agent ?? 'unknown', info.forkedFromId),
        ...projectOf(info.cwd),
      }),
    };
    delete head.gone;
    if (info.source === 'exec' || info.source === 'sdk-cli') head.automated = true;
    const stored = entries.get(key)?.stored;
    return put({ key, path: info.path, size: info.size, head, ...(stored && { stored }) });
  }

  function addRow(row: SessionRow): SessionEntry {
    const key = keyOf(row.key.agent, row.key.threadId);
    const known = entries.get(key);
    const head: SessionHead = {
      shape: [],
      ...known?.head,
      key,
      agent: row.key.agent,
      id: nameOf(row.key.threadId),
      title: firstLine(row.title ?? row.firstPrompt) || known?.head.title || 'Untitled',
      status: statusOf(row, known),
      lastAt: row.endedAt ?? known?.head.lastAt ?? 0,
      turns: row.turns,
      messages: row.messages,
      errors: row.errors,
      problems: row.problems,
      ...optional({
        firstPrompt: row.firstPrompt && firstLine(row.firstPrompt),
        model: row.model,
        version: row.version,
        branch: row.branch,
        startedAt: row.startedAt,
        ms: row.startedAt !== undefined && row.endedAt !== undefined ? row.endedAt - row.startedAt : undefined,
        parent: row.parentThread && keyOf(row.key.agent, row.parentThread),
        forkedFrom: row.forkedFrom && keyOf(row.key.agent, row.forkedFrom),
        ...projectOf(row.project),
        ...(row.machine !== undefined && { machine: row.machine }),
      }),
    };
    if (row.gone) head.gone = true;
    else delete head.gone;
    // That a store knows a path does not say that it is one of this machine.
    const path = row.gone ? undefined : known?.path;
    const stored = { session: row.key, path: row.path };
    return put({ key, size: row.size, head, stored, ...(path !== undefined && { path }) });
  }

  function projectOf(cwd: string | undefined): { project?: string; projectName?: string } {
    if (cwd === undefined) return {};
    const isInside = cwd === userHome || cwd.startsWith(`${userHome}/`);
    return { project: cwd, projectName: isInside ? `~${cwd.slice(userHome.length)}` : cwd };
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
      if (entry) put({ ...entry, head: { ...entry.head, usage: apiUsage(usage) } });
    },
    setStatus(key, status, now) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      const { now: _, ...head } = entry.head;
      return put({ ...entry, head: { ...head, status, ...(now && { now }) } });
    },
    setWritten(key, { size, modified }) {
      const entry = entries.get(key);
      const lastAt = Math.max(entry?.head.lastAt ?? 0, modified);
      if (!entry || (entry.size === size && entry.head.lastAt === lastAt)) return;
      put({ ...entry, size, head: { ...entry.head, lastAt } });
    },
    setShape(key, shape) {
      const entry = entries.get(key);
      if (entry) put({ ...entry, head: { ...entry.head, shape } });
    },
    dropFile(key) {
      const entry = entries.get(key);
      if (!entry) return;
      const { path: _, ...rest } = entry;
      if (entry.stored) put({ ...rest, head: { ...entry.head, gone: true, status: 'done' } });
      else remove(entry);
    },
    get: (key) => entries.get(key),
    childrenOf: (key) =>
      [...(children.get(key) ?? [])].flatMap((child) => {
        const head = entries.get(child)?.head;
        return head ? [head] : [];
      }),
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
}

/** An agent's name and a thread's id: a key of the index, and never a path. */
export function keyOf(agent: string, id: string): string {
  return `${agent}/${nameOf(id)}`;
}

/** A file that tells no id goes by its name; the archive, which has files of many homes, by its path. */
function nameOf(id: string): string {
  return id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1);
}

export function apiUsage(total: UsageTotal): ApiUsage {
  const { input, cached, cacheWrite, output, reasoning, costUsd, unpriced } = total;
  const usage: ApiUsage = { input, cached, cacheWrite, output, reasoning, total: total.total, costUsd };
  if (Object.keys(unpriced).length > 0) usage.unpriced = unpriced;
  return usage;
}

/** What runs on this machine is known better by its file. */
function statusOf({ status }: SessionRow, known: SessionEntry | undefined): ApiStatus {
  if (known?.path === undefined) return status;
  return isAtWork(status) || isAtWork(known.head.status) ? known.head.status : status;
}

/** Whether what a session does changes by itself, with time. */
export function isAtWork(status: ApiStatus): boolean {
  return status === 'working' || status === 'waiting';
}

/** How much of a name or a prompt the list holds, in characters. */
const MAX_LINE_LENGTH = 300;

function firstLine(text: string | undefined): string {
  return (text ?? '').trimStart().slice(0, MAX_LINE_LENGTH).split('\n', 1)[0] ?? '';
}

function timeOf(iso: string | undefined): number | undefined {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/** Only the fields that are there: an absent one is absent in JSON, too, and takes nothing from what was known. */
function optional<Fields extends object>(fields: Fields): { [Key in keyof Fields]: NonNullable<Fields[Key]> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(known) as { [Key in keyof Fields]: NonNullable<Fields[Key]> };
}
