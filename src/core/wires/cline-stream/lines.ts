// cline/cline 3.x, apps/cli: the lines of `--json`. AgentEvent of sdk/packages/agents.
import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `hook_event`: what an agent does, without its words. The only lines that name an agent. */
export const hookTable = fieldTable((wire) => ({
  ts: check.optionalText(wire.ts),
  type: check.optionalText(wire.type),
  /** `agent_start`, `tool_call`, `tool_result`, `agent_error`, `agent_end`. */
  hookEventName: check.text(wire.hookEventName),
  agentId: check.optionalId(wire.agentId),
  /** The id of a conversation, which no file has. */
  taskId: check.optionalId(wire.taskId),
  /** Null for the agent that the person started. */
  parentAgentId: check.optionalId(wire.parentAgentId),
}));

export const agentLineTable = fieldTable((wire) => ({
  ts: check.optionalText(wire.ts),
  type: check.optionalText(wire.type),
  event: check.record(wire.event),
}));

const mateTable = fieldTable((wire) => ({ runtimeAgentId: check.optionalId(wire.runtimeAgentId) }));

/** The event of a `team_event`: something about a team, or, `agent_event`, a line of a teammate. */
export const teamEventTable = fieldTable((wire) => ({
  /** `teammate_spawned`, `team_task_updated`, `task_start`, `agent_event`, `task_end`, … */
  type: check.optionalText(wire.type),
  /** The name of the teammate. */
  agentId: check.optionalId(wire.agentId),
  teammate: check.optionalNested(wire.teammate, mateTable),
  event: check.optionalRecord(wire.event),
}));

/** `content_start` and `content_end` of a text or a thought. A start is a piece, an end has all of it. */
export const saidTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  contentType: check.optionalText(wire.contentType),
  text: check.optionalText(wire.text),
  reasoning: check.optionalText(wire.reasoning),
  redacted: check.optionalFlag(wire.redacted),
  /** All pieces so far. Only without the hub. */
  accumulated: check.optionalText(wire.accumulated),
}));

const updateTable = fieldTable((wire) => ({
  stream: check.optionalText(wire.stream),
  /** Empty where only a state changed. */
  chunk: check.optionalText(wire.chunk),
}));

/** `content_start`, `content_update` and `content_end` of a tool. */
export const toolTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  contentType: check.optionalText(wire.contentType),
  toolCallId: check.optionalId(wire.toolCallId),
  toolName: check.optionalText(wire.toolName),
  input: check.anything(wire.input),
  update: check.optionalNested(wire.update, updateTable),
  output: check.anything(wire.output),
  /** The call could not run. */
  error: check.optionalText(wire.error),
  /** Only without the hub. */
  durationMs: check.optionalNumber(wire.durationMs),
}));

/** `usage`: one request, and the sum of its agent. The other counts are read as those of a run. */
export const totalsTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  totalInputTokens: check.optionalCount(wire.totalInputTokens),
  totalOutputTokens: check.optionalCount(wire.totalOutputTokens),
  totalCacheReadTokens: check.optionalCount(wire.totalCacheReadTokens),
  totalCacheWriteTokens: check.optionalCount(wire.totalCacheWriteTokens),
}));

const causeTable = fieldTable((wire) => ({ name: check.optionalText(wire.name), message: check.text(wire.message) }));

/** `error`: a request failed, or, `recoverable`, a call did. */
export const errorEventTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  error: check.optionalNested(wire.error, causeTable),
  errorClass: check.optionalText(wire.errorClass),
  recoverable: check.optionalFlag(wire.recoverable),
}));

/** `iteration_start`: a request to the model. */
export const iterationTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  iteration: check.optionalCount(wire.iteration),
}));

/** `notice`: what Cline tells people, such as that it makes the history shorter. */
export const noticeTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  noticeType: check.optionalText(wire.noticeType),
  message: check.optionalText(wire.message),
}));

const modelTable = fieldTable((wire) => ({
  id: check.optionalText(wire.id),
  provider: check.optionalText(wire.provider),
}));

/** `run_result`: the end of a run. Its counts leave sub-agents out. */
export const runResultTable = fieldTable((wire) => ({
  ts: check.optionalText(wire.ts),
  type: check.optionalText(wire.type),
  /** `completed`, `error`, `aborted`, … */
  finishReason: check.optionalText(wire.finishReason),
  usage: check.optionalRecord(wire.usage),
  durationMs: check.optionalMilliseconds(wire.durationMs),
  /** The last answer, or the reason of a failure. */
  text: check.optionalText(wire.text),
  model: check.optionalNested(wire.model, modelTable),
}));

/** `run_aborted`: who ended a run before its end. It stands behind the `run_result`, if there is one. */
export const abortedTable = fieldTable((wire) => ({
  ts: check.optionalText(wire.ts),
  type: check.optionalText(wire.type),
  /** `external_abort`, … */
  reason: check.optionalText(wire.reason),
  message: check.optionalText(wire.message),
}));

export const errorLineTable = fieldTable((wire) => ({
  ts: check.optionalText(wire.ts),
  type: check.optionalText(wire.type),
  message: check.text(wire.message),
}));
