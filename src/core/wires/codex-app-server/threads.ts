import * as coreLimits from '../../../limits/core.ts';
import type { TodoListItem } from '../../thread/item.ts';
import { createRunningUsage, type RunningUsage } from '../../thread/running-usage.ts';
import type { TokenUsage } from '../codex/token-usage.ts';
import { forgetOldest } from '../forget-oldest.ts';
import type { WireOptions, WireReader } from '../wire.ts';

/** What is known of a thread of the connection. */
export interface ServerThread {
  id: string;
  /** Which of the two forms is read, where the server writes both. */
  form: 'events' | 'items' | undefined;
  isGiven: boolean;
  /** The call of another thread that started this one. */
  parent_item_id: string | undefined;
  /** The reader of `codex/event/*`. */
  events: WireReader | undefined;
  /** The plan of the current turn. */
  plan: TodoListItem | undefined;
  /** Reasonings that began with their first words: most have none. */
  reasonings: Set<string>;
  usage: RunningUsage;
  /** The last total of the current turn. */
  total: TokenUsage | undefined;
  /** The turn of a review, which begins under another id. */
  reviewTurn: string | undefined;
}

export interface ServerThreads {
  /** The thread with this id. One that nobody announced while an agent is being started is that agent's. */
  of(id: string): ServerThread;
  /** The call that started the agent of this thread. */
  parentOf(id: string): string | undefined;
  /** A call that starts an agent began or ended. */
  spawning(call: string, isOpen: boolean): void;
  started(agent: string, call: string): void;
}

export function createServerThreads(options: WireOptions): ServerThreads {
  const threads = new Map<string, ServerThread>();
  const spawning = new Set<string>();

  function of(id: string): ServerThread {
    const known = threads.get(id);
    if (known) return known;
    const [parent] = spawning;
    const thread: ServerThread = {
      id,
      form: undefined,
      isGiven: false,
      parent_item_id: parent,
      events: undefined,
      plan: undefined,
      reasonings: new Set(),
      usage: createRunningUsage(threads.size === 0 ? options.priorUsage : undefined),
      total: undefined,
      reviewTurn: undefined,
    };
    threads.set(id, thread);
    forgetOldest(threads, coreLimits.maxOpenCalls);
    return thread;
  }

  return {
    of,
    parentOf: (id) => threads.get(id)?.parent_item_id,
    spawning(call, isOpen) {
      if (isOpen) spawning.add(call);
      else spawning.delete(call);
      forgetOldest(spawning, coreLimits.maxOpenCalls);
    },
    started(agent, call) {
      const thread = of(agent);
      if (!thread.isGiven) thread.parent_item_id ??= call;
    },
  };
}
