// cline/cline 3.x, sdk/packages/core: `<id>.messages.json`, a session or a sub-agent of it.
import * as check from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

const originTable = fieldTable((wire) => ({
  /** `cli`, … */
  source: check.optionalText(wire.source),
  /** `user`, `subagent` or `team`. */
  mode: check.optionalText(wire.mode),
  sessionId: check.optionalText(wire.sessionId),
  parentThreadId: check.optionalId(wire.parentThreadId),
  /** The id of the sub-agent, which the file is named after. */
  subagent: check.optionalText(wire.subagent),
  /** Cline's own. */
  version: check.optionalText(wire.version),
}));

/** The document without its messages. The prompt of the system stays in `extra`. */
export const headerTable = fieldTable((wire) => ({
  /** `lead`, `subagent` or `teammate`. */
  agent: check.optionalText(wire.agent),
  /** Of a sub-agent `<session>__<agent>`, of a teammate `<session>__teamtask__<name>__<task>`. */
  sessionId: check.optionalId(wire.sessionId),
  updated_at: check.optionalText(wire.updated_at),
  origin: check.optionalNested(wire.origin, originTable),
}));

const modelTable = fieldTable((wire) => ({
  id: check.optionalText(wire.id),
  provider: check.optionalText(wire.provider),
}));

const metadataTable = fieldTable((wire) => ({
  /** `error`: the message tells people why a request failed. */
  displayRole: check.optionalText(wire.displayRole),
}));

export const messageTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id),
  role: check.text(wire.role),
  content: check.anything(wire.content),
  /** Milliseconds since 1970. */
  ts: check.optionalNumber(wire.ts),
  modelInfo: check.optionalNested(wire.modelInfo, modelTable),
  /** The counts of the request. */
  metrics: check.optionalRecord(wire.metrics),
  /** On messages that Cline itself wrote. */
  metadata: check.optionalNested(wire.metadata, metadataTable),
}));

export const textTable = fieldTable((wire) => ({ type: check.optionalText(wire.type), text: check.text(wire.text) }));

export const thinkingTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  thinking: check.text(wire.thinking),
}));

export const useTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  /** The provider's id, the same live. */
  id: check.optionalId(wire.id),
  name: check.text(wire.name),
  input: check.anything(wire.input),
}));

export const resultTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  tool_use_id: check.optionalId(wire.tool_use_id),
  name: check.optionalText(wire.name),
  /** A list of results, or JSON in a text. */
  content: check.anything(wire.content),
}));
