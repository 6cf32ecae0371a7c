import type { ThreadStartedEvent } from '../../core/thread/event.ts';
import { headFacts, lastRecordAt, type SessionFacts } from '../facts/session-facts.ts';
import { activeAt } from './active-at.ts';
import type { FileHead } from './file-head.ts';
import type { SessionProblem } from './problem.ts';
import { normaliseId, type SessionFile, type SessionOrigin } from './store.ts';

/** A session of the user, as far as its name, its path and the beginning of its file tell. */
export interface SessionInfo
  extends Pick<SessionFacts, 'agent' | 'id' | 'path' | 'home' | 'title' | 'firstPrompt' | 'branch' | 'model'>,
    Pick<SessionFacts, 'source' | 'archived' | 'machine' | 'turns' | 'status' | 'size' | 'origin'> {
  /** The id of the file. Differs from the thread's if the thread was reverted and continued in a new file. */
  rolloutId?: string | undefined;
  /** The start of the session, in ISO 8601. */
  createdAt?: string | undefined;
  /** The time of the last record, else of the last write to the file, in ISO 8601. */
  updatedAt: string;
  cwd?: string | undefined;
  cliVersion?: string | undefined;
  compressed: boolean;
  /** The thread whose agent started this one. */
  parentId?: string | undefined;
  /** The thread of which this one is a copy, up to some turn. */
  forkedFromId?: string | undefined;
  /** True if only an archive holds the session: its agent deleted the file. No function of this folder sets it. */
  gone?: true | undefined;
  /** Set if only a log of prompts tells of the session: how many, and whether the log names no session at all. */
  ghost?: { prompts: number; assumed: boolean } | undefined;
  /** True if a person marked it. Like `tags` and `note`, it stands in a file of threadline's. No function of this folder sets them. */
  starred?: true | undefined;
  tags?: readonly string[] | undefined;
  note?: string | undefined;
  /** Faults of the file; mostly none. */
  problems: SessionProblem[];
}

/** The latest time that a Date can hold. A file system may hold later ones. */
const LATEST_TIME = 8.64e15;

/** The part of a session's facts that lists and commands show. */
export function infoOf(facts: SessionFacts, problems: SessionProblem[] = []): SessionInfo {
  return {
    agent: facts.agent,
    id: facts.id,
    path: facts.path,
    home: facts.home,
    createdAt: facts.startedAt === undefined ? undefined : isoTime(facts.startedAt),
    updatedAt: isoTime(facts.updatedAt),
    cwd: facts.project,
    title: facts.title,
    firstPrompt: facts.firstPrompt,
    branch: facts.branch,
    model: facts.model,
    cliVersion: facts.version,
    source: facts.source,
    archived: facts.archived,
    compressed: facts.path.endsWith('.zst'),
    parentId: facts.parentThread,
    forkedFromId: facts.forkedFrom,
    origin: facts.origin,
    machine: facts.machine,
    turns: facts.turns,
    status: facts.status,
    size: facts.size,
    problems,
  };
}

/** The list entry of a file. `titles` are those of the file's home, by thread id. */
export function sessionInfo(file: SessionFile, head: FileHead, titles?: ReadonlyMap<string, string>): SessionInfo {
  const info = infoOf(factsOf(file, head, titles), head.problems);
  info.rolloutId = file.rolloutId;
  info.compressed = file.compressed;
  info.turns = head.turns;
  return info;
}

/** The facts that a file's path and its beginning tell. */
export function factsOf(file: SessionFile, head: FileHead, titles?: ReadonlyMap<string, string>): SessionFacts {
  const { started } = head;
  const id = started?.thread_id ? normaliseId(started.thread_id) : (file.threadId ?? '');
  const origin = started && originOf(file, started);
  const { path, home, archived, size } = file;
  const place = {
    agent: file.agent?.name,
    id,
    home,
    path,
    archived,
    size,
    title: titles?.get(id),
    project: file.cwd,
    source: origin?.source,
    parentThread: origin?.parentId ?? file.parentId,
    updatedAt: file.modified,
  };
  const facts = headFacts(place, head);
  const lastAt = lastRecordAt(facts, head.lastAt);
  if (lastAt !== undefined) facts.updatedAt = activeAt(file, lastAt);
  return facts;
}

/** True if an agent started the session, not a person. */
export function isSubagent({ parentId, source }: Pick<SessionInfo, 'parentId' | 'source'>): boolean {
  return parentId !== undefined || source === 'subagent';
}

function isoTime(time: number): string {
  return new Date(Math.max(-LATEST_TIME, Math.min(time, LATEST_TIME))).toISOString();
}

/** The origin that a header names. The path of the file takes precedence. */
export function originOf({ agent, parentId }: SessionFile, started: ThreadStartedEvent): SessionOrigin {
  const origin = agent?.store.origin?.(started) ?? plainOrigin(started);
  return parentId === undefined ? origin : { ...origin, parentId };
}

function plainOrigin({ source, parent_thread_id: parentId }: ThreadStartedEvent): SessionOrigin {
  return { source: typeof source === 'string' ? source : undefined, parentId };
}
