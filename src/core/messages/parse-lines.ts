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

/**
 * The lines that `parse()` accepts, by the names of requirement 001: what Codex streams and what it stores (source:
 * shared formats/codex.md, section 3). Has only the fields that make up a message; a real line has more.
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
export type ResponseItemEvent = PersistedLine<
  'response_item',
  ResponseItemMessage | ResponseItemReasoning | ResponseItemFunctionCall | ResponseItemFunctionCallOutput
>;

/** A text of either side, or context given to the model. */
export interface ResponseItemMessage {
  type: 'message';
  role: 'user' | 'assistant' | 'developer' | 'system';
  /** Texts (`input_text`, `output_text`) and images (`input_image`). */
  content: { type: string; text?: string; image_url?: string }[];
  id?: string;
}

/** The model's reasoning. */
export interface ResponseItemReasoning {
  type: 'reasoning';
  /** A summary in parts. */
  summary: { type: 'summary_text'; text: string }[];
  /** The reasoning itself, if the provider gives it. */
  content?: { type: string; text: string }[] | null;
  /** The reasoning in a form that only the provider can read. */
  encrypted_content?: string | null;
  id?: string;
}

/** A call of a tool. */
export interface ResponseItemFunctionCall {
  type: 'function_call';
  name: string;
  /** Since 0.115: the namespace of the name, such as `mcp__server`. */
  namespace?: string;
  /** JSON text. */
  arguments: string;
  call_id: string;
}

/** The output of a tool call. */
export interface ResponseItemFunctionCallOutput {
  type: 'function_call_output';
  call_id: string;
  /** A text, which may have an exit code and more above the output itself, or a list of parts. */
  output: string | { type: string; text?: string; image_url?: string }[];
}

/** Something that was shown to the person. */
export type EventMessageEvent = PersistedLine<
  'event_msg',
  {
    /** `agent_message`, `agent_reasoning`, `user_message`, `token_count`, `turn_aborted`, … */
    type: string;
    /** On messages. */
    message?: string;
    /** On reasoning. */
    text?: string;
    [field: string]: unknown;
  }
>;

/** The first line of a session file. */
export type SessionMetaEvent = PersistedLine<
  'session_meta',
  { id: string; cwd?: string; cli_version?: string; originator?: string; [field: string]: unknown }
>;

/** The settings of a turn. */
export type TurnContextEvent = PersistedLine<
  'turn_context',
  { cwd?: string; model?: string; [field: string]: unknown }
>;
