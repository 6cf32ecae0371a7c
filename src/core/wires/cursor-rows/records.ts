// By description of several readers: what Cursor keeps in its two kinds of databases, as `cursor-lines` of the store gives it.
import { anything, optionalId, optionalNumber, optionalRecord, optionalText, record, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** `{table, row}`: `cursor.chat` and `cursor.message` of a chat, `cursor.composer` and `cursor.bubble` of the editor. */
export const lineTable = fieldTable((wire) => ({ table: text(wire.table), row: record(wire.row) }));

/** The facts of a chat of the command line. */
export const chatTable = fieldTable((wire) => ({
  agentId: optionalId(wire.agentId),
  name: optionalText(wire.name),
  createdAt: optionalNumber(wire.createdAt),
  lastUsedModel: optionalText(wire.lastUsedModel),
  workspacePath: optionalText(wire.workspacePath),
}));

/** The facts of a conversation of the editor. */
export const composerTable = fieldTable((wire) => ({
  composerId: optionalId(wire.composerId),
  name: optionalText(wire.name),
  createdAt: optionalNumber(wire.createdAt),
  modelConfig: optionalRecord(wire.modelConfig),
}));

/** A message of a chat, in the form of the AI SDK. */
export const messageTable = fieldTable((wire) => ({ role: text(wire.role), content: anything(wire.content) }));

/** A bubble of the editor: a prompt, an answer, or a call. */
export const bubbleTable = fieldTable((wire) => ({
  bubbleId: optionalId(wire.bubbleId),
  /** 1: the person, 2: the agent. */
  type: optionalNumber(wire.type),
  text: optionalText(wire.text),
  /** ISO 8601; missing in old ones. */
  createdAt: anything(wire.createdAt),
  requestId: optionalText(wire.requestId),
  thinking: optionalRecord(wire.thinking),
  toolFormerData: optionalRecord(wire.toolFormerData),
}));
