import type { MessageFacts, ToolCount } from '../../core/facts/message-facts.ts';
import { branchOf, startTime, type ThreadFacts } from '../../core/facts/thread-facts.ts';
import type { AgentName, ThreadOrigin } from '../../core/thread/event.ts';
import type { SessionStatus } from './session-status.ts';

/** What a session adds up to. Only who reads all of it knows. */
export interface SessionCounts {
  /** How many turns it has of its own. */
  turns: number;
  /** How many messages it has, sub-agents' too. */
  messages: number;
  /** Calls of tools. */
  tools: number;
  /** Calls of tools that failed. */
  errors: number;
  /** Lines with something wrong in them. */
  problems: number;
}

/**
 * The one record of a session: what its events tell, and what only the machine knows. Lists, headers, rows of stores and
 * pages show parts of it. Times are milliseconds since 1970. Who read only the beginning of a session lacks the counts,
 * `endedAt`, `models`, `lastText` and `toolCounts`.
 */
export interface SessionFacts extends Optional<SessionCounts> {
  /** Whose session it is; absent for a file that was named by its path and could be anyone's. */
  agent?: AgentName | undefined;
  /** The thread's id, to resume it by; empty where neither the file nor its name holds one. */
  id: string;
  /** The home that it was found in; absent for a file that was named by its path and lies in none. */
  home?: string | undefined;
  /** The machine that it was written on, in a store of many machines. */
  machine?: string | undefined;
  /** Where its file is, or was. */
  path: string;
  /** Bytes of its file, as on disk. */
  size: number;
  /** The agent keeps it among those that are put away. */
  archived: boolean;
  /** The name that the person or the agent gave it. */
  title?: string | undefined;
  /** The first text that the person typed, without what an editor put around it; cut at `maxFirstPromptLength`. */
  firstPrompt?: string | undefined;
  lastText?: string | undefined;
  /** The working folder that it began in. */
  project?: string | undefined;
  /** The branch of its repository that it began on, where the agent notes it. */
  branch?: string | undefined;
  /** The model that it began with. */
  model?: string | undefined;
  /** Every model that answered, in order. */
  models?: readonly string[] | undefined;
  /** The version of the agent that began it. */
  version?: string | undefined;
  /** What started it: `exec`, `cli`, `vscode`, …; `subagent` for a thread that an agent started. */
  source?: string | undefined;
  /** The thread of another agent that it was handed over from. */
  origin?: ThreadOrigin | undefined;
  /** The thread whose agent started this one. */
  parentThread?: string | undefined;
  /** The thread that this one is a copy of, up to some turn. */
  forkedFrom?: string | undefined;
  startedAt?: number | undefined;
  /** When its last line was written, by that line's own time. */
  endedAt?: number | undefined;
  /** When its file was last written to. */
  updatedAt: number;
  status?: SessionStatus | undefined;
  /** Calls and failed calls of each tool. */
  toolCounts?: ReadonlyMap<string, ToolCount> | undefined;
}

type Optional<Counts> = { [Key in keyof Counts]?: Counts[Key] | undefined };

export type HeadFacts = Pick<
  ThreadFacts,
  'started' | 'headerLine' | 'cwd' | 'model' | 'title' | 'firstPrompt' | 'firstAt'
>;

/** What the place of a session, its name and what stands beside it tell. */
export type SessionPlace = Pick<
  SessionFacts,
  'agent' | 'id' | 'home' | 'path' | 'size' | 'archived' | 'title' | 'project' | 'source' | 'parentThread' | 'updatedAt'
>;

/** Joins what the place of a session and its beginning tell. */
export function headFacts(place: SessionPlace, head: HeadFacts): SessionFacts {
  const { started } = head;
  return {
    ...place,
    agent: place.agent ?? started?.agent,
    title: place.title ?? head.title,
    firstPrompt: head.firstPrompt,
    project: head.cwd ?? place.project,
    branch: branchOf(started),
    model: head.model,
    version: started?.cli_version,
    origin: started?.origin,
    forkedFrom: started?.forked_from_id,
    startedAt: startTime(head, place.id),
  };
}

/** Adds what the rest of a session tells. What its beginning told stays: every list has shown it by then. */
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
    endedAt: read.lastAt ?? startedAt,
    turns: read.turns,
    messages,
    tools: calls,
    toolCounts: tools,
    errors,
    problems: read.problems,
  };
}
