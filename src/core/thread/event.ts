import type { ThreadItem } from './item.ts';
import type { CountedUsage, Extra, InferredFields, Usage } from './usage.ts';

/** The program that wrote a thread. Registries other than ours may add names. */
export type AgentName =
  | 'codex'
  | 'claude'
  | 'gemini'
  | 'opencode'
  | 'kilo'
  | 'copilot'
  | 'qwen'
  | 'pi'
  | 'kimi'
  | 'goose'
  | 'cline'
  | 'cursor'
  | 'antigravity'
  | 'droid'
  | 'amp'
  | 'crush'
  | (string & {});

/** Fields that any event may carry. Ids come from the wire where it has them, else from the events before. */
interface EventBase {
  /** The thread that the event belongs to, if known. */
  thread_id?: string;
  /** The turn that the event belongs to. `synthetic-turn-N` if the wire has no turn ids. */
  turn_id?: string;
  /** The time at which the agent wrote the event, in ISO 8601, if the wire has it. `run` sets the time of arrival. */
  timestamp?: string;
  /** The line that the event was read from, counted from 1. */
  line?: number;
  /** The record's number in a paginated session file. A fork continues the numbers of the file it was made from. */
  ordinal?: number;
  /** The event is part of the history given to a fork or a sub-agent, not of the thread's own turns. */
  inherited?: boolean;
  /**
   * The item of the parent thread, usually a tool call, that started the sub-agent of this event. Set where one stream
   * carries both threads; `thread_id` is then the sub-agent's own.
   */
  parent_item_id?: string;
  /**
   * The model request that the event belongs to: the wire's own id of it, else a counter such as `r3`. Events with the
   * same one are parts of one answer of the model, with its calls and what it used. Absent where the wire does not
   * tell requests apart.
   */
  request_id?: string;
  /**
   * The fields that the wire does not have and the reader filled in: `['thread_id', 'turn_id']`. True if the wire has
   * no such record at all, and the whole event was inferred from what follows. Absent if the wire has every field.
   */
  inferred?: true | InferredFields;
  /** Fields unknown to this version. */
  extra?: Extra;
}

/** The reason why a turn or an item failed. */
export interface ThreadError {
  message?: string;
  code?: string;
  extra?: Extra;
}

/** The thread that another one was handed over from. */
export interface ThreadOrigin {
  agent: AgentName;
  thread_id?: string;
}

/** A thread begins or continues. Carries the facts about the thread that the wire tells. */
export interface ThreadStartedEvent extends EventBase {
  type: 'thread.started';
  /** The agent that wrote the thread. Our readers always set it; the official SDK's event has no such field. */
  agent?: AgentName;
  /**
   * The agent whose names the thread's tools have, and whose rules its ids follow, if not its own: `claude` in threads
   * that were read from messages or NDJSON.
   */
  vocabulary?: AgentName;
  /** The id to resume by. Empty if the dialect prints none (`codex-legacy`). */
  thread_id: string;
  /** True if the wire says that an older thread continues. */
  resumed?: boolean;
  model?: string;
  model_provider?: string;
  cwd?: string;
  cli_version?: string;
  /** The time at which the thread began, if the wire has it in addition to the record's time. */
  started_at?: string;
  /** The program that ran the agent: `codex_exec`, `codex_cli_rs`, … */
  originator?: string;
  /** The origin of the thread: `exec`, `cli`, …, or an object that describes a sub-agent. */
  source?: unknown;
  /** The thread that this one copies, up to some turn. */
  forked_from_id?: string;
  /** The thread whose agent started this one. */
  parent_thread_id?: string;
  /** The name and the role of a sub-agent. */
  agent_nickname?: string;
  agent_role?: string;
  /** The thread of another agent that this one was handed over from. */
  origin?: ThreadOrigin;
  /** The session file that this one continues, and its end: `{thread_id, end_ordinal_exclusive, end_byte_offset}`. */
  history_base?: Record<string, unknown>;
  /** `{commit_hash?, branch?, repository_url?}`. */
  git?: Record<string, unknown>;
}

/** The agent starts work on a prompt. */
export interface TurnStartedEvent extends EventBase {
  type: 'turn.started';
  /** The prompt, if the wire repeats it. */
  input_text?: string;
  model?: string;
  cwd?: string;
  model_context_window?: number | null;
  /** `plan` while the agent only plans, otherwise `default`. */
  collaboration_mode_kind?: string;
}

/** The agent finished its work on a prompt. */
export interface TurnCompletedEvent extends Omit<EventBase, 'inferred'> {
  type: 'turn.completed';
  /** The wire's own numbers: a running total (see `Usage`). */
  usage?: Usage;
  /** Usage of this turn alone. Absent if it cannot be known. */
  turn_usage?: CountedUsage;
  last_item_id?: string;
  /** The assistant's last text, if the wire repeats it. */
  last_agent_message?: string | null;
  /** The time that the turn took, and the time until the model's first word. */
  duration_ms?: number;
  time_to_first_token_ms?: number;
  /**
   * True if the wire does not mark the end of a turn: it was inferred from what follows, which looks the same after a
   * kill. Otherwise the fields that the reader filled in.
   */
  inferred?: boolean | InferredFields;
}

