import { anything, optionalCount, optionalId, optionalList, optionalRecord, optionalText } from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';
import { rpcFields } from '../rpc-fields.ts';

/**
 * The messages of the Agent Client Protocol: JSON-RPC 2.0, one message a line. Source: the schema of
 * `@agentclientprotocol/sdk`, and recordings of seven agents.
 */
export const messageTable = fieldTable(rpcFields);

export type AcpMessage = FieldsOf<typeof messageTable>;

/** The parameters of `session/update`. */
export const updateParamsTable = fieldTable((wire) => ({
  sessionId: optionalId(wire.sessionId),
  update: optionalRecord(wire.update),
}));

/** An update of a session: a piece of a text, a call, a plan. */
export const updateTable = fieldTable((wire) => ({
  sessionUpdate: optionalText(wire.sessionUpdate),
  /** Of a piece. Absent in most agents, so that the border between two messages is where something else came. */
  messageId: optionalId(wire.messageId),
  content: anything(wire.content),
  /** Of a plan: the whole list. */
  entries: optionalList(wire.entries),
  /** An agent's own additions. */
  _meta: optionalRecord(wire._meta),
}));

/** A call, as `tool_call`, `tool_call_update` and `session/request_permission` tell it. All but the id may be missing. */
export const callTable = fieldTable((wire) => ({
  sessionUpdate: optionalText(wire.sessionUpdate),
  toolCallId: optionalId(wire.toolCallId),
  title: optionalText(wire.title),
  /** `read`, `edit`, `delete`, `move`, `search`, `execute`, `think`, `fetch`, `other`, … */
  kind: optionalText(wire.kind),
  /** `pending`, `in_progress`, `completed`, `failed`. */
  status: optionalText(wire.status),
  content: optionalList(wire.content),
  locations: optionalList(wire.locations),
  rawInput: anything(wire.rawInput),
  rawOutput: anything(wire.rawOutput),
  _meta: optionalRecord(wire._meta),
}));

export type CallFields = FieldsOf<typeof callTable>;

/** What an answer to a prompt used. Source: `Usage` of the schema. The names of the model are in agents' own fields. */
export const usageTable = fieldTable((wire) => ({
  inputTokens: optionalCount(wire.inputTokens),
  input_tokens: optionalCount(wire.input_tokens),
  outputTokens: optionalCount(wire.outputTokens),
  output_tokens: optionalCount(wire.output_tokens),
  totalTokens: optionalCount(wire.totalTokens),
  thoughtTokens: optionalCount(wire.thoughtTokens),
  cachedReadTokens: optionalCount(wire.cachedReadTokens),
  cachedWriteTokens: optionalCount(wire.cachedWriteTokens),
}));
