import type { AgentName, ThreadStartedEvent } from '../../core/thread/event.ts';
import { uuidTime } from '../../core/thread/time.ts';
import type { SessionHead } from './head-gatherer.ts';
import type { SessionProblem } from './problem.ts';
import type { SessionStatus } from './session-status.ts';
import { normaliseId, type SessionFile, type SessionOrigin } from './store.ts';

/** A session of the user, as far as its name, its place and the beginning of its file tell. */
export interface SessionInfo {
  /** Whose session it is; absent for a file that was named by its path and could be anyone's. */
  agent?: AgentName | undefined;
  /** The thread's id, to resume it by; empty where neither the file nor its name holds one. */
  id: string;
  /** The file's id. Another than the thread's where the thread was reverted and went on in a new file. */
  rolloutId?: string | undefined;
  path: string;
  /** The home that it was found in; absent for a file that was named by its path and lies in none. */
  home?: string | undefined;
  /** When the session began, in ISO 8601. */
  createdAt?: string | undefined;
  /** When the file was last written to, in ISO 8601. */
  updatedAt: string;
  /** The working folder. */
  cwd?: string | undefined;
  /** The name that the user gave it. */
  title?: string | undefined;
  /** The first text that the user typed, without what an editor put around it; cut at a named limit. */
  firstPrompt?: string | undefined;
  model?: string | undefined;
  cliVersion?: string | undefined;
  /** What started it: `exec`, `cli`, `vscode`, …; `subagent` for a thread that an agent started. */
  source?: string | undefined;
  archived: boolean;
  compressed: boolean;
  /** The thread whose agent started this one. */
  parentId?: string | undefined;
  /** The thread that this one is a copy of, up to some turn. */
  forkedFromId?: string | undefined;
  /** The machine that it is on, where a store of many machines tells it. */
  machine?: string | undefined;
  /** How many turns it has; only where `turns` was asked for, as the whole file must be read for it. */
  turns?: number | undefined;
  /** What it does at the moment; only where `readStatus` was asked for it. */
  status?: SessionStatus | undefined;
  /** True of a session that only an archive holds: its agent deleted the file. No function of this folder gives it. */
  gone?: true | undefined;
  /** In bytes, as on disk. */
  size: number;
  /** What is wrong with the file; mostly nothing. */
  problems: SessionProblem[];
}

/** The latest time that a Date can hold; a file system may hold later ones. */
const LATEST_TIME = 8.64e15;

/** `titles` are those of the file's home, by thread id. */
export function sessionInfo(file: SessionFile, head: SessionHead, titles?: ReadonlyMap<string, string>): SessionInfo {
  const { started } = head;
  const id = started?.thread_id ? normaliseId(started.thread_id) : (file.threadId ?? '');
  const origin = started && (file.agent?.store.origin?.(started) ?? plainOrigin(started));
  return {
    agent: file.agent?.name ?? started?.agent,
    id,
    rolloutId: file.rolloutId,
    path: file.path,
    home: file.home,
    createdAt: startTime(started, id),
    updatedAt: new Date(Math.max(-LATEST_TIME, Math.min(file.modified, LATEST_TIME))).toISOString(),
    cwd: head.cwd ?? file.cwd,
    title: titles?.get(id) ?? head.title,
    firstPrompt: head.firstPrompt,
    model: head.model,
    cliVersion: started?.cli_version,
    source: origin?.source,
    archived: file.archived,
    compressed: file.compressed,
    parentId: file.parentId ?? origin?.parentId,
    forkedFromId: started?.forked_from_id,
    turns: head.turns,
    size: file.size,
    problems: head.problems,
  };
}

/** Not the person's own: an agent started it. */
export function isSubagent({ parentId, source }: SessionInfo): boolean {
  return parentId !== undefined || source === 'subagent';
}

function plainOrigin({ source, parent_thread_id: parentId }: ThreadStartedEvent): SessionOrigin {
  return { source: typeof source === 'string' ? source : undefined, parentId };
}

function startTime(started: ThreadStartedEvent | undefined, id: string): string | undefined {
  const time = Date.parse(started?.started_at ?? started?.timestamp ?? '');
  const known = Number.isNaN(time) ? uuidTime(id) : time;
  return known === undefined ? undefined : new Date(known).toISOString();
}
