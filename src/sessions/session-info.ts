import { isObject } from '../lines/json.ts';
import { uuidTime } from '../messages/uuid-time.ts';
import type { ThreadStartedEvent } from '../thread/event.ts';
import type { SessionProblem } from './problem.ts';
import { normaliseId } from './rollout-name.ts';
import type { SessionFile } from './session-file.ts';
import type { SessionHead } from './session-head.ts';

/** A session of the user, as far as its name, its place and the beginning of its file tell. */
export interface SessionInfo {
  /** The thread's id, to resume it by; empty where neither the file nor its name holds one. */
  id: string;
  /** The file's id. Another than the thread's where the thread was reverted and went on in a new file. */
  rolloutId?: string;
  path: string;
  /** The home that it was found in; absent for a file that was named by its path and lies in none. */
  home?: string;
  /** When the session began, in ISO 8601. */
  createdAt?: string;
  /** When the file was last written to, in ISO 8601. */
  updatedAt: string;
  /** The working folder. */
  cwd?: string;
  /** The name that the user gave it. */
  title?: string;
  /** The first text that the user typed; cut at a named limit. */
  firstPrompt?: string;
  model?: string;
  cliVersion?: string;
  /** What started it: `exec`, `cli`, `vscode`, …; `subagent` for a thread that an agent started. */
  source?: string;
  archived: boolean;
  compressed: boolean;
  /** The thread whose agent started this one. */
  parentId?: string;
  /** The thread that this one is a copy of, up to some turn. */
  forkedFromId?: string;
  /** How many turns it has; only where `turns` was asked for, as the whole file must be read for it. */
  turns?: number;
  /** In bytes, as on disk. */
  size: number;
  /** What is wrong with the file; mostly nothing. */
  problems: SessionProblem[];
}

/** `titles` are those of the file's home, by thread id. */
export function sessionInfo(file: SessionFile, head: SessionHead, titles?: ReadonlyMap<string, string>): SessionInfo {
  const { started } = head;
  const id = started?.thread_id ? normaliseId(started.thread_id) : (file.threadId ?? '');
  return {
    id,
    rolloutId: file.rolloutId,
    path: file.path,
    home: file.home,
    createdAt: startTime(started, id),
    updatedAt: new Date(file.modified).toISOString(),
    cwd: head.cwd,
    title: titles?.get(id),
    firstPrompt: head.firstPrompt,
    model: head.model,
    cliVersion: started?.cli_version,
    source: sourceName(started?.source),
    archived: file.archived,
    compressed: file.compressed,
    parentId: started?.parent_thread_id ?? parentOfSource(started?.source),
    forkedFromId: started?.forked_from_id,
    size: file.size,
    problems: head.problems,
  };
}

function startTime(started: ThreadStartedEvent | undefined, id: string): string | undefined {
  const time = Date.parse(started?.started_at ?? started?.timestamp ?? '');
  const known = Number.isNaN(time) ? uuidTime(id) : time;
  return known === undefined ? undefined : new Date(known).toISOString();
}

/** A string, or an object with one key that says the kind: `{subagent: …}`, `{custom: "name"}`, `{internal: …}`. */
function sourceName(source: unknown): string | undefined {
  if (typeof source === 'string') return source;
  if (!isObject(source)) return undefined;
  return typeof source.custom === 'string' ? source.custom : Object.keys(source)[0];
}

function parentOfSource(source: unknown): string | undefined {
  const agent = isObject(source) ? source.subagent : undefined;
  const spawn = isObject(agent) ? agent.thread_spawn : undefined;
  return isObject(spawn) && typeof spawn.parent_thread_id === 'string' ? spawn.parent_thread_id : undefined;
}
