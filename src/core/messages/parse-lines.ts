import type {
  ItemCompletedEvent,
  ItemStartedEvent,
  ItemUpdatedEvent,
  ThreadErrorEvent,
  ThreadStartedEvent,
  TurnCompletedEvent,
  TurnFailedEvent,
  TurnStartedEvent,
} from '../thread/event.ts';
import type { EventMessagePayload } from './event-message-lines.ts';
import type { ResponseItemPayload } from './response-item-lines.ts';

/**
 * The lines that `parse()` accepts: what Codex streams and what it stores. Has only the fields that make up a message; a
 * real line has more.
 */
export type CodexEvent =
  | ThreadStartedEvent
  | TurnStartedEvent
  | TurnCompletedEvent
  | TurnFailedEvent
  | ItemStartedEvent
  | ItemUpdatedEvent
  | ItemCompletedEvent
  | ThreadErrorEvent
  | ResponseItemEvent
  | EventMessageEvent
  | SessionMetaEvent
  | TurnContextEvent;

/** A line of a session file since Codex 0.32. */
interface PersistedLine<Type extends string, Payload> {
  /** The time of writing, in ISO 8601. */
  timestamp: string;
  type: Type;
  payload: Payload;
}

/** Something that the model answered or was given. */
export type ResponseItemEvent = PersistedLine<'response_item', ResponseItemPayload>;

/** Something that was shown to the person. */
export type EventMessageEvent = PersistedLine<'event_msg', EventMessagePayload>;

/** The first line of a session file. */
export type SessionMetaEvent = PersistedLine<'session_meta', SessionMetaPayload>;

/** What a session file says of its thread. */
export interface SessionMetaPayload {
  /** The id of the thread. */
  id: string;
  /** The time at which the thread began, in ISO 8601. */
  timestamp: string;
  cwd: string;
  /** The program that ran Codex: `codex_exec`, `codex_cli_rs`, … */
  originator: string;
  cli_version: string;
  /** The user's instructions (0.32 to 0.87). */
  instructions?: string | null;
  /** Outside a repository absent; each part may be absent, too. */
  git?: { commit_hash?: string; branch?: string; repository_url?: string } | null;
  /** Since 0.44: `exec`, `cli`, …, or an object that describes a sub-agent. */
  source?: unknown;
  model_provider?: string | null;
  forked_from_id?: string | null;
  parent_thread_id?: string | null;
  [field: string]: unknown;
}

/** The settings of a turn. */
export type TurnContextEvent = PersistedLine<'turn_context', TurnContextPayload>;

/** The settings that a turn runs with. */
export interface TurnContextPayload {
  cwd: string;
  /** `untrusted`, `on-request`, `never`, …, or an object that grants by kind. */
  approval_policy: string | Record<string, unknown>;
  /** `read-only`, `workspace-write`, …: in `mode` up to 0.58, in `type` since. */
  sandbox_policy: { mode?: string; type?: string; [field: string]: unknown };
  model: string;
  /** The effort of reasoning. Absent if the model's own is used. */
  effort?: string | null;
  /** How reasoning is summed up: `auto`, `none`, … */
  summary: string;
  /** Since 0.100. */
  turn_id?: string | null;
  [field: string]: unknown;
}
