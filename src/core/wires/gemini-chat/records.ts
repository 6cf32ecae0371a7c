// google-gemini/gemini-cli, packages/core/src/services/chatRecordingTypes.ts: ConversationRecord and MessageRecord.
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { FileChange } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { anything, optional, optionalId, optionalListOf, optionalRecord, optionalText, text } from '../field-checks.ts';
import { fieldTable } from '../field-table.ts';

/** The first line, again at a resume within the same minute; or what a document says beside its messages. */
interface Header {
  sessionId: string;
  startTime?: string;
  /** `main` or `subagent`, from 0.38 on. */
  kind?: string;
  extra?: Extra;
}

/** `projectHash`, `lastUpdated`, `summary`, `directories`, … stay in `extra`: they are the store's business. */
export const headerTable = fieldTable<Header>((wire) => ({
  sessionId: optionalId(wire.sessionId) ?? '',
  startTime: optionalText(wire.startTime),
  kind: optionalText(wire.kind),
}));

/** A heading and a sentence of the model's reasoning. Never live. */
export interface Thought {
  subject?: string;
  description?: string;
  timestamp?: string;
  extra?: Extra;
}

const thoughtTable = fieldTable<Thought>((wire) => ({
  subject: optionalText(wire.subject),
  description: optionalText(wire.description),
  timestamp: optionalText(wire.timestamp),
}));

/** A message. The same id and type come again when more is known. */
export interface ChatMessage {
  id: string;
  timestamp?: string;
  /** `user`, `gemini`, `info`, `warning`, `error`. */
  type: string;
  /** Text, a part, or a list of either: the model's own form of content. */
  content?: unknown;
  /** What the person typed, where `content` holds what Gemini made of it. */
  displayContent?: unknown;
  thoughts?: Thought[];
  /** Of one request. */
  tokens?: JsonObject;
  model?: string;
  toolCalls?: JsonObject[];
  extra?: Extra;
}

export const messageTable = fieldTable<ChatMessage>((wire) => ({
  id: text(wire.id),
  timestamp: optionalText(wire.timestamp),
  type: text(wire.type),
  content: anything(wire.content),
  displayContent: anything(wire.displayContent),
  thoughts: optionalListOf(wire.thoughts, thoughtTable),
  tokens: optionalRecord(wire.tokens),
  model: optionalText(wire.model),
  toolCalls: optional(wire.toolCalls, objects),
}));

function objects(value: unknown): JsonObject[] | undefined {
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** A call that is done, or was given up. `displayName`, `description`, `agentId`, … stay in `extra`. */
export interface ChatToolCall {
  id?: string;
  name: string;
  args?: unknown;
  /** `success`, `error` or `cancelled`. */
  status: string;
  timestamp?: string;
  /** What the model was told: parts with a `functionResponse`. */
  result?: unknown;
  /** What the person was shown: text, or an object by the kind of tool. */
  resultDisplay?: unknown;
  extra?: Extra;
}

export const toolCallTable = fieldTable<ChatToolCall>((wire) => ({
  id: optionalId(wire.id),
  name: text(wire.name),
  args: anything(wire.args),
  status: text(wire.status),
  timestamp: optionalText(wire.timestamp),
  result: anything(wire.result),
  resultDisplay: anything(wire.resultDisplay),
}));

/** The `resultDisplay` of `replace` and `write_file`. `fileName`, `diffStat`, … stay in `extra`. */
export const diffTable = fieldTable<FileChange>((wire) => ({
  path: text(wire.filePath),
  kind: optional(wire.isNewFile, changeKind) ?? 'update',
  diff: optionalText(wire.fileDiff),
  move_path: undefined,
  old_content: optionalText(wire.originalContent),
  new_content: optionalText(wire.newContent),
}));

function changeKind(isNewFile: unknown): string | undefined {
  if (typeof isNewFile !== 'boolean') return undefined;
  return isNewFile ? 'add' : 'update';
}
