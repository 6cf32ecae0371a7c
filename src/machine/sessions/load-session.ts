import type { UnifiedMessage } from '../../core/messages/message.ts';
import { createMessageBuilder } from '../../core/messages/message-builder.ts';
import { type AgentVocabulary, agentVocabularies } from '../../core/messages/vocabularies/registry.ts';
import { ThreadlineError } from '../../errors.ts';
import { type HomeOptions, storeOf } from './homes.ts';
import { loadSubAgents } from './load-sub-agents.ts';
import type { SessionKey } from './locate-file.ts';
import { openSession, type Session } from './open-session.ts';
import { createStartedAgents } from './started-agents.ts';
import type { AgentStore } from './store.ts';

/** Options of `loadSession`. */
export interface LoadOptions extends HomeOptions {
  /** Uses Claude's own form, where a tool's result is a user message of its own. */
  split?: boolean | undefined;
  /** Keeps what the CLI inserted by itself, and turns that were taken back. */
  all?: boolean | undefined;
  /** Keeps the messages of sub-agents, each with its `parent`, from the same file and from files of their own. */
  subagents?: boolean | undefined;
  /** False omits `_original`, which makes messages about three times as large. */
  original?: boolean | undefined;
}

/**
 * Loads the messages of a session, ordered by time. Empty if the session is unknown. Bad lines are
 * omitted: `openSession` reports them. Throws a TypeError for a path that is not in `{path}`.
 *
 * @example
 * import { extractText } from 'threadline';
 * import { listSessions, loadSession } from 'threadline/sessions';
 *
 * const [newest] = await listSessions({ limit: 1 });
 * for (const message of newest ? await loadSession(newest.id) : []) console.log(message.role, extractText(message));
 * console.log((await loadSession({ path: 'rollout.jsonl' })).length);
 */
export async function loadSession(key: SessionKey, options: LoadOptions = {}): Promise<UnifiedMessage[]> {
  const session = await openKnown(key, options);
  if (!session) return [];
  const { split, all, original } = options;
  const shared = { split, all, original, vocabularies: vocabulariesOf(options.agents) };
  const builder = createMessageBuilder({ ...shared, agents: options.subagents });
  const started = createStartedAgents(storeOf(session.info, options));
  for await (const batch of session.eventBatches()) {
    for (const outcome of batch) {
      if (outcome.ok) for (const event of outcome.events) started.add(event, builder.push(event));
    }
  }
  builder.end();
  const { agents } = options.subagents
    ? await loadSubAgents(session.info, started, { ...options, messages: shared })
    : { agents: [] };
  const messages = [builder.messages, ...agents.map((agent) => agent.messages)].flat();
  return messages.sort((a, b) => a.timestamp - b.timestamp);
}

async function openKnown(key: SessionKey, options: HomeOptions): Promise<Session | undefined> {
  try {
    return await openSession(key, options);
  } catch (error) {
    if (error instanceof ThreadlineError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The known vocabularies, preceded by those of agents that bring their own. */
export function vocabulariesOf(agents: readonly AgentStore[] = []): AgentVocabulary[] {
  const own = agents.flatMap((agent) => (agent.vocabulary ? [{ ...agent, vocabulary: agent.vocabulary }] : []));
  return [...own, ...agentVocabularies];
}
