import type { JsonObject } from '../../../lines/json.ts';
import type { ThreadErrorEvent } from '../../../thread/event.ts';
import type { AgentMessageItem, ErrorItem, ReasoningItem, UserMessageItem } from '../../../thread/item.ts';
import type { Extra } from '../../../thread/usage.ts';
import { anything, optionalList, optionalText, optionalTexts, text } from '../../field-checks.ts';
import { fieldTable } from '../../field-table.ts';
import { withDefined } from '../../with-defined.ts';
import type { CurrentRecord } from '../record.ts';
import { keepFields } from './kept-fields.ts';

const userTable = fieldTable((wire) => ({
  type: anything(wire.type),
  message: text(wire.message),
  images: optionalTexts(wire.images),
  local_images: optionalTexts(wire.local_images),
  kind: optionalText(wire.kind),
  /** The places in the text that are more than text. */
  text_elements: optionalList(wire.text_elements),
}));

/** The person's text, from `user_message`. The CLI added any kind other than `plain`. No event has an id for it. */
export function userEventItem(payload: JsonObject, record: CurrentRecord): UserMessageItem {
  const read = userTable.read(payload, record.problems);
  const { message, images, local_images: local, kind, text_elements: elements, extra } = read;
  const item: UserMessageItem = { id: record.nextId(), type: 'user_message', text: message };
  if (images && images.length > 0) item.images = local && local.length > 0 ? images.concat(local) : images;
  else if (local && local.length > 0) item.images = local;
  const kept = withoutEmpty(extra);
  if (kept) item.extra = kept;
  if (elements && elements.length > 0) item.extra = { ...item.extra, text_elements: elements };
  if (kind !== undefined && kind !== 'plain') {
    item.injected = true;
    item.extra = { ...item.extra, kind };
  }
  return item;
}

const agentTable = fieldTable((wire) => ({
  type: anything(wire.type),
  message: text(wire.message),
  phase: optionalText(wire.phase),
  memory_citation: anything(wire.memory_citation),
}));

/** The assistant's text, from `agent_message`. */
export function agentEventItem(payload: JsonObject, record: CurrentRecord): AgentMessageItem {
  const { message, phase, memory_citation, extra } = agentTable.read(payload, record.problems);
  const item: AgentMessageItem = { id: record.nextId(), type: 'agent_message', text: message };
  if (phase !== undefined) item.phase = phase;
  if (memory_citation !== undefined && memory_citation !== null) item.memory_citation = memory_citation;
  const kept = withoutEmpty(extra);
  if (kept) item.extra = kept;
  return item;
}

const reasoningTable = fieldTable((wire) => ({ type: anything(wire.type), text: text(wire.text) }));

/** The assistant's reasoning, from `agent_reasoning` and `agent_reasoning_raw_content`. */
export function reasoningEventItem(payload: JsonObject, record: CurrentRecord): ReasoningItem {
  const read = reasoningTable.read(payload, record.problems);
  const item: ReasoningItem = { id: record.nextId(), type: 'reasoning', text: read.text };
  if (payload.type === 'agent_reasoning_raw_content') item.raw = true;
  if (read.extra) item.extra = read.extra;
  return item;
}

const noticeTable = fieldTable((wire) => ({
  type: anything(wire.type),
  message: text(wire.message),
  codex_error_info: anything(wire.codex_error_info),
}));

/** A warning. It ends nothing. */
export function warningItem(payload: JsonObject, record: CurrentRecord): ErrorItem {
  const { message, codex_error_info: code, extra } = noticeTable.read(payload, record.problems);
  const kept = keepFields(extra, { codex_error_info: code });
  const item: ErrorItem = { id: record.nextId(), type: 'error', message };
  return withDefined(item, { extra: kept });
}

/** `error` and `stream_error`. The agent may still continue. */
export function errorEvent(payload: JsonObject, record: CurrentRecord): ThreadErrorEvent {
  const { message, codex_error_info: info, extra } = noticeTable.read(payload, record.problems);
  const event: ThreadErrorEvent = { type: 'error', message };
  if (typeof info === 'string') return withDefined(event, { extra, code: info });
  return withDefined(event, { extra: keepFields(extra, { codex_error_info: info ?? undefined }) });
}

/** Events write empty lists and null fields, which say nothing. */
function withoutEmpty(extra: Extra | undefined): Extra | undefined {
  if (!extra) return undefined;
  let left: Extra | undefined;
  for (const key of Object.keys(extra)) {
    const value = extra[key];
    if (value === null || (Array.isArray(value) && value.length === 0)) delete extra[key];
    else left = extra;
  }
  return left;
}
