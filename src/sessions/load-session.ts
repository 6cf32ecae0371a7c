import { ThreadlineError } from '../errors.ts';
import type { UnifiedMessage } from '../messages/message.ts';
import { createMessageBuilder } from '../messages/message-builder.ts';
import { type AgentVocabulary, agentVocabularies } from '../messages/vocabularies/registry.ts';
import type { HomeOptions } from './homes.ts';
import type { SessionKey } from './locate-file.ts';
import { openSession } from './open-session.ts';
import type { AgentStore } from './store.ts';

export interface LoadOptions extends HomeOptions {
  /** Claude's own form: a tool's result is a user message of its own. */
  split?: boolean | undefined;
  /** Keep what the CLI put in by itself, and turns that were taken back. */
  all?: boolean | undefined;
  /** Keep the messages of sub-agents that stand in the same file, each with its `parent`. */
  subagents?: boolean | undefined;
  /** False: leave out `_original`, which makes messages about three times as large. */
  original?: boolean | undefined;
}

/**
 * The messages of a session, in the order of their times. Gives none for a session that is unknown. Bad lines are left
 * out: `openSession` tells about them.
 *
 * @example
 * for (const { role, content } of await loadSession('01a1de09-5e47-7183-af03-5d003dbe14b4')) console.log(role, content);
 */
export async function loadSession(key: SessionKey, options: LoadOptions = {}): Promise<UnifiedMessage[]> {
  const builder = createMessageBuilder({
    split: options.split,
    all: options.all,
    agents: options.subagents,
    original: options.original,
    vocabularies: vocabulariesOf(options.agents),
  });
  try {
    const session = await openSession(key, options);
    for await (const batch of session.eventBatches()) {
      for (const outcome of batch) if (outcome.ok) for (const event of outcome.events) builder.push(event);
    }
  } catch (error) {
    if (error instanceof ThreadlineError && error.code === 'not-found') return [];
    throw error;
  }
  builder.end();
  return builder.messages.toSorted((a, b) => a.timestamp - b.timestamp);
}

/** Ours, and before them the words of agents that bring their own. */
function vocabulariesOf(agents: readonly AgentStore[] = []): AgentVocabulary[] {
  const own = agents.flatMap((agent) => (agent.vocabulary ? [{ ...agent, vocabulary: agent.vocabulary }] : []));
  return [...own, ...agentVocabularies];
}
