import { count, fieldTable, orNull, text } from '../fields.ts';

/**
 * The first line of `codex exec --json`. Source: `create_config_summary_entries`. Kept in `extra`: `approval`,
 * `sandbox`, `reasoning effort`, `reasoning summaries`. The thread's id is not in it.
 */
export const headerTable = fieldTable({
  model: { read: text },
  model_provider: { read: text, aliases: ['provider'] },
  cwd: { read: text, aliases: ['workdir'] },
});

/**
 * `session_configured`, which only `proto` prints. Source: `SessionConfiguredEvent`. Kept in `extra`: `history_log_id`
 * and `history_entry_count` (of the user's history file), later also `reasoning_effort`, `rollout_path` and
 * `initial_messages` (the events of the thread that goes on).
 */
export const sessionTable = fieldTable({
  thread_id: { read: text, aliases: ['session_id'] },
  model: { read: text },
});

/** `task_started`. Source: `TaskStartedEvent`; it has a field from 0.27 on. */
export const turnStartedTable = fieldTable({ model_context_window: { read: orNull(count) } });

/** `task_complete`, printed by `exec` up to 0.9. Source: `TaskCompleteEvent`. */
export const turnCompletedTable = fieldTable({ last_agent_message: { read: orNull(text) } });

/** `turn_aborted`. Source: `TurnAbortedEvent`. */
export const turnAbortedTable = fieldTable({ reason: { read: text } });

/** `error`, `stream_error`, `background_event`. Source: `ErrorEvent`, `StreamErrorEvent`, `BackgroundEventEvent`. */
export const noticeTable = fieldTable({ message: { read: text, otherwise: () => '' } });