/** The agent gave up on a prompt. */
export interface TurnFailedEvent extends EventBase {
  type: 'turn.failed';
  error: ThreadError;
  /** The wire's own numbers: a running total (see `Usage`). */
  usage?: Usage;
  /** Usage of this turn alone. Absent if it cannot be known. */
  turn_usage?: CountedUsage;
}

/** Something outside the agent ended the turn. */
export interface TurnAbortedEvent extends EventBase {
  type: 'turn.aborted';
  /** `interrupted`, `replaced`, `review_ended`, … */
  reason?: string;
  /** Usage of this turn alone. Absent if it cannot be known. */
  turn_usage?: CountedUsage;
}

/** The events that end a turn. */
export type TurnEndEvent = TurnCompletedEvent | TurnFailedEvent | TurnAbortedEvent;

/** A rollback, a rewind or an edited prompt took turns back. They are no longer part of the conversation. */
export interface TurnWithdrawnEvent extends EventBase {
  type: 'turn.withdrawn';
  /** The turns taken back, oldest first. */
  turn_ids: string[];
}

/** Fields of the events that carry a whole item. */
interface ItemEventBase extends EventBase {
  /**
   * The message that the event was read from, if the input is made of messages. A builder gives it as it stands. Further
   * items of the same message have only its `id` here.
   */
  unified?: object;
}

/** Work on an item begins. */
export interface ItemStartedEvent extends ItemEventBase {
  type: 'item.started';
  item: ThreadItem;
}

/** A full snapshot of an item in progress. It replaces what was known before. */
export interface ItemUpdatedEvent extends ItemEventBase {
  type: 'item.updated';
  item: ThreadItem;
}

/** The item ended. Its status says whether it succeeded. */
export interface ItemCompletedEvent extends ItemEventBase {
  type: 'item.completed';
  item: ThreadItem;
}

/** The item ended and failed. */
export interface ItemFailedEvent extends ItemEventBase {
  type: 'item.failed';
  item: ThreadItem;
  error?: ThreadError;
}

/** The events that carry a whole item. */
export type ItemEvent = ItemStartedEvent | ItemUpdatedEvent | ItemCompletedEvent | ItemFailedEvent;

/** An addition to an item. Fields other than `text_delta` are partial state, under the item's own names. */
export interface ItemDelta {
  /** Text to append to a message, a reasoning, or a command's output. */
  text_delta?: string;
  /** The stream of the command that the text belongs to. */
  stream?: string;
  [field: string]: unknown;
}

/** An addition to an item in progress. */
export interface ItemDeltaEvent extends EventBase {
  type: 'item.delta';
  item_id: string;
  /** The item's kind, if the wire has it. The model's name for it, if known. */
  item_type?: string;
  delta: ItemDelta;
}

/** A running total of tokens, and the usage of the last request. */
export interface TokenCountEvent extends EventBase, Usage {
  type: 'token_count';
  /** Usage of the last request alone. */
  last?: CountedUsage;
  /** The wire had no total yet (`info: null`). The numbers are 0, and a later total starts anew. */
  no_total?: boolean;
  /** The wire's own value, because its shape changed often. */
  rate_limits?: unknown;
  model_context_window?: number | null;
  extra?: Extra;
}

/** The agent reported an error. It does not end anything: reconnect notices are errors of this type. */
export interface ThreadErrorEvent extends EventBase {
  type: 'error';
  message: string;
  /** The kind of error, if the wire has it: `usage_limit_exceeded`, … */
  code?: string;
}

/**
 * Bookkeeping of the agent that is not part of the conversation, complete: settings of a turn, the state of the world
 * as told to the model, snapshots, a record that repeats an item. Leave it out to show a conversation.
 */
export interface ContextEvent extends EventBase {
  type: 'context';
  /** The wire's name for the record: `turn_context`, `world_state`, `message`, … */
  kind: string;
  /** The item that the record repeats or adds to, if known. */
  item_id?: string;
  /** The model that answers from here on, if the record has it. */
  model?: string;
  /** The working folder from here on, if the record has it. */
  cwd?: string;
  /** The words of the record, if it has any for people or for the model. Messages show them if all are asked for. */
  text?: string;
  /** The record's own data. */
  data: Record<string, unknown>;
}

/** An event of a kind unknown to this version, complete. */
export interface UnknownEvent extends EventBase {
  type: 'unknown';
  /** The wire's name for the kind. */
  wire_type: string;
  /** All fields except the kind. */
  data: Record<string, unknown>;
}

/** One thing that happened in a thread, told apart by `type`. */
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
