/** Bookkeeping lines of the CLI, by `type`. Most have a `sessionId` and no place in the tree. */
export const CONTEXT_TYPES = new Set([
  ...['agent-color', 'agent-name', 'agent-setting', 'ai-title', 'api-request', 'api-request-blob'],
  ...['api-request-shape', 'atis-latch', 'attachment', 'attribution-snapshot', 'bridge-session'],
  ...['content-replacement', 'context-collapse-commit', 'continued-in', 'cost-state', 'custom-title'],
  ...['data-flow-records', 'derived-from', 'ended-by-model', 'file-history-delta', 'file-history-snapshot'],
  ...['fork-context-ref', 'frame-link', 'history-suppression', 'isolation-latch', 'last-prompt'],
  ...['marble-origami-commit', 'memory-mode', 'mode', 'observer-ref', 'permission-mode', 'pr-link', 'progress'],
  ...['queue-operation', 'relocated', 'repl-mode', 'resume-head-vouch', 'session-owner', 'speculation-accept'],
  ...['summary', 'tag', 'task-summary', 'tools-used', 'worktree-state'],
]);

/** Those of them that name the session, or sum it up. */
export const TITLE_TYPES = new Set<unknown>([
  'summary',
  'ai-title',
  'custom-title',
  'task-summary',
  'agent-name',
  'tag',
]);

/** Bookkeeping lines without a `sessionId`, with the fields that separate them from other records of their type. */
export const MARKS_WITHOUT_SESSION = new Map([
  ['summary', ['summary', 'leafUuid']],
  ['file-history-snapshot', ['messageId', 'snapshot']],
  ['file-history-delta', ['messageId', 'trackingPath']],
]);

/** Bookkeeping `system` lines, by `subtype`. */
export const SYSTEM_SUBTYPES = new Set([
  ...['agents_killed', 'api_error', 'api_metrics', 'away_summary', 'bridge_status', 'file_snapshot', 'informational'],
  ...['memory_saved', 'microcompact_boundary', 'model_refusal_fallback', 'model_refusal_no_fallback'],
  ...['permission_retry', 'post_turn_summary', 'rewind_stand_in', 'scheduled_task_fire', 'snip_boundary'],
  ...['snip_marker', 'stop_hook_summary', 'thinking', 'turn_duration'],
]);
