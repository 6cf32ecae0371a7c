import {
  anything,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalNumber,
  optionalRecord,
  optionalText,
  optionalTextOrList,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `agents/<agent>/wire.jsonl`, protocols 1.3 to 1.5, from recordings of 0.10 and 2.1 and the types of the package. */

export const metadataTable = fieldTable((wire) => ({
  type: text(wire.type),
  protocol_version: optionalText(wire.protocol_version),
  /** Milliseconds since 1970. */
  created_at: optionalNumber(wire.created_at),
  app_version: optionalText(wire.app_version),
}));

/** What begins a turn. `origin.kind`: `user`, `system_trigger`, `background_task`, … */
export const promptTable = fieldTable((wire) => ({
  type: text(wire.type),
  input: optionalTextOrList(wire.input),
  origin: optionalRecord(wire.origin),
  /** From 2.1 on. */
  turnId: optionalCount(wire.turnId),
  promptId: optionalId(wire.promptId),
  agentId: optionalText(wire.agentId),
  time: optionalNumber(wire.time),
}));

export const appendTable = fieldTable((wire) => ({
  type: text(wire.type),
  message: optionalRecord(wire.message),
  agentId: optionalText(wire.agentId),
  time: optionalNumber(wire.time),
}));

/** A message that the model is given. Calls stand in the loop's events. */
export const messageTable = fieldTable((wire) => ({
  role: text(wire.role),
  content: optionalTextOrList(wire.content),
  id: optionalId(wire.id),
  toolCalls: anything(wire.toolCalls),
  origin: optionalRecord(wire.origin),
}));

export const loopTable = fieldTable((wire) => ({
  type: text(wire.type),
  event: optionalRecord(wire.event),
  agentId: optionalText(wire.agentId),
  time: optionalNumber(wire.time),
}));

/** `content.part`: a whole block, `{type: text}` or `{type: think}`. */
export const partEventTable = fieldTable((wire) => ({
  type: text(wire.type),
  uuid: optionalId(wire.uuid),
  stepUuid: optionalId(wire.stepUuid),
  part: optionalRecord(wire.part),
}));

export const partTable = fieldTable((wire) => ({
  type: text(wire.type),
  text: optionalText(wire.text),
  think: optionalText(wire.think),
}));

export const callTable = fieldTable((wire) => ({
  type: text(wire.type),
  /** Up to 0.30 the same as `toolCallId`. */
  uuid: optionalId(wire.uuid),
  stepUuid: optionalId(wire.stepUuid),
  toolCallId: optionalId(wire.toolCallId),
  name: text(wire.name),
  args: anything(wire.args),
}));

export const resultEventTable = fieldTable((wire) => ({
  type: text(wire.type),
  toolCallId: optionalId(wire.toolCallId),
  result: optionalRecord(wire.result),
}));

export const resultTable = fieldTable((wire) => ({
  /** A text, or parts. */
  output: optionalTextOrList(wire.output),
  /** Only if it is true. */
  isError: optionalFlag(wire.isError),
  /** A line that only the model gets. */
  note: optionalText(wire.note),
}));

/** `turn.ended`, from 2.1 on. `reason`: `completed`, `failed`, `cancelled`. */
export const endTable = fieldTable((wire) => ({
  type: text(wire.type),
  turnId: optionalCount(wire.turnId),
  reason: optionalText(wire.reason),
  error: optionalRecord(wire.error),
  durationMs: optionalNumber(wire.durationMs),
  agentId: optionalText(wire.agentId),
  time: optionalNumber(wire.time),
}));

export const errorTable = fieldTable((wire) => ({
  code: optionalText(wire.code),
  message: optionalText(wire.message),
}));

export const usageRecordTable = fieldTable((wire) => ({
  type: text(wire.type),
  /** The name in `config.toml`. `llm.request` has the real one. */
  model: optionalText(wire.model),
  usage: optionalRecord(wire.usage),
  usageScope: optionalText(wire.usageScope),
  agentId: optionalText(wire.agentId),
  time: optionalNumber(wire.time),
}));

export const compactionTable = fieldTable((wire) => ({
  type: text(wire.type),
  summary: optionalText(wire.summary),
  agentId: optionalText(wire.agentId),
  time: optionalNumber(wire.time),
}));
