import type { MessageFacts, ToolCount } from '../../core/facts/message-facts.ts';
import { branchOf, startTime, type ThreadFacts, versionOf } from '../../core/facts/thread-facts.ts';
import type { AgentName, ThreadOrigin } from '../../core/thread/event.ts';
import type { SessionStatus } from './session-status.ts';

/** Totals of a session. They need a reading of the whole session. */
export interface SessionCounts {
  /** Number of its turns, with those of a thread that was handed over to it. */
  turns: number;
  /** Number of messages, including those of sub-agents. */
  messages: number;
  /** Number of tool calls. */
  tools: number;
  /** Number of errors: tool calls that failed or were declined, errors that the agent reports, turns that failed. */
  errors: number;
  /** Number of lines with a problem. */
  problems: number;
}

/**
 * The one record of a session: facts from its events, and facts that only the machine knows. Lists,
 * headers, rows of stores and pages show parts of it. Times are milliseconds since 1970. A reading
 * of the beginning alone lacks the counts, `endedAt`, `models`, `lastText` and `toolCounts`.
 */
export interface SessionFacts extends Optional<SessionCounts> {
  /** The agent. Absent for a file that was named by its path and could be any agent's. */
  agent?: AgentName | undefined;
  /** The thread id, for resuming. Empty if neither the file nor its name holds one. */
  id: string;
  /** The home in which it was found. Absent for a file that was named by its path and lies in none. */
  home?: string | undefined;
  /** The machine on which it was written, in a store of many machines. */
  machine?: string | undefined;
  /** The path of its file, which may be gone. */
  path: string;
  /** Bytes of its file, as on disk. */
  size: number;
  /** True if the agent keeps it among its archived sessions. */
  archived: boolean;
  /** The title that the person or the agent gave it. */
  title?: string | undefined;
  /** The first text a person typed, without the editor's wrapper, cut at `maxFirstPromptLength`. */
  firstPrompt?: string | undefined;
  lastText?: string | undefined;
  /** The working folder at its start. */
  project?: string | undefined;
  /** The Git branch at its start, if the agent notes it. */
  branch?: string | undefined;
  /** The model at its start. */
  model?: string | undefined;
  /** Every model that answered, in order. */
  models?: readonly string[] | undefined;
  /** The version of the agent at its start. */
  version?: string | undefined;
  /** The program that started it: `exec`, `cli`, `vscode`, …; `subagent` for a thread that an agent started. */
  source?: string | undefined;
  /** The thread of another agent from which it was handed over. */
  origin?: ThreadOrigin | undefined;
  /** The thread whose agent started this one. */
  parentThread?: string | undefined;
  /** The thread of which this one is a copy, up to some turn. */
  forkedFrom?: string | undefined;
  startedAt?: number | undefined;
  /** The time of its last record. */
  endedAt?: number | undefined;
  /** The same; the last write to its file if no record has a time, or only one after that write. */
  updatedAt: number;
  status?: SessionStatus | undefined;
  /** Calls and failed calls, by tool. */
  toolCounts?: ReadonlyMap<string, ToolCount> | undefined;
}

type Optional<Counts> = { [Key in keyof Counts]?: Counts[Key] | undefined };

export type HeadFacts = Pick<
  ThreadFacts,
  'started' | 'headerLine' | 'cwd' | 'model' | 'title' | 'firstPrompt' | 'firstAt'
>;

/** The facts from a session's path, its name and the files beside it. */
export type SessionPlace = Pick<
  SessionFacts,
  'agent' | 'id' | 'home' | 'path' | 'size' | 'archived' | 'title' | 'project' | 'source' | 'parentThread' | 'updatedAt'
>;

/** Joins the facts of a session's place and of its beginning. */
export function headFacts(place: SessionPlace, head: HeadFacts): SessionFacts {
  const { started } = head;
  return {
    ...place,
    agent: place.agent ?? started?.agent,
    title: place.title ?? head.title,
    firstPrompt: head.firstPrompt,
    // A store that names the project knows better: the folder may be one of a virtual machine.
    project: place.project ?? head.cwd,
    branch: branchOf(started),
    model: head.model,
    version: versionOf(started),
    origin: started?.origin,
    forkedFrom: started?.forked_from_id,
    startedAt: startTime(head, place.id),
  };
}

/** The time of the last record. That of a fork may be a copy that is older than the fork. */
export function lastRecordAt(
  { startedAt = 0, forkedFrom }: Pick<SessionFacts, 'startedAt' | 'forkedFrom'>,
  lastAt: number | undefined,
): number | undefined {
  return lastAt !== undefined && forkedFrom !== undefined ? Math.max(lastAt, startedAt) : lastAt;
}

/** Adds the facts of the whole session. Those of its beginning stay, because every list has shown them already. */
export function wholeFacts(
  head: SessionFacts,
  read: ThreadFacts,
  { messages, calls, errors, tools }: MessageFacts,
): SessionFacts & SessionCounts {
  const startedAt = head.startedAt ?? read.firstAt;
  return {
    ...head,
    model: head.model ?? read.model,
    models: read.models,
    lastText: read.lastText,
    startedAt,
    turns: read.turns,
    messages,
    tools: calls,
    toolCounts: tools,
    errors: errors + read.reports,
    problems: read.problems,
  };
}
