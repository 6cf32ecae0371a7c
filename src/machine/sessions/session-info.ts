import type { ThreadStartedEvent } from '../../core/thread/event.ts';
import { headFacts, type SessionFacts } from '../facts/session-facts.ts';
import type { FileHead } from './file-head.ts';
import type { SessionProblem } from './problem.ts';
import { normaliseId, type SessionFile, type SessionOrigin } from './store.ts';

/** A session of the user, as far as its name, its place and the beginning of its file tell. */
export interface SessionInfo
  extends Pick<SessionFacts, 'agent' | 'id' | 'path' | 'home' | 'title' | 'firstPrompt' | 'branch' | 'model'>,
    Pick<SessionFacts, 'source' | 'archived' | 'machine' | 'turns' | 'status' | 'size'> {
  /** The file's id. Another than the thread's where the thread was reverted and went on in a new file. */
  rolloutId?: string | undefined;
  /** When the session began, in ISO 8601. */
  createdAt?: string | undefined;
  /** When the file was last written to, in ISO 8601. */
  updatedAt: string;
  cwd?: string | undefined;
  cliVersion?: string | undefined;
  compressed: boolean;
  /** The thread whose agent started this one. */
  parentId?: string | undefined;
  /** The thread that this one is a copy of, up to some turn. */
  forkedFromId?: string | undefined;
  /** True of a session that only an archive holds: its agent deleted the file. No function of this folder gives it. */
  gone?: true | undefined;
  /** What is wrong with the file; mostly nothing. */
  problems: SessionProblem[];
}

/** The latest time that a Date can hold; a file system may hold later ones. */
const LATEST_TIME = 8.64e15;

/** The face of a session that lists and commands show. */
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
    machine: facts.machine,
    turns: facts.turns,
    status: facts.status,
    size: facts.size,
    problems,
  };
}

/** What a list shows of a file. `titles` are those of the file's home, by thread id. */
export function sessionInfo(file: SessionFile, head: FileHead, titles?: ReadonlyMap<string, string>): SessionInfo {
  const info = infoOf(factsOf(file, head, titles), head.problems);
  info.rolloutId = file.rolloutId;
  info.compressed = file.compressed;
  info.turns = head.turns;
  return info;
}

/** The facts that a file's place and its beginning tell. */
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
  return headFacts(place, head);
}

/** Not the person's own: an agent started it. */
export function isSubagent({ parentId, source }: Pick<SessionInfo, 'parentId' | 'source'>): boolean {
  return parentId !== undefined || source === 'subagent';
}

function isoTime(time: number): string {
  return new Date(Math.max(-LATEST_TIME, Math.min(time, LATEST_TIME))).toISOString();
}

/** Where a header says that a session came from; the place of its file comes first. */
export function originOf({ agent, parentId }: SessionFile, started: ThreadStartedEvent): SessionOrigin {
  const origin = agent?.store.origin?.(started) ?? plainOrigin(started);
  return parentId === undefined ? origin : { ...origin, parentId };
}

function plainOrigin({ source, parent_thread_id: parentId }: ThreadStartedEvent): SessionOrigin {
  return { source: typeof source === 'string' ? source : undefined, parentId };
}
