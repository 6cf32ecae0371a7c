/** Entries that keep the books. Others are added from version to version. */
export const BOOKS: ReadonlySet<unknown> = new Set([
  'model_change',
  'thinking_level_change',
  'context_edit',
  'custom',
  'session_info',
  'label',
  'usage',
  'active_tools_change',
]);

/** The kinds of lines that only `--mode json` and `--mode rpc` print. */
export const LIVE_KINDS: ReadonlySet<unknown> = new Set([
  'agent_start',
  'agent_end',
  'agent_settled',
  'turn_start',
  'turn_end',
  'message_start',
  'message_update',
  'message_end',
  'tool_execution_start',
  'tool_execution_update',
  'tool_execution_end',
  'auto_retry_start',
  'auto_retry_end',
  'compaction_start',
  'compaction_end',
  'auto_compaction_start',
  'auto_compaction_end',
  'entry_appended',
  'queue_update',
  'session_info_changed',
  'thinking_level_changed',
  'bash_execution_update',
  'response',
]);
