import { isObject, type JsonObject } from '../../../lines/json.ts';
import type { AgentMessageItem, UserMessageItem } from '../../../thread/item.ts';
import { plainPath } from '../../../tools/paths.ts';
import { anything, optional, optionalId, optionalText } from '../../field-checks.ts';
import { badField, type FieldsOf, fieldTable } from '../../field-table.ts';
import type { CurrentRecord } from '../record.ts';
import { keepOthers, readContent } from './content-parts.ts';

const userTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id),
  content: optional(wire.content, partsOf),
}));

/** A list of parts, or a text as its only part. */
function partsOf(value: NonNullable<unknown>): unknown[] | undefined {
  if (typeof value === 'string') return [{ type: 'text', text: value }];
  return Array.isArray(value) ? value : undefined;
}

/** `UserMessage`: the person's text, in a paginated file. */
export function finishedUserMessage(source: JsonObject, record: CurrentRecord): UserMessageItem {
  const { id, content = [], extra } = userTable.read(source, record.problems);
  const texts: string[] = [];
  const images: string[] = [];
  const others: unknown[] = [];
  for (const part of content) {
    const read = isObject(part) ? partTable.read(part, record.problems) : undefined;
    if (!read) record.problems.push(badField('a part of the content', part));
    if (read?.text !== undefined) texts.push(read.text);
    const image = read?.type !== undefined && /image$/i.test(read.type) ? read.place : undefined;
    if (image !== undefined) images.push(plainPath(image));
    if (!read || !isPlain(read)) others.push(part);
  }
  const item: UserMessageItem = { id: id ?? record.nextId(), type: 'user_message', text: texts.join('\n') };
  if (images.length > 0) item.images = images;
  const kept = keepOthers(extra, 'content', others);
  if (kept) item.extra = kept;
  return item;
}

const partTable = fieldTable((wire) => ({
  type: optionalText(wire.type),
  text: optionalText(wire.text),
  text_elements: anything(wire.text_elements),
  /** On an image: its URL or its path. */
  place: optionalText(wire.image_url) ?? optionalText(wire.url) ?? optionalText(wire.path),
}));

type PartFields = FieldsOf<typeof partTable>;

/** True for a part that is only a text. */
function isPlain({ type, text, text_elements: elements, place, extra }: PartFields): boolean {
  const hasElements =
    elements !== undefined && elements !== null && !(Array.isArray(elements) && elements.length === 0);
  return type === 'text' && text !== undefined && place === undefined && !hasElements && !extra;
}

const agentTable = fieldTable((wire) => ({
  type: anything(wire.type),
  id: optionalId(wire.id),
  content: anything(wire.content),
  phase: optionalText(wire.phase),
  memory_citation: anything(wire.memory_citation),
}));

/** `AgentMessage`: the assistant's text, in a paginated file. Its parts are one text. */
export function finishedAgentMessage(source: JsonObject, record: CurrentRecord): AgentMessageItem {
  const { id, content, phase, memory_citation, extra } = agentTable.read(source, record.problems);
  const read = readContent(content, record.problems);
  if (!read && content !== undefined && content !== null) record.problems.push(badField('content', content));
  const item: AgentMessageItem = {
    id: id ?? record.nextId(),
    type: 'agent_message',
    text: (read?.texts ?? []).join(''),
  };
  if (phase !== undefined) item.phase = phase;
  if (memory_citation !== undefined && memory_citation !== null) item.memory_citation = memory_citation;
  const hasOthers = !read || read.others.length + read.images.length > 0;
  const kept = hasOthers && content !== undefined && content !== null ? { ...extra, content } : extra;
  if (kept) item.extra = kept;
  return item;
}
