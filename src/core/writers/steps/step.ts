import type { ImageContent } from '../../messages/message.ts';
import type { ThreadStartedEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import type { CountedUsage, Extra } from '../../thread/usage.ts';

/** A thread as steps: what people exchange trajectories in. */
export interface StepThread {
  /** The facts of the thread, from all of its beginnings: a later one adds what the first did not say. */
  head: Partial<ThreadStartedEvent>;
  steps: Step[];
  /** The threads of sub-agents that stand in the same input, in the order in which they appear. */
  agents: SubAgent[];
  /** What turns used that tell nothing of their requests. It belongs to no step. */
  uncounted: readonly UncountedUsage[];
}

/** What a turn used beyond its steps, by the model that answered last. */
export interface UncountedUsage {
  usage: CountedUsage;
  model: string | undefined;
  timestamp: string | undefined;
}

/** The thread of a sub-agent, and the call that started it. */
export interface SubAgent extends StepThread {
  /** The item of the thread above that started it. */
  parentItemId: string;
}

interface StepBase {
  /** The time of its first event, as on the wire. */
  timestamp: string | undefined;
  turnId: string | undefined;
  /** The history that a fork was given, not the thread's own. */
  inherited: boolean;
  /** A later event took its turn back. */
  withdrawn: boolean;
  /** The fields of the event behind it that this version does not know. */
  extra: Extra | undefined;
}

/** A text that a person typed, or that the program put in by itself (`injected`). */
export interface UserStep extends StepBase {
  source: 'user';
  id: string;
  text: string;
  images: ImageContent[];
  injected: boolean;
  /** The role on the wire, if it is not `user`. */
  role: string | undefined;
  item: Extract<ThreadItem, { type: 'user_message' }>;
}

/** Something that the program did or said: a compaction, an error, the bad end of a turn. */
export interface SystemStep extends StepBase {
  source: 'system';
  kind: 'compaction' | 'error' | 'failed' | 'aborted';
  /** The summary of a compaction, or the message of an error. Empty if the wire tells none. */
  text: string;
  code: string | undefined;
  item: ThreadItem | undefined;
}

/** An answer of the model: one request where the wire tells them apart, else all that it did before the next prompt. */
export interface AgentStep extends StepBase {
  source: 'agent';
  /** Undefined where the wire does not tell requests apart. */
  requestId: string | undefined;
  model: string | undefined;
  /** Texts, reasoning and calls in their order. A result stands where it arrived, and so a step may be split after it. */
  parts: StepPart[];
  usage: CountedUsage | undefined;
  /** Why the step is the last one of its turn, if the turn ended badly. */
  stopReason: string | undefined;
}

export type Step = UserStep | SystemStep | AgentStep;

export type StepPart = TextPart | CallPart | ResultPart;

export interface TextPart {
  type: 'text' | 'reasoning';
  text: string;
  item: ThreadItem | undefined;
}

/** A call as the model made it. */
export interface CallPart {
  type: 'call';
  /** The item's id; further files of a patch have `.2`, `.3`, …. Unique within a thread. */
  id: string;
  itemId: string;
  name: string;
  /** The arguments word for word: any value, or a text that is no JSON. */
  input: unknown;
  /** False where the wire has no call, and its name and arguments are those of messages. */
  isVerbatim: boolean;
  result: CallResult | undefined;
  item: ThreadItem;
}

/** The place at which the result of a call arrived. */
export interface ResultPart {
  type: 'result';
  call: CallPart;
}

export interface CallResult {
  /** What the model was told. Undefined if the wire does not have it. */
  text: string | undefined;
  isError: boolean;
  images: ImageContent[];
  timestamp: string | undefined;
}
