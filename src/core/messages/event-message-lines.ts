/** Kinds of `event_msg`. A file of a newer version may have kinds that are not listed. */
export type EventMessagePayload =
  | EventMessageAgentMessage
  | EventMessageReasoning
  | EventMessageUserMessage
  | EventMessageTokenCount
  | EventMessageTaskStarted
  | EventMessageTaskComplete
  | EventMessageTurnAborted
  | EventMessageOther;

/** A text of the assistant. */
export interface EventMessageAgentMessage {
  type: 'agent_message';
  message: string;
  /** Since 0.95: `commentary`, `final_answer`, … */
  phase?: string | null;
  [field: string]: unknown;
}

/** A part of the summary of the model's reasoning, or of the reasoning itself. */
export interface EventMessageReasoning {
  type: 'agent_reasoning' | 'agent_reasoning_raw_content';
  text: string;
  [field: string]: unknown;
}

/** A text that the person typed. */
export interface EventMessageUserMessage {
  type: 'user_message';
  message: string;
  /** `plain`, `user_instructions` or `environment_context`. Only 0.30 to 0.47 wrote it. */
  kind?: string;
  /** Images sent with the text: URLs or data URLs. */
  images?: string[] | null;
  [field: string]: unknown;
}

/** A running total of tokens. */
export interface EventMessageTokenCount {
  type: 'token_count';
  /** `{total_token_usage, last_token_usage, model_context_window}`. Null if the process has no total yet. */
  info?: unknown;
  /** Absent up to 0.39; its shape changed often. */
  rate_limits?: unknown;
  [field: string]: unknown;
}

/** A turn begins. Since 0.100. */
export interface EventMessageTaskStarted {
  type: 'task_started' | 'turn_started';
  turn_id: string;
  model_context_window?: number | null;
  [field: string]: unknown;
}

/** A turn ended. Since 0.100. */
export interface EventMessageTaskComplete {
  type: 'task_complete' | 'turn_complete';
  turn_id: string;
  last_agent_message?: string | null;
  duration_ms?: number | null;
  [field: string]: unknown;
}

/** Something outside the agent ended the turn. */
export interface EventMessageTurnAborted {
  type: 'turn_aborted';
  /** `interrupted`, `replaced`, `review_ended`, … */
  reason: string;
  /** Absent before 0.100. */
  turn_id?: string | null;
  [field: string]: unknown;
}

/** The other kinds, whose fields are not typed here. */
export interface EventMessageOther {
  type:
    | 'context_compacted'
    | 'entered_review_mode'
    | 'error'
    | 'exec_command_end'
    | 'exited_review_mode'
    | 'image_generation_end'
    | 'item_completed'
    | 'mcp_tool_call_end'
    | 'patch_apply_end'
    | 'sub_agent_activity'
    | 'thread_goal_updated'
    | 'thread_name_updated'
    | 'thread_rolled_back'
    | 'thread_settings_applied'
    | 'undo_completed'
    | 'view_image_tool_call'
    | 'web_search_end';
  [field: string]: unknown;
}
