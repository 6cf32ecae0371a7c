import type { Problem } from '../../../../errors.ts';
import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { AgentMessageItem, ReasoningItem, UserMessageItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { anything, optionalId, optionalText } from '../../field-checks.ts';
import { badField, fieldTable } from '../../field-table.ts';
import { type Content, keepOthers, readContent } from './content-parts.ts';
import { isAttachmentLabel, isInjectedText } from './injected-context.ts';
import { keepFields } from './kept-fields.ts';

/** A message among the model's response items (`message`, and `agent_message`, which is mail). */
export interface Message {
  id: string | undefined;
  role: string;
  content: Content;
  phase: string | undefined;
  extra: Extra | undefined;
}

const messageTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id),
  role: optionalText(wire.role),
  content: anything(wire.content),
  phase: optionalText(wire.phase),
  /** Kept as it is. */
  internal_chat_message_metadata_passthrough: anything(wire.internal_chat_message_metadata_passthrough),
}));

export function readMessage(payload: JsonObject, problems: Problem[]): Message {
  const fields = messageTable.read(payload, problems);
  const { id, role = '', content, phase } = fields;
  const { internal_chat_message_metadata_passthrough } = fields;
  const extra = keepFields(fields.extra, { internal_chat_message_metadata_passthrough });
  const read = readContent(content, problems);
  if (read) return { id, role, content: read, phase, extra };
  if (content !== undefined && content !== null) problems.push(badField('content', content));
  const kept = keepFields(extra, { content: content ?? undefined });
  return { id, role, content: { texts: [], images: [], others: [] }, phase, extra: kept };
}

/** A text of the person, or one that the CLI added on its own. */
export function userMessageItem(message: Message, id: string): UserMessageItem {
  const { role, content, phase } = message;
  const isInjected = role !== 'user' || !isTyped(message);
  const item: UserMessageItem = { id, type: 'user_message', text: userText(content.texts, isInjected) };
  if (isInjected) item.injected = true;
  if (role !== 'user') item.role = role;
  if (content.images.length > 0) item.images = content.images;
  const extra = keepOthers(keepFields(message.extra, { phase }), 'content', content.others);
  if (extra) item.extra = extra;
  return item;
}

function userText(texts: readonly string[], isInjected: boolean): string {
  if (texts.length === 1) return texts[0] ?? '';
  return (isInjected ? texts : texts.filter((text) => !isAttachmentLabel(text))).join('\n');
}

/** Newer files label each part; `user.…` was typed. In older ones only the text can tell. */
function isTyped({ content, extra }: Message): boolean {
  const passthrough = extra?.internal_chat_message_metadata_passthrough;
  const kinds = isObject(passthrough) ? passthrough.content_item_kinds : undefined;
  if (Array.isArray(kinds) && kinds.length > 0 && kinds.some((kind) => kind !== 'unknown')) {
    return kinds.some((kind) => typeof kind === 'string' && kind.startsWith('user.'));
  }
  return !content.texts.some(isInjectedText);
}

/** The assistant's texts, part by part. The first item has all fields beside the texts. */
export function agentMessageItems(message: Message, ids: (index: number) => string): AgentMessageItem[] {
  const { content, phase } = message;
  return content.texts.map((text, index) => {
    const item: AgentMessageItem = { id: ids(index), type: 'agent_message', text };
    if (phase !== undefined) item.phase = phase;
    const extra = index === 0 ? keepOthers(message.extra, 'content', content.others) : undefined;
    if (extra) item.extra = extra;
    return item;
  });
}

/** The model's reasoning, as a response item or a finished item. */
export interface Reasoning {
  id: string | undefined;
  summary: string[];
  /** The full text, in pieces that may be as small as a token. */
  raw: string[];
  extra: Extra | undefined;
}

/** Makes a reader of reasoning, from the names of its two fields. */
const reasoningReader = (summaryName: string, rawName: string) => {
  const table = fieldTable((wire) => ({
    type: anything(wire.type),
    id: optionalId(wire.id),
    summary: anything(wire[summaryName]),
    raw: anything(wire[rawName]),
  }));
  return (source: JsonObject, problems: Problem[]): Reasoning => {
    const { id, summary, raw, extra } = table.read(source, problems);
    const [summaryTexts, withSummary] = readTexts(summaryName, summary, extra, problems);
    const [rawTexts, kept] = readTexts(rawName, raw, withSummary, problems);
    return { id, summary: summaryTexts, raw: rawTexts, extra: kept };
  };
};

export const readReasoning = reasoningReader('summary', 'content');
/** `Reasoning`: a summary, part by part, and the full text, in a paginated file. */
export const readFinishedReasoning = reasoningReader('summary_text', 'raw_content');

/** The texts of a list of parts or of texts, and everything else in it. */
function readTexts(
  name: string,
  value: unknown,
  extra: Extra | undefined,
  problems: Problem[],
): [texts: string[], extra: Extra | undefined] {
  if (value === undefined || value === null) return [[], extra];
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string')) return [value, extra];
  const content = readContent(value, problems);
  if (content && content.images.length === 0) return [content.texts, keepOthers(extra, name, content.others)];
  if (!content) problems.push(badField(name, value));
  return [content?.texts ?? [], { ...extra, [name]: value }];
}

/** A summary, part by part or whole. */
export function summaryItems(
  summary: readonly string[],
  extra: Extra | undefined,
  ids: (index: number) => string,
): ReasoningItem[] {
  return summary.map((text, index) => {
    const item: ReasoningItem = { id: ids(index), type: 'reasoning', text };
    if (index === 0 && extra) item.extra = extra;
    return item;
  });
}

/** The full reasoning of one record. Its pieces are joined without a separator. */
export function rawReasoningItem(raw: readonly string[], id: string, extra?: Extra): ReasoningItem {
  const item: ReasoningItem = {
    id,
    type: 'reasoning',
    text: raw.length === 1 ? (raw[0] ?? '') : raw.join(''),
    raw: true,
  };
  if (extra) item.extra = extra;
  return item;
}
