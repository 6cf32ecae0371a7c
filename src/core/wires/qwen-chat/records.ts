// QwenLM/qwen-code, packages/core/src/services/chatRecordingService.ts: ChatRecord. Recordings of 0.5.2 to 0.24.4.
import type { FileChange } from '../../thread/item.ts';
import * as check from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/** The contents of the model's own form. */
const contentTable = fieldTable((wire) => ({
  /** `user` or `model`. */
  role: check.optionalText(wire.role),
  parts: check.optionalList(wire.parts),
}));

/** What the CLI says of a call that ended. */
const callResultTable = fieldTable((wire) => ({
  callId: check.optionalId(wire.callId),
  /** `success`, `error` or `cancelled`. */
  status: check.optionalText(wire.status),
  /** For people: a text, or an object of one of several kinds. */
  resultDisplay: check.anything(wire.resultDisplay),
}));

export const recordTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  subtype: check.optionalText(wire.subtype),
  uuid: check.optionalId(wire.uuid),
  /** The record before, in one straight line. After a rewind it is the one that the thread goes on from. */
  parentUuid: check.optionalTextOrNull(wire.parentUuid),
  sessionId: check.optionalId(wire.sessionId),
  timestamp: check.optionalText(wire.timestamp),
  cwd: check.optionalText(wire.cwd),
  version: check.optionalText(wire.version),
  gitBranch: check.optionalText(wire.gitBranch),
  /** `real_user`, `assistant_output`, … From 0.24. */
  provenance: check.optionalText(wire.provenance),
  /** The sub-agent whose file this is. */
  agentId: check.optionalId(wire.agentId),
  agentName: check.optionalText(wire.agentName),
  isSidechain: check.optionalFlag(wire.isSidechain),
  model: check.optionalText(wire.model),
  message: check.optionalNested(wire.message, contentTable),
  usageMetadata: check.optionalRecord(wire.usageMetadata),
  toolCallResult: check.optionalNested(wire.toolCallResult, callResultTable),
  systemPayload: check.optionalRecord(wire.systemPayload),
}));

export type ChatRecord = FieldsOf<typeof recordTable>;

/** A text, or a thought. */
export const textPartTable = fieldTable((wire) => ({
  text: check.text(wire.text),
  thought: check.optionalFlag(wire.thought),
}));

export const functionCallTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id),
  name: check.text(wire.name),
  args: check.anything(wire.args),
}));

const responseTable = fieldTable((wire) => ({
  output: check.optionalText(wire.output),
  error: check.optionalText(wire.error),
}));

/** The result as the model was told it. */
export const functionResponseTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id),
  name: check.optionalText(wire.name),
  response: check.optionalNested(wire.response, responseTable),
  /** Images and files beside the words. */
  parts: check.optionalList(wire.parts),
}));

/** `usageMetadata`. The prompt includes what was read from the cache, the candidates include thoughts. */
export const usageTable = fieldTable((wire) => ({
  promptTokenCount: check.count(wire.promptTokenCount),
  candidatesTokenCount: check.count(wire.candidatesTokenCount),
  thoughtsTokenCount: check.optionalCount(wire.thoughtsTokenCount),
  cachedContentTokenCount: check.optionalCount(wire.cachedContentTokenCount),
  totalTokenCount: check.optionalCount(wire.totalTokenCount),
}));

/** `resultDisplay` of a tool that writes a file. */
export const diffTable = fieldTable<FileChange>((wire) => ({
  path: check.optionalText(wire.filePath) ?? check.text(wire.fileName),
  kind: check.told(wire.originalContent === null || wire.originalContent === '' ? 'add' : 'update'),
  diff: check.optionalText(wire.fileDiff),
  old_content: check.optionalText(wire.originalContent),
  new_content: check.optionalText(wire.newContent),
  move_path: check.optional(wire.movePath, () => undefined),
}));

/** `resultDisplay` of a command, from 0.24 on. */
export const shellResultTable = fieldTable((wire) => ({
  type: check.optionalText(wire.type),
  /** The output alone. */
  output: check.optionalText(wire.output),
  /** As printed live: the output, or the words for the model where it failed. */
  text: check.optionalText(wire.text),
  exitCode: check.optionalNumber(wire.exitCode),
}));
