import type { UnifiedMessage } from '../../core/messages/message.ts';
import { createMessageBuilder, type MessageBuilderOptions } from '../../core/messages/message-builder.ts';
import type { ThreadEvent } from '../../core/thread/event.ts';
import { ThreadlineError } from '../../errors.ts';
import { machineLimits } from '../../limits/machine.ts';
import { createSubAgentFinder, type SubAgentFinder } from './find-sub-agents.ts';
import type { HomeOptions } from './homes.ts';
import { openSession, type Session } from './open-session.ts';
import type { SessionInfo } from './session-info.ts';
import type { StartedAgents } from './started-agents.ts';
import type { AgentNote, SessionFile } from './store.ts';

/** The thread of a sub-agent. */
export interface SubAgent {
  info: SessionInfo;
  /** The task: the agent's own words for it, else the beginning of the prompt. */
  title: string;
  /** The `parent` of its messages: the `tool_use` that started it, else the thread's own id. */
  parent: string;
  messages: readonly UnifiedMessage[];
}

export interface SubAgents {
  agents: SubAgent[];
  /** The number of sub-agents that were not read: beyond a limit, or missing. */
  omitted: number;
}

export interface SubAgentOptions extends HomeOptions {
  /** Options for building their messages, the same as for the session itself. */
  messages: Pick<MessageBuilderOptions, 'all' | 'split' | 'original' | 'vocabularies'>;
  /** Where their files are, if not in the home of the session's file. */
  family?: SubAgentFamily | undefined;
  /** Receives each of their events, with the messages that it made or changed. */
  onEvent?(event: ThreadEvent, changed: readonly UnifiedMessage[]): void;
}

/** Finds and opens the threads of sub-agents. */
export interface SubAgentFamily {
  finder: SubAgentFinder;
  open(file: SessionFile): Promise<Session>;
}

/** A file to read, the note beside it, and the depth of its agent. */
interface Waiting {
  file: SessionFile;
  note: AgentNote;
  depth: number;
}

/** Reads the threads of all agents that a session started, directly or not. `started` has seen its own events. */
export async function loadSubAgents(
  root: SessionInfo,
  started: StartedAgents,
  options: SubAgentOptions,
): Promise<SubAgents> {
  const { finder, open } = options.family ?? {
    finder: await createSubAgentFinder(root, started, options),
    open: ({ path }: SessionFile) => openSession({ path }, { ...options, onProblem: undefined }),
  };
  const found: SubAgents = { agents: [], omitted: 0 };
  let waiting: Waiting[] = [];

  async function addChildren(parent: SessionFile, id: string, depth: number): Promise<void> {
    for (const file of await finder.childrenOf(parent, id)) waiting.push({ file, note: finder.noteOf(file), depth });
  }

  function callOf({ file, note }: Waiting): string | undefined {
    return note.callId ?? (file.threadId === undefined ? undefined : started.callOf(file.threadId));
  }

  const isWanted = (next: Waiting) => options.messages.all === true || !started.isGone(callOf(next) ?? '');

  /** Prefers agents whose call is known: the call of one may be in the thread of another that is still to be read. */
  function takeNext(): Waiting | undefined {
    const index = waiting.findIndex((next) => callOf(next) !== undefined);
    return waiting.splice(Math.max(index, 0), 1)[0];
  }

  await addChildren(finder.root, root.id, 1);
  waiting = waiting.filter(isWanted);
  for (let reads = 0; waiting.length > 0 && reads < machineLimits.maxSubAgents; reads += 1) {
    const next = takeNext();
    const isBeyond = !next || next.depth > machineLimits.maxSubAgentDepth;
    const agent = isBeyond ? undefined : await readAgent(next, open, callOf(next), started, options);
    if (!next || !agent) {
      found.omitted += 1;
      continue;
    }
    found.agents.push(agent);
    await addChildren(next.file, agent.info.id, next.depth + 1);
  }
  found.omitted += waiting.length;
  return found;
}

/** Reads one agent. A failure must not hide the others, nor the session. */
async function readAgent(
  waiting: Waiting,
  open: SubAgentFamily['open'],
  call: string | undefined,
  started: StartedAgents,
  options: SubAgentOptions,
): Promise<SubAgent | undefined> {
  try {
    const session = await open(waiting.file);
    const { info } = session;
    const parent = call ?? (info.id || info.path);
    const messages = await readMessages(session, parent, started, options);
    return { info, title: waiting.note.title ?? info.title ?? info.firstPrompt ?? info.id, parent, messages };
  } catch (error) {
    if (error instanceof ThreadlineError) return undefined;
    throw error;
  }
}

/** Turns a separate thread into what it would be in the stream of its parent. */
async function readMessages(
  session: Session,
  parent: string,
  started: StartedAgents,
  options: SubAgentOptions,
): Promise<readonly UnifiedMessage[]> {
  const builder = createMessageBuilder({ ...options.messages, agents: true });
  for await (const batch of session.eventBatches({ ownOnly: true })) {
    for (const outcome of batch) {
      if (!outcome.ok) continue;
      for (const event of outcome.events) {
        // The inherited history is in the parent's thread already.
        if (event.inherited) continue;
        const placed = { ...event, parent_item_id: event.parent_item_id ?? parent };
        const changed = builder.push(placed);
        started.add(placed, changed);
        options.onEvent?.(placed, changed);
      }
    }
  }
  builder.end();
  return builder.messages;
}
