// google-gemini/gemini-cli, packages/core/src/services/chatRecordingTypes.ts: ConversationRecord and MessageRecord.
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { FileChange } from '../../thread/item.ts';
import * as check from '../field-checks.ts';
import { type FieldsOf, fieldTable } from '../field-table.ts';

/**
 * The first line, repeated at a resume within the same minute, or the fields of a document beside its messages.
 * `projectHash`, `lastUpdated`, `summary`, `directories`, … stay in `extra`, for the store.
 */
export const headerTable = fieldTable((wire) => ({
  sessionId: check.optionalId(wire.sessionId) ?? '',
  startTime: check.optionalText(wire.startTime),
  /** `main` or `subagent`, from 0.38 on. */
  kind: check.optionalText(wire.kind),
}));

/** A heading and a sentence of the model's reasoning. Never live. */
const thoughtTable = fieldTable((wire) => ({
  subject: check.optionalText(wire.subject),
  description: check.optionalText(wire.description),
  timestamp: check.optionalText(wire.timestamp),
}));

export type Thought = FieldsOf<typeof thoughtTable>;

/** A message. The same id and type come again when more is known. */
export const messageTable = fieldTable((wire) => ({
  id: check.text(wire.id),
  timestamp: check.optionalText(wire.timestamp),
  /** `user`, `gemini`, `info`, `warning`, `error`. */
  type: check.text(wire.type),
  /** Text, a part, or a list of either: the model's own form of content. */
  content: check.anything(wire.content),
  /** The person's own text, if `content` holds Gemini's version of it. */
  displayContent: check.anything(wire.displayContent),
  thoughts: check.optionalListOf(wire.thoughts, thoughtTable),
  /** Counts of one request. */
  tokens: check.optionalRecord(wire.tokens),
  model: check.optionalText(wire.model),
  toolCalls: check.optional(wire.toolCalls, objects),
}));

export type ChatMessage = FieldsOf<typeof messageTable>;

function objects(value: unknown): JsonObject[] | undefined {
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** A call that is done, or was given up. `displayName`, `description`, `agentId`, … stay in `extra`. */
export const toolCallTable = fieldTable((wire) => ({
  id: check.optionalId(wire.id),
  name: check.text(wire.name),
  args: check.anything(wire.args),
  /** `success`, `error` or `cancelled`. */
  status: check.text(wire.status),
  timestamp: check.optionalText(wire.timestamp),
  /** The result for the model: parts with a `functionResponse`. */
  result: check.anything(wire.result),
  /** The result shown to the person: text, or an object depending on the tool. */
  resultDisplay: check.anything(wire.resultDisplay),
}));

/** The `resultDisplay` of `replace` and `write_file`. `fileName`, `diffStat`, … stay in `extra`. */
export const diffTable = fieldTable<FileChange>((wire) => ({
  path: check.text(wire.filePath),
  kind: check.otherwise(check.optional(wire.isNewFile, changeKind), 'update'),
  diff: check.optionalText(wire.fileDiff),
  move_path: undefined,
  old_content: check.optionalText(wire.originalContent),
  new_content: check.optionalText(wire.newContent),
}));

function changeKind(isNewFile: unknown): string | undefined {
  if (typeof isNewFile !== 'boolean') return undefined;
  return isNewFile ? 'add' : 'update';
}
