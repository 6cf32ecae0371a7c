import type { ThreadItem } from './item.ts';
import type { Extra, Usage } from './usage.ts';

/** The program that wrote a thread. Other registries may know others. */
export type AgentName = 'codex' | 'claude' | 'gemini' | (string & {});

/** What every event may carry. Ids are the wire's where it has them, else inferred from the events before. */
interface EventBase {
  /** The thread that the event belongs to, where it is known. */
  thread_id?: string;
  /** The turn that the event belongs to; `synthetic-turn-N` where the wire numbers none. */
  turn_id?: string;
  /** When the agent wrote it, in ISO 8601, where the wire says so; `run` puts the time of arrival. */
  timestamp?: string;
  /** The line that it was read from, counted from 1. */
  line?: number;
  /** The record's number in a paginated session file; it counts on from the file that a fork was made of. */
  ordinal?: number;
  /** From the history that a fork or a sub-agent was given, not from the thread's own turns. */
  inherited?: boolean;
  /**
   * The item of the parent's thread, mostly a tool call, whose sub-agent this event is of, where both stand in one stream.
   * `thread_id` is then the sub-agent's own.
   */
  parent_item_id?: string;
  /** Fields that this version does not know. */
  extra?: Extra;
}

/** Why a turn or an item failed. */
export interface ThreadError {
  message?: string;
  code?: string;
  extra?: Extra;
}

/** Where a thread was handed over from. */
export interface ThreadOrigin {
  agent: AgentName;
  thread_id?: string;
}

/** A thread begins or goes on. Facts about it stand here, as far as the wire tells them. */
export interface ThreadStartedEvent extends EventBase {
  type: 'thread.started';
  /** Who wrote the thread. Our readers always say it; the official SDK's event has no such field. */
  agent?: AgentName;
  /** The id to resume by. Empty where the dialect prints none (`codex-legacy`). */
  thread_id: string;
  /** True when the wire said that an older thread goes on. */
  resumed?: boolean;
  model?: string;
  model_provider?: string;
  cwd?: string;
  cli_version?: string;
  /** When the thread began, where the wire says it beside the time of the record. */
  started_at?: string;
  /** The program that ran the agent: `codex_exec`, `codex_cli_rs`, … */
  originator?: string;
  /** Where the thread came from: `exec`, `cli`, …, or an object that describes a sub-agent. */
  source?: unknown;
  /** The thread that this one is a copy of, up to some turn. */
  forked_from_id?: string;
  /** The thread whose agent started this one. */
  parent_thread_id?: string;
  /** The name and the role of a sub-agent. */
  agent_nickname?: string;
  agent_role?: string;
  /** The thread of another agent that this one was handed over from. */
  origin?: ThreadOrigin;
  /** The session file, and how much of it, that this one goes on from: `{thread_id, end_ordinal_exclusive, end_byte_offset}`. */
  history_base?: Record<string, unknown>;
  /** `{commit_hash?, branch?, repository_url?}`. */
  git?: Record<string, unknown>;
}

/** The agent begins to work on a prompt. */
export interface TurnStartedEvent extends EventBase {
  type: 'turn.started';
  /** The prompt, where the wire repeats it. */
  input_text?: string;
  model?: string;
  cwd?: string;
  model_context_window?: number | null;
  /** `plan` while the agent only plans, else `default`. */
  collaboration_mode_kind?: string;
}

/** The agent is done with a prompt. */
export interface TurnCompletedEvent extends EventBase {
  type: 'turn.completed';
  /** As on the wire: a running total (see `Usage`). */
  usage?: Usage;
  /** What this turn alone used; absent where it cannot be known. */
  turn_usage?: Usage;
  last_item_id?: string;
  /** The last text of the assistant, where the wire repeats it. */
  last_agent_message?: string | null;
  /** How long the turn took, and how long the model's first word. */
  duration_ms?: number;
  time_to_first_token_ms?: number;
  /** The wire does not mark the end of a turn; it is known only by what follows, which is also so after a kill. */
  inferred?: boolean;
}

/** The agent gave up on a prompt. */
export interface TurnFailedEvent extends EventBase {
  type: 'turn.failed';
  error: ThreadError;
  /** As on the wire: a running total (see `Usage`). */
  usage?: Usage;
  /** What this turn alone used; absent where it cannot be known. */
  turn_usage?: Usage;
}

