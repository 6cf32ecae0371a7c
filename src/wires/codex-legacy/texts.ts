import type { Problem } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { JsonObject } from '../../lines/json.ts';
import type { ThreadEvent } from '../../thread/event.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { type FieldTable, fieldTable, readFields, text, texts } from '../fields.ts';
import { keepExtra, takeNulls } from './nested-fields.ts';

const empty = () => '';

/** `agent_message` has a `message`, `agent_reasoning` and `agent_reasoning_raw_content` have a `text`. */
const textTable = fieldTable({ text: { read: text, aliases: ['message'], otherwise: empty } });

/** `agent_message_delta`, `agent_reasoning_delta`, `agent_reasoning_raw_content_delta`. `codex exec` prints the last only. */
const deltaTable = fieldTable({ text_delta: { read: text, aliases: ['delta'], otherwise: empty } });

/** `user_message`. Source: `UserMessageEvent`; from 0.30. */
const userTable = fieldTable({
  text: { read: text, aliases: ['message', 'prompt'], otherwise: empty },
  images: { read: texts },
});

/** The kinds of text that come in pieces. Raw reasoning stands beside the summary and is written independently. */
export type TextKind = 'agent_message' | 'reasoning' | 'raw_reasoning';

/** Reads what was said and thought. No text has an id on the wire: it is named by the line on which it began. */
export function createTextReader() {
  /** Texts whose pieces came but whose whole did not, oldest first. Reasoning of several parts is repeated at its end. */
  const begun: Record<TextKind, string[]> = { agent_message: [], reasoning: [], raw_reasoning: [] };

  /** A piece of the text that was begun last. */
  function delta(kind: TextKind, fields: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    if (begun[kind].length === 0) begun[kind].push(`L${line}.0`);
    const { extra, ...piece } = readFields(deltaTable, fields, problems);
    return deltaEvent(kind, begun[kind].at(-1) as string, piece, extra);
  }

  /**
   * `agent_reasoning_section_break` stands before every part of a summary. It begins the reasoning that follows, by a
   * piece without text: a consumer learns of it, and no message without text comes of it.
   */
  function sectionBreak(fields: JsonObject, line: number): ThreadEvent {
    begun.reasoning.push(`L${line}.0`);
    // Whoever only breaks sections and never reasons must not fill the memory.
    if (begun.reasoning.length > limits.maxOpenCalls) begun.reasoning.shift();
    const extra = Object.keys(fields).length > 0 ? fields : undefined;
    return deltaEvent('reasoning', `L${line}.0`, { text_delta: '' }, extra);
  }

  /** The whole text. It ends the pieces that were begun first. */
  function whole(kind: TextKind, fields: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const id = begun[kind].shift() ?? `L${line}.0`;
    const item: JsonObject = { id, type: itemType(kind) };
    if (kind === 'raw_reasoning') item.raw = true;
    return completed(textTable, fields, problems, item);
  }

  /** What was begun will not be ended: another turn begins, or the request is made again. */
  function forgetAll(): void {
    for (const ids of Object.values(begun)) ids.length = 0;
  }

  return { delta, sectionBreak, whole, forgetAll };
}

function itemType(kind: TextKind): string {
  return kind === 'raw_reasoning' ? 'reasoning' : kind;
}

function deltaEvent(kind: TextKind, item_id: string, piece: JsonObject, extra: unknown): ThreadEvent {
  const delta = kind === 'raw_reasoning' ? { ...piece, raw: true } : piece;
  const event: JsonObject = { type: 'item.delta', item_id, item_type: itemType(kind), delta };
  if (extra) event.extra = extra;
  return event as JsonObject & ThreadEvent;
}

/** The prompt on the second line, or a `user_message`, whose `kind` tells what the CLI put in on its own. */
export function userMessage(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
  const fields = { ...msg };
  const nulls = takeNulls(fields, ['images']);
  const item: JsonObject = { id: `L${line}.0`, type: 'user_message' };
  if (msg.kind === 'user_instructions' || msg.kind === 'environment_context') item.injected = true;
  const event = completed(userTable, fields, problems, item);
  keepExtra(item, nulls);
  return event;
}

function completed(table: FieldTable, fields: JsonObject, problems: Problem[], target: JsonObject): ThreadEvent {
  const item = readFields(table, fields, problems, target);
  return { type: 'item.completed', item: item as JsonObject & ThreadItem };
}
