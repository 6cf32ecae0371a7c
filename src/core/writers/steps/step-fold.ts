import { agentVocabularies } from '../../messages/vocabularies/registry.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { Outcome } from '../../thread/outcome.ts';
import type { WriterOptions } from '../writer.ts';
import type { StepThread, SubAgent } from './step.ts';
import { type CurrentModel, createThreadSteps, type ThreadSteps } from './thread-steps.ts';

/** Folds a thread with its sub-agents into steps. */
export interface StepFold {
  push(outcome: Outcome): void;
  /** The thread so far. The end of the input makes it whole. */
  thread(): StepThread;
}

/** A sub-agent while it is read. */
interface OpenAgent {
  parentItemId: string;
  threadId: string | undefined;
  fold: ThreadSteps;
}

export function createStepFold({
  vocabularies = agentVocabularies,
}: Pick<WriterOptions, 'vocabularies'> = {}): StepFold {
  const model: CurrentModel = { name: undefined };
  const main = createThreadSteps(vocabularies, model);
  const agents = new Map<string, OpenAgent>();

  function foldOf({ parent_item_id: parentItemId, thread_id: threadId }: ThreadEvent): ThreadSteps {
    if (parentItemId === undefined) return main;
    const key = `${parentItemId} ${threadId ?? ''}`;
    const known = agents.get(key);
    if (known) return known.fold;
    const fold = createThreadSteps(vocabularies, model, main.vocabulary());
    agents.set(key, { parentItemId, threadId, fold });
    return fold;
  }

  return {
    push(outcome) {
      if (outcome.ok) for (const event of outcome.events) foldOf(event).push(event);
    },
    thread() {
      const whole = main.thread();
      const made = new Map<OpenAgent, SubAgent>();
      for (const open of agents.values()) {
        const thread = open.fold.thread();
        if (thread.head.thread_id === undefined && open.threadId !== undefined) thread.head.thread_id = open.threadId;
        made.set(open, { ...thread, parentItemId: open.parentItemId });
      }
      const owners = ownersOf(made.keys());
      for (const [open, agent] of made) {
        const owner = main.hasCall(open.parentItemId) ? undefined : owners(open);
        ((owner && made.get(owner)) ?? whole).agents.push(agent);
      }
      return whole;
    },
  };
}

/** Finds the thread of the call that started a sub-agent. Where no call did, the thread itself is named. */
function ownersOf(agents: Iterable<OpenAgent>) {
  const byName = new Map<string, OpenAgent>();
  const add = (name: string, agent: OpenAgent) => {
    if (!byName.has(name)) byName.set(name, agent);
  };
  for (const agent of agents) {
    for (const call of agent.fold.calls()) add(call, agent);
    if (agent.threadId !== undefined) add(agent.threadId, agent);
  }
  return (agent: OpenAgent): OpenAgent | undefined => {
    const owner = byName.get(agent.parentItemId);
    // Agents that started each other are all the thread's own, or they would be lost.
    const seen = new Set([agent]);
    for (let above = owner; above; above = byName.get(above.parentItemId)) {
      if (seen.has(above)) return undefined;
      seen.add(above);
    }
    return owner;
  };
}