/** A turn was ended from outside. */
export interface TurnAbortedEvent extends EventBase {
  type: 'turn.aborted';
  /** `interrupted`, `replaced`, `review_ended`, … */
  reason?: string;
  /** What this turn alone used; absent where it cannot be known. */
  turn_usage?: Usage;
}

/** The events that end a turn. */
export type TurnEndEvent = TurnCompletedEvent | TurnFailedEvent | TurnAbortedEvent;

/** Turns were taken back, by a rollback, a rewind or an edited prompt: they are no longer part of the conversation. */
export interface TurnWithdrawnEvent extends EventBase {
  type: 'turn.withdrawn';
  /** The turns that are gone, oldest first. */
  turn_ids: string[];
}

/** Work on an item begins. */
export interface ItemStartedEvent extends EventBase {
  type: 'item.started';
  item: ThreadItem;
}

/** A full snapshot of an item that is under way: it replaces what was known before. */
export interface ItemUpdatedEvent extends EventBase {
  type: 'item.updated';
  item: ThreadItem;
}

/** The item is done, well or not: see its status. */
export interface ItemCompletedEvent extends EventBase {
  type: 'item.completed';
  item: ThreadItem;
}

/** The item is done and failed. */
export interface ItemFailedEvent extends EventBase {
  type: 'item.failed';
  item: ThreadItem;
  error?: ThreadError;
}

/** The events that carry a whole item. */
export type ItemEvent = ItemStartedEvent | ItemUpdatedEvent | ItemCompletedEvent | ItemFailedEvent;

/** What to add to an item. Fields other than `text_delta` are partial state, by the names of the item. */
export interface ItemDelta {
  /** Text to append: to a message, a reasoning, or a command's output. */
  text_delta?: string;
  /** The command's stream that the text belongs to. */
  stream?: string;
  [field: string]: unknown;
}

/** Something to append to an item. */
export interface ItemDeltaEvent extends EventBase {
  type: 'item.delta';
  item_id: string;
  /** The item's kind, where the wire says it; by the model's name where it is known. */
  item_type?: string;
  delta: ItemDelta;
}

/** A running total of tokens, and what the last request used. */
export interface TokenCountEvent extends EventBase, Usage {
  type: 'token_count';
  reasoning_output_tokens: number;
  total_tokens: number;
  /** The last request alone. */
  last?: Usage;
  /** The wire had no total yet (`info: null`): the numbers are 0 and a total that follows starts anew. */
  no_total?: boolean;
  /** As on the wire: its shape changed often. */
  rate_limits?: unknown;
  model_context_window?: number | null;
  extra?: Extra;
}

/** The agent reported an error. Not terminal: reconnecting notices come this way. */
export interface ThreadErrorEvent extends EventBase {
  type: 'error';
  message: string;
  /** What kind of error it is, where the wire says it: `usage_limit_exceeded`, … */
  code?: string;
}

/**
 * Bookkeeping of the agent that is no part of the conversation, whole: settings of a turn, the state of the world as
 * the model was told it, snapshots, a record that repeats what an item already says. To show a conversation, leave it out.
 */
export interface ContextEvent extends EventBase {
  type: 'context';
  /** What it is, by the wire's name: `turn_context`, `world_state`, `message`, … */
  kind: string;
  /** The item that the record repeats or adds to, where it is known. */
  item_id?: string;
  /** The model that answers from here on, where the record says it. */
  model?: string;
  /** The working folder from here on, where the record says it. */
  cwd?: string;
  /** The record's own data. */
  data: Record<string, unknown>;
}

/** An event of a kind that this version does not know, whole. */
export interface UnknownEvent extends EventBase {
  type: 'unknown';
  /** The kind on the wire. */
  wire_type: string;
  /** All of its fields but the kind. */
  data: Record<string, unknown>;
}

export type ThreadEvent =
  | ThreadStartedEvent
  | TurnStartedEvent
  | TurnCompletedEvent
  | TurnFailedEvent
  | TurnAbortedEvent
  | TurnWithdrawnEvent
  | ItemStartedEvent
  | ItemUpdatedEvent
  | ItemCompletedEvent
  | ItemFailedEvent
  | ItemDeltaEvent
  | TokenCountEvent
  | ThreadErrorEvent
  | ContextEvent
  | UnknownEvent;
