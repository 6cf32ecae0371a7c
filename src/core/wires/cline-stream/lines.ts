// cline/cline 3.x, apps/cli: the lines of `--json`. AgentEvent of sdk/packages/agents.
import {
  anything,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalNested,
  optionalNumber,
  optionalRecord,
  optionalText,
  record,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `hook_event`: what an agent does, without its words. The only lines that name an agent. */
export const hookTable = fieldTable((wire) => ({
  ts: optionalText(wire.ts),
  type: optionalText(wire.type),
  /** `agent_start`, `tool_call`, `tool_result`, `agent_error`, `agent_end`. */
  hookEventName: text(wire.hookEventName),
  agentId: optionalId(wire.agentId),
  /** The id of a conversation, which no file has. */
  taskId: optionalId(wire.taskId),
  /** Null for the agent that the person started. */
  parentAgentId: optionalId(wire.parentAgentId),
}));

export const agentLineTable = fieldTable((wire) => ({
  ts: optionalText(wire.ts),
  type: optionalText(wire.type),
  event: record(wire.event),
}));

const mateTable = fieldTable((wire) => ({ runtimeAgentId: optionalId(wire.runtimeAgentId) }));

/** The event of a `team_event`: something about a team, or, `agent_event`, a line of a teammate. */
export const teamEventTable = fieldTable((wire) => ({
  /** `teammate_spawned`, `team_task_updated`, `task_start`, `agent_event`, `task_end`, … */
  type: optionalText(wire.type),
  /** The name of the teammate. */
  agentId: optionalId(wire.agentId),
  teammate: optionalNested(wire.teammate, mateTable),
  event: optionalRecord(wire.event),
}));

/** `content_start` and `content_end` of a text or a thought. A start is a piece, an end has all of it. */
export const saidTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  contentType: optionalText(wire.contentType),
  text: optionalText(wire.text),
  reasoning: optionalText(wire.reasoning),
  redacted: optionalFlag(wire.redacted),
  /** All pieces so far. Only without the hub. */
  accumulated: optionalText(wire.accumulated),
}));

const updateTable = fieldTable((wire) => ({
  stream: optionalText(wire.stream),
  /** Empty where only a state changed. */
  chunk: optionalText(wire.chunk),
}));

/** `content_start`, `content_update` and `content_end` of a tool. */
export const toolTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  contentType: optionalText(wire.contentType),
  toolCallId: optionalId(wire.toolCallId),
  toolName: optionalText(wire.toolName),
  input: anything(wire.input),
  update: optionalNested(wire.update, updateTable),
  output: anything(wire.output),
  /** The call could not run. */
  error: optionalText(wire.error),
  /** Only without the hub. */
  durationMs: optionalNumber(wire.durationMs),
}));

/** `usage`: one request, and the sum of its agent. The other counts are read as those of a run. */
export const totalsTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  totalInputTokens: optionalCount(wire.totalInputTokens),
  totalOutputTokens: optionalCount(wire.totalOutputTokens),
  totalCacheReadTokens: optionalCount(wire.totalCacheReadTokens),
  totalCacheWriteTokens: optionalCount(wire.totalCacheWriteTokens),
}));

const causeTable = fieldTable((wire) => ({ name: optionalText(wire.name), message: text(wire.message) }));

/** `error`: a request failed, or, `recoverable`, a call did. */
export const errorEventTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  error: optionalNested(wire.error, causeTable),
  errorClass: optionalText(wire.errorClass),
  recoverable: optionalFlag(wire.recoverable),
}));

/** `iteration_start`: a request to the model. */
export const iterationTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  iteration: optionalCount(wire.iteration),
}));

/** `notice`: what Cline tells people, such as that it makes the history shorter. */
export const noticeTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  noticeType: optionalText(wire.noticeType),
  message: optionalText(wire.message),
}));

const modelTable = fieldTable((wire) => ({ id: optionalText(wire.id), provider: optionalText(wire.provider) }));

/** `run_result`: the end of a run. Its counts leave sub-agents out. */
export const runResultTable = fieldTable((wire) => ({
  ts: optionalText(wire.ts),
  type: optionalText(wire.type),
  /** `completed`, `error`, `aborted`, … */
  finishReason: optionalText(wire.finishReason),
  usage: optionalRecord(wire.usage),
  durationMs: optionalCount(wire.durationMs),
  /** The last answer, or the reason of a failure. */
  text: optionalText(wire.text),
  model: optionalNested(wire.model, modelTable),
}));

/** `run_aborted`: who ended a run before its end. It stands behind the `run_result`, if there is one. */
export const abortedTable = fieldTable((wire) => ({
  ts: optionalText(wire.ts),
  type: optionalText(wire.type),
  /** `external_abort`, … */
  reason: optionalText(wire.reason),
  message: optionalText(wire.message),
}));

export const errorLineTable = fieldTable((wire) => ({
  ts: optionalText(wire.ts),
  type: optionalText(wire.type),
  message: text(wire.message),
}));
