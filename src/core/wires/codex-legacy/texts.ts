import type { Problem } from '../../../errors.ts';
import * as coreLimits from '../../../limits/core.ts';
import { isObject, type JsonObject } from '../../lines/json.ts';
import type { ItemDelta, ItemDeltaEvent, ThreadEvent } from '../../thread/event.ts';
import type { AgentMessageItem, ReasoningItem, UserMessageItem } from '../../thread/item.ts';
import type { Extra } from '../../thread/usage.ts';
import { optionalText, optionalTexts, otherwise, text } from '../field-checks.ts';
import { fieldTable, keyCount } from '../field-table.ts';
import { withDefined } from '../with-defined.ts';

/** `agent_message` has a `message`, `agent_reasoning` and `agent_reasoning_raw_content` have a `text`. */
const textTable = fieldTable((wire) => ({
  text: otherwise(optionalText(wire.text) ?? optionalText(wire.message), ''),
}));

/** `agent_message_delta`, `agent_reasoning_delta`, `agent_reasoning_raw_content_delta`. `codex exec` prints the last only. */
const deltaTable = fieldTable((wire) => ({ delta: text(wire.delta) }));

/** `user_message` (source: `UserMessageEvent`; from 0.30), or the prompt on the second line. */
const userTable = fieldTable((wire) => ({
  text: otherwise(optionalText(wire.message) ?? optionalText(wire.prompt), ''),
  images: optionalTexts(wire.images),
}));

/** The kinds of text that come in pieces. Raw reasoning comes beside the summary and is written independently. */
export type TextKind = 'agent_message' | 'reasoning' | 'raw_reasoning';

/** Reads texts and reasoning. No text has an id on the wire, so it is named by the line on which it began. */
export function createTextReader() {
  /** Texts that have pieces but no whole yet, oldest first. Reasoning of several parts is repeated at its end. */
  const begun: Record<TextKind, string[]> = { agent_message: [], reasoning: [], raw_reasoning: [] };

  /** A piece of the text that began last. */
  function delta(kind: TextKind, msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    if (begun[kind].length === 0) begun[kind].push(`L${line}.0`);
    const read = deltaTable.read(msg, problems);
    return deltaEvent(kind, begun[kind].at(-1) ?? '', read.delta, read.extra);
  }

  /**
   * `agent_reasoning_section_break` precedes every part of a summary. It begins the next reasoning with a piece without
   * text: a consumer learns of it, and no message without text results.
   */
  function sectionBreak(msg: JsonObject, line: number): ThreadEvent {
    begun.reasoning.push(`L${line}.0`);
    // An agent that only breaks sections and never reasons must not fill the memory.
    if (begun.reasoning.length > coreLimits.maxOpenCalls) begun.reasoning.shift();
    return deltaEvent('reasoning', `L${line}.0`, '', keyCount(msg) > 0 ? msg : undefined);
  }

  /** The whole text. It ends the pieces that began first. */
  function whole(kind: TextKind, msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
    const id = begun[kind].shift() ?? `L${line}.0`;
    const { text: said, extra } = textTable.read(msg, problems);
    if (kind === 'agent_message') {
      return { type: 'item.completed', item: { id, type: kind, text: said, ...(extra && { extra }) } };
    }
    const item: ReasoningItem = { id, type: 'reasoning', text: said };
    return { type: 'item.completed', item: withDefined(item, { raw: kind === 'raw_reasoning' || undefined, extra }) };
  }

  /** Drops texts that will not end, because another turn begins or the request is repeated. */
  function forgetAll(): void {
    for (const ids of Object.values(begun)) ids.length = 0;
  }

  return { delta, sectionBreak, whole, forgetAll };
}

function deltaEvent(kind: TextKind, item_id: string, text_delta: string, extra: Extra | undefined): ThreadEvent {
  const isRaw = kind === 'raw_reasoning';
  const delta: ItemDelta = isRaw ? { text_delta, raw: true } : { text_delta };
  const item_type = isRaw ? 'reasoning' : kind;
  const event: ItemDeltaEvent = { type: 'item.delta', item_id, item_type, delta };
  return withDefined(event, { extra });
}

/** A prompt. The `kind` of a `user_message` marks text that the CLI added on its own. */
export function userMessage(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
  const item = userItem(msg, line, problems);
  if (msg.kind === 'user_instructions' || msg.kind === 'environment_context') item.injected = true;
  return { type: 'item.completed', item };
}

function userItem(msg: JsonObject, line: number, problems: Problem[]): UserMessageItem {
  const { text: said, images, extra } = userTable.read(msg, problems);
  const item: UserMessageItem = { id: `L${line}.0`, type: 'user_message', text: said };
  return withDefined(item, { images, extra });
}

/**
 * `entered_review_mode`. Source: `ReviewRequest`, from 0.35. Its prompt is what the reviewer is told. The person's own
 * text is in `user_facing_hint`, which is kept in `extra`.
 */
export function enteredReview(msg: JsonObject, line: number, problems: Problem[]): ThreadEvent {
  return { type: 'item.completed', item: { ...userItem(msg, line, problems), injected: true } };
}

/**
 * `exited_review_mode`. Source: `ExitedReviewModeEvent`. The verdict is the reviewer's final text; its findings are
 * kept whole in `extra`. A review that was broken off has no output and so nothing to show.
 */
export function exitedReview(msg: JsonObject, line: number): ThreadEvent | undefined {
  const { review_output: output } = msg;
  if (!isObject(output) || typeof output.overall_explanation !== 'string') return undefined;
  const text = output.overall_explanation;
  const item: AgentMessageItem = { id: `L${line}.0`, type: 'agent_message', text, extra: msg };
  return { type: 'item.completed', item };
}
