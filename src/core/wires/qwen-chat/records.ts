// QwenLM/qwen-code, packages/core/src/services/chatRecordingService.ts: ChatRecord. Recordings of 0.5.2 to 0.24.4.
import type { FileChange } from '../../thread/item.ts';
import {
  anything,
  count,
  optional,
  optionalCount,
  optionalFlag,
  optionalId,
  optionalList,
  optionalNested,
  optionalNumber,
  optionalRecord,
  optionalText,
  optionalTextOrNull,
  text,
  told,
} from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/** The contents of the model's own form. */
const contentTable = fieldTable((wire) => ({
  /** `user` or `model`. */
  role: optionalText(wire.role),
  parts: optionalList(wire.parts),
}));

/** What the CLI says of a call that ended. */
const callResultTable = fieldTable((wire) => ({
  callId: optionalId(wire.callId),
  /** `success`, `error` or `cancelled`. */
  status: optionalText(wire.status),
  /** For people: a text, or an object of one of several kinds. */
  resultDisplay: anything(wire.resultDisplay),
}));

export const recordTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  subtype: optionalText(wire.subtype),
  uuid: optionalId(wire.uuid),
  /** The record before, in one straight line. After a rewind it is the one that the thread goes on from. */
  parentUuid: optionalTextOrNull(wire.parentUuid),
  sessionId: optionalId(wire.sessionId),
  timestamp: optionalText(wire.timestamp),
  cwd: optionalText(wire.cwd),
  version: optionalText(wire.version),
  gitBranch: optionalText(wire.gitBranch),
  /** `real_user`, `assistant_output`, … From 0.24. */
  provenance: optionalText(wire.provenance),
  /** The sub-agent whose file this is. */
  agentId: optionalId(wire.agentId),
  agentName: optionalText(wire.agentName),
  isSidechain: optionalFlag(wire.isSidechain),
  model: optionalText(wire.model),
  message: optionalNested(wire.message, contentTable),
  usageMetadata: optionalRecord(wire.usageMetadata),
  toolCallResult: optionalNested(wire.toolCallResult, callResultTable),
  systemPayload: optionalRecord(wire.systemPayload),
}));

export type ChatRecord = FieldsOf<typeof recordTable>;

/** A text, or a thought. */
export const textPartTable = fieldTable((wire) => ({ text: text(wire.text), thought: optionalFlag(wire.thought) }));

export const functionCallTable = fieldTable((wire) => ({
  id: optionalId(wire.id),
  name: text(wire.name),
  args: anything(wire.args),
}));

const responseTable = fieldTable((wire) => ({ output: optionalText(wire.output), error: optionalText(wire.error) }));

/** The result as the model was told it. */
export const functionResponseTable = fieldTable((wire) => ({
  id: optionalId(wire.id),
  name: optionalText(wire.name),
  response: optionalNested(wire.response, responseTable),
}));

/** `usageMetadata`. The prompt includes what was read from the cache, the candidates include thoughts. */
export const usageTable = fieldTable((wire) => ({
  promptTokenCount: count(wire.promptTokenCount),
  candidatesTokenCount: count(wire.candidatesTokenCount),
  thoughtsTokenCount: optionalCount(wire.thoughtsTokenCount),
  cachedContentTokenCount: optionalCount(wire.cachedContentTokenCount),
  totalTokenCount: optionalCount(wire.totalTokenCount),
}));

/** `resultDisplay` of a tool that writes a file. */
export const diffTable = fieldTable<FileChange>((wire) => ({
  path: optionalText(wire.filePath) ?? text(wire.fileName),
  kind: told(wire.originalContent === null || wire.originalContent === '' ? 'add' : 'update'),
  diff: optionalText(wire.fileDiff),
  old_content: optionalText(wire.originalContent),
  new_content: optionalText(wire.newContent),
  move_path: optional(wire.movePath, () => undefined),
}));

/** `resultDisplay` of a command, from 0.24 on. */
export const shellResultTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  /** The output alone. */
  output: optionalText(wire.output),
  /** As printed live: the output, or the words for the model where it failed. */
  text: optionalText(wire.text),
  exitCode: optionalNumber(wire.exitCode),
}));
