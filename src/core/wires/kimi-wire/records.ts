import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `agents/<agent>/wire.jsonl`, protocols 1.3 to 1.5, from recordings of 0.10 and 2.1 and the types of the package. */

export const metadataTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  protocol_version: check.optionalText(wire.protocol_version),
  /** Milliseconds since 1970. */
  created_at: check.optionalNumber(wire.created_at),
  app_version: check.optionalText(wire.app_version),
}));

/** What begins a turn. `origin.kind`: `user`, `system_trigger`, `background_task`, … */
export const promptTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  input: check.optionalTextOrList(wire.input),
  origin: check.optionalRecord(wire.origin),
  /** From 2.1 on. */
  turnId: check.optionalCount(wire.turnId),
  promptId: check.optionalId(wire.promptId),
  agentId: check.optionalText(wire.agentId),
  time: check.optionalNumber(wire.time),
}));

export const appendTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  message: check.optionalRecord(wire.message),
  agentId: check.optionalText(wire.agentId),
  time: check.optionalNumber(wire.time),
}));

/** A message that the model is given. Calls stand in the loop's events. */
export const messageTable = fieldTable((wire) => ({
  role: check.text(wire.role),
  content: check.optionalTextOrList(wire.content),
  id: check.optionalId(wire.id),
  toolCalls: check.anything(wire.toolCalls),
  origin: check.optionalRecord(wire.origin),
}));

export const loopTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  event: check.optionalRecord(wire.event),
  agentId: check.optionalText(wire.agentId),
  time: check.optionalNumber(wire.time),
}));

/** `content.part`: a whole block, `{type: text}` or `{type: think}`. */
export const partEventTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  uuid: check.optionalId(wire.uuid),
  stepUuid: check.optionalId(wire.stepUuid),
  part: check.optionalRecord(wire.part),
}));

export const partTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  text: check.optionalText(wire.text),
  think: check.optionalText(wire.think),
}));

export const callTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  /** Up to 0.30 the same as `toolCallId`. */
  uuid: check.optionalId(wire.uuid),
  stepUuid: check.optionalId(wire.stepUuid),
  toolCallId: check.optionalId(wire.toolCallId),
  name: check.text(wire.name),
  args: check.anything(wire.args),
}));

export const resultEventTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  toolCallId: check.optionalId(wire.toolCallId),
  result: check.optionalRecord(wire.result),
}));

export const resultTable = fieldTable((wire) => ({
  /** A text, or parts. */
  output: check.optionalTextOrList(wire.output),
  /** Only if it is true. */
  isError: check.optionalFlag(wire.isError),
  /** A line that only the model gets. */
  note: check.optionalText(wire.note),
}));

/** `turn.ended`, from 2.1 on. `reason`: `completed`, `failed`, `cancelled`. */
export const endTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  turnId: check.optionalCount(wire.turnId),
  reason: check.optionalText(wire.reason),
  error: check.optionalRecord(wire.error),
  durationMs: check.optionalMilliseconds(wire.durationMs),
  agentId: check.optionalText(wire.agentId),
  time: check.optionalNumber(wire.time),
}));

export const errorTable = fieldTable((wire) => ({
  code: check.optionalText(wire.code),
  message: check.optionalText(wire.message),
}));

export const usageRecordTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  /** The name in `config.toml`. `llm.request` has the real one. */
  model: check.optionalText(wire.model),
  usage: check.optionalRecord(wire.usage),
  usageScope: check.optionalText(wire.usageScope),
  agentId: check.optionalText(wire.agentId),
  time: check.optionalNumber(wire.time),
}));

/** `turn.step.retrying`: a request that failed and is tried again. */
export const retryTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  errorName: check.optionalText(wire.errorName),
  errorMessage: check.optionalText(wire.errorMessage),
  time: check.optionalNumber(wire.time),
}));

export const compactionTable = fieldTable((wire) => ({
  type: check.text(wire.type),
  summary: check.optionalText(wire.summary),
  agentId: check.optionalText(wire.agentId),
  time: check.optionalNumber(wire.time),
}));
