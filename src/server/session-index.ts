import { basename } from 'node:path';
import type { SessionRow } from '../archive/session-row.ts';
import type { SessionInfo } from '../sessions/session-info.ts';
import type { UsageTotal } from '../usage/usage-total.ts';
import type { ApiCount, ApiSessions, ApiStatus, ApiUsage, SessionHead } from './api-types.ts';

/** What is known of a session: what its file's beginning tells, and once it was indexed, all the rest. */
export interface SessionEntry {
  key: string;
  /** Where its file is; absent where the agent deleted it. */
  path?: string;
  /** Bytes on disk. */
  size: number;
  head: SessionHead;
}

/** Which sessions are asked for, and how. */
export interface ListQuery {
  agent?: string | undefined;
  project?: string | undefined;
  model?: string | undefined;
  status?: ApiStatus | undefined;
  /** Milliseconds since 1970. */
  since?: number | undefined;
  errors?: boolean;
  problems?: boolean;
  /** Part of the title or of the first prompt, in any case. */
  text?: string | undefined;
  sort: SortKey;
}

export const sortKeys = ['last', 'started', 'tokens', 'cost', 'turns', 'time'] as const;
export type SortKey = (typeof sortKeys)[number];

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
  setShape(key: string, shape: SessionHead['shape']): void;
  get(key: string): SessionEntry | undefined;
  childrenOf(key: string): SessionHead[];
  /** Those that fit, in order, sub-agents left out: they come with their parents. */
  find(query: ListQuery): SessionEntry[];
  facets(query: ListQuery): ApiSessions['facets'];
  bytes(): number;
}

/** The user's folders are said as people say them. */
export interface SessionIndexOptions {
  userHome: string;
}

export function createSessionIndex({ userHome }: SessionIndexOptions): SessionIndex {
  const entries = new Map<string, SessionEntry>();
  const children = new Map<string, Set<string>>();
  let revision = 0;

  function put(entry: SessionEntry): SessionEntry {
    revision += 1;
    entries.set(entry.key, entry);
    const { parent } = entry.head;
    if (parent !== undefined && parent !== entry.key) {
      const siblings = children.get(parent) ?? new Set();
      siblings.add(entry.key);
      children.set(parent, siblings);
    }
    return entry;
  }

  function addInfo(info: SessionInfo): SessionEntry {
    const key = keyOf(info.agent ?? 'unknown', info.id || basename(info.path));
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
      id: info.id || basename(info.path),
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
    if (info.source === 'exec' || info.source === 'sdk-cli') head.automated = true;
    return put({ key, path: info.path, size: info.size, head });
  }

  function addRow(row: SessionRow): SessionEntry {
    const key = keyOf(row.key.agent, row.key.threadId);
    const known = entries.get(key);
    const head: SessionHead = {
      shape: [],
      ...known?.head,
      key,
      agent: row.key.agent,
      id: row.key.threadId,
      title: firstLine(row.title ?? row.firstPrompt) || known?.head.title || 'Untitled',
      status: known?.head.status === 'working' ? 'working' : statusOf(row),
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
      }),
    };
    if (row.gone) head.gone = true;
    else delete head.gone;
    return put({ key, size: row.size, head, ...(!row.gone && { path: row.path }) });
  }

  function projectOf(cwd: string | undefined): { project?: string; projectName?: string } {
    if (cwd === undefined) return {};
    const isInside = cwd === userHome || cwd.startsWith(`${userHome}/`);
    return { project: cwd, projectName: isInside ? `~${cwd.slice(userHome.length)}` : cwd };
  }

  function fits({ head }: SessionEntry, query: ListQuery, except?: 'agent' | 'project' | 'model'): boolean {
    const { agent, project, model, status, since, errors, problems, text } = query;
    if (agent !== undefined && except !== 'agent' && head.agent !== agent) return false;
    if (project !== undefined && except !== 'project' && head.project !== project) return false;
    if (model !== undefined && except !== 'model' && head.model !== model) return false;
    if (status !== undefined && head.status !== status) return false;
    if (since !== undefined && head.lastAt < since) return false;
    if (errors && head.errors === 0) return false;
    if (problems && head.problems === 0) return false;
    const wanted = text?.toLowerCase();
    return !wanted || `${head.title}\n${head.firstPrompt ?? ''}`.toLowerCase().includes(wanted);
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
    setShape(key, shape) {
      const entry = entries.get(key);
      if (entry) entries.set(key, { ...entry, head: { ...entry.head, shape } });
    },
    get: (key) => entries.get(key),
    childrenOf: (key) =>
      [...(children.get(key) ?? [])].flatMap((child) => {
        const head = entries.get(child)?.head;
        return head ? [head] : [];
      }),
    find(query) {
      const found = [...entries.values()].filter((entry) => isTop(entry) && fits(entry, query));
      const value = SORT_VALUES[query.sort];
      // Equal ones by their key: a page must not begin in another order than the one before ended.
      return found.sort((a, b) => value(b.head) - value(a.head) || (a.key < b.key ? -1 : 1));
    },
    facets(query) {
      const count = (name: 'agent' | 'project' | 'model', title: (head: SessionHead) => string) =>
        counts(
          [...entries.values()].filter((entry) => isTop(entry) && fits(entry, query, name)),
          name,
          title,
        );
      return {
        agents: count('agent', ({ agent }) => agent),
        projects: count('project', ({ project, projectName }) => projectName ?? project ?? ''),
        models: count('model', ({ model }) => model ?? ''),
      };
    },
    bytes: () => [...entries.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

const SORT_VALUES: Readonly<Record<SortKey, (head: SessionHead) => number>> = {
  last: ({ lastAt }) => lastAt,
  started: ({ startedAt = 0 }) => startedAt,
  tokens: ({ usage }) => usage?.total ?? 0,
  cost: ({ usage }) => usage?.costUsd ?? 0,
  turns: ({ turns }) => turns,
  time: ({ ms = 0 }) => ms,
};

/** Names that menus list at most. */
const MAX_COUNTS = 200;

function counts(
  found: readonly SessionEntry[],
  name: 'agent' | 'project' | 'model',
  title: (head: SessionHead) => string,
): ApiCount[] {
  const byKey = new Map<string, ApiCount>();
  for (const { head } of found) {
    const key = head[name];
    if (key === undefined) continue;
    const known = byKey.get(key);
    if (known) known.count += 1;
    else byKey.set(key, { key, name: title(head), count: 1 });
  }
  return [...byKey.values()].sort((a, b) => b.count - a.count).slice(0, MAX_COUNTS);
}

/** An agent's name and a thread's id: a key of the index, and never a path. */
export function keyOf(agent: string, id: string): string {
  return `${agent}/${id}`;
}

export function apiUsage(total: UsageTotal): ApiUsage {
  const { input, cached, cacheWrite, output, reasoning, costUsd, unpriced } = total;
  const usage: ApiUsage = { input, cached, cacheWrite, output, reasoning, total: total.total, costUsd };
  if (Object.keys(unpriced).length > 0) usage.unpriced = unpriced;
  return usage;
}

function statusOf({ status }: SessionRow): ApiStatus {
  return status === 'failed' ? 'failed' : 'done';
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
