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
      for (const [open, agent] of made) {
        const owner = [...made].find(([other]) => other !== open && isOwner(other, open));
        const isOwn = main.hasCall(open.parentItemId) || !owner;
        (isOwn ? whole : owner[1]).agents.push(agent);
      }
      return whole;
    },
  };
}

/** The thread of the call that started a sub-agent. Where no call did, the thread itself is named. */
function isOwner({ fold, threadId }: OpenAgent, { parentItemId }: OpenAgent): boolean {
  return fold.hasCall(parentItemId) || threadId === parentItemId;
}
