// cline/cline 3.x, sdk/packages/core: `<id>.messages.json`, a session or a sub-agent of it.
import {
  anything,
  optionalId,
  optionalNested,
  optionalNumber,
  optionalRecord,
  optionalText,
  text,
} from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

const originTable = fieldTable((wire) => ({
  /** `cli`, … */
  source: optionalText(wire.source),
  /** `user`, `subagent` or `team`. */
  mode: optionalText(wire.mode),
  sessionId: optionalText(wire.sessionId),
  parentThreadId: optionalId(wire.parentThreadId),
  /** The id of the sub-agent, which the file is named after. */
  subagent: optionalText(wire.subagent),
  /** Cline's own. */
  version: optionalText(wire.version),
}));

/** The document without its messages. The prompt of the system stays in `extra`. */
export const headerTable = fieldTable((wire) => ({
  /** `lead`, `subagent` or `teammate`. */
  agent: optionalText(wire.agent),
  /** Of a sub-agent `<session>__<agent>`, of a teammate `<session>__teamtask__<name>__<task>`. */
  sessionId: optionalId(wire.sessionId),
  updated_at: optionalText(wire.updated_at),
  origin: optionalNested(wire.origin, originTable),
}));

const modelTable = fieldTable((wire) => ({ id: optionalText(wire.id), provider: optionalText(wire.provider) }));

const metadataTable = fieldTable((wire) => ({
  /** `error`: the message tells people why a request failed. */
  displayRole: optionalText(wire.displayRole),
}));

export const messageTable = fieldTable((wire) => ({
  id: optionalId(wire.id),
  role: text(wire.role),
  content: anything(wire.content),
  /** Milliseconds since 1970. */
  ts: optionalNumber(wire.ts),
  modelInfo: optionalNested(wire.modelInfo, modelTable),
  /** The counts of the request. */
  metrics: optionalRecord(wire.metrics),
  /** On messages that Cline itself wrote. */
  metadata: optionalNested(wire.metadata, metadataTable),
}));

export const textTable = fieldTable((wire) => ({ type: optionalText(wire.type), text: text(wire.text) }));

export const thinkingTable = fieldTable((wire) => ({ type: optionalText(wire.type), thinking: text(wire.thinking) }));

export const useTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  /** The provider's id, the same live. */
  id: optionalId(wire.id),
  name: text(wire.name),
  input: anything(wire.input),
}));

export const resultTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  tool_use_id: optionalId(wire.tool_use_id),
  name: optionalText(wire.name),
  /** A list of results, or JSON in a text. */
  content: anything(wire.content),
}));
