/** Lines about the run that say nothing in the conversation, by `type`. */
export const CONTEXT_TYPES = new Set([
  ...['control_request', 'control_response', 'control_cancel_request', 'rate_limit_event', 'tool_progress'],
  ...[
    'command_lifecycle',
    'tool_use_summary',
    'auth_status',
    'prompt_suggestion',
    'active_goal',
    'conversation_reset',
    'keep_alive',
  ],
  ...['streamlined_text', 'streamlined_tool_use_summary'],
]);

/** `system` lines of this sort, by `subtype`. */
export const SYSTEM_SUBTYPES = new Set([
  ...['init', 'status', 'hook_started', 'hook_progress', 'hook_response', 'task_started', 'task_progress'],
  ...['task_updated', 'task_notification', 'background_tasks_changed', 'api_retry', 'permission_denied'],
  ...['informational', 'model_refusal_no_fallback', 'model_refusal_fallback', 'thinking_tokens'],
  ...['local_command_output', 'plugin_install', 'session_state_changed', 'worker_shutting_down', 'commands_changed'],
  ...[
    'session_title_changed',
    'notification',
    'files_persisted',
    'memory_recall',
    'elicitation_complete',
    'mirror_error',
  ],
  ...['session_writes_lost', 'control_request_progress', 'post_turn_summary'],
]);
