import type { JsonObject } from '../../lines/json.ts';
import type { ReasoningItem, ThreadItem } from '../../thread/item.ts';
import type { LearningFacts } from './file-facts.ts';
import { BOOKKEEPING_ITEMS } from './kinds.ts';
import type { ToldReader } from './read-told.ts';
import type { CurrentRecord } from './record.ts';
import { readCall } from './shapes/call.ts';
import { callItem } from './shapes/call-items.ts';
import { textsOf } from './shapes/content-parts.ts';
import { isMail, mailItem, readMail } from './shapes/mail.ts';
import {
  agentMessageItems,
  type Reasoning,
  rawReasoningItem,
  readMessage,
  readReasoning,
  summaryItems,
  userMessageItem,
} from './shapes/message-items.ts';
import { unknownItem } from './shapes/unknown-items.ts';
import type { TextKind } from './weave/text-channels.ts';
import type { Weave } from './weave/weave.ts';

/** Reads the items of the model's responses, and the model's input. */
export function createResponseItemReader(facts: LearningFacts, record: CurrentRecord, weave: Weave, told: ToldReader) {
  const { nextId } = record;
  const { texts, turns, twins } = weave;

  function read(payload: JsonObject): void {
    switch (payload.type) {
      case 'message':
        message(payload);
        return;
      case 'reasoning':
        reasoning(payload);
        return;
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call':
      case 'tool_search_call':
        call(payload);
        return;
      case 'function_call_output':
      case 'custom_tool_call_output':
      case 'tool_search_output':
        weave.callOutput(payload);
        return;
      case 'web_search_call':
      case 'image_generation_call':
        told.read(payload, { kind: payload.type, data: payload });
        return;
      case 'agent_message':
        give(readMail(payload, record));
        return;
      default:
        other(payload);
    }
  }

  function other(payload: JsonObject): void {
    const { type } = payload;
    if (typeof type === 'string' && BOOKKEEPING_ITEMS.has(type)) turns.give(record.context(type, payload));
    else give(unknownItem(payload, nextId));
  }

  function give(item: ThreadItem): void {
    turns.give(record.itemEvent('item.completed', item));
  }

  function call(payload: JsonObject): void {
    const read = readCall(payload, record.problems);
    const item = callItem(read, read.id ?? nextId(), facts, record.problems);
    weave.beginCall(item, read.name, payload);
  }

  function message(payload: JsonObject): void {
    // History that was handed over is in the file once more, in the form that is shown.
    if (facts.isHandedOver && (payload.role === 'assistant' || payload.role === 'user')) {
      turns.give(record.context('message', payload));
      return;
    }
    if (payload.role === 'assistant') {
      assistant(payload);
      return;
    }
    const read = readMessage(payload, record.problems);
    const item = userMessageItem(read, read.id ?? nextId());
    if (item.text === '' && item.images && weave.calls.isPictureNext()) item.injected = true;
    if (item.injected) {
      facts.contextText(item.text);
      twins.injected('response', item, { kind: 'message', data: payload });
      return;
    }
    giveTexts('user', [item.text], payload, () => [item]);
  }

  function assistant(payload: JsonObject): void {
    const parts = textsOf(payload.content);
    const [only] = parts;
    if (parts.length === 1 && only !== undefined && isMail(only)) {
      const { id, extra } = readMessage(payload, record.problems);
      give(mailItem(id ?? nextId(), only, extra));
      return;
    }
    giveTexts('agent', parts, payload, () => {
      const read = readMessage(payload, record.problems);
      return agentMessageItems(read, partIds(read.id));
    });
  }

  function reasoning(payload: JsonObject): void {
    const summary = joined(textsOf(payload.summary));
    const raw = textsOf(payload.content);
    const itemsOf = ({ id, extra }: Reasoning) => summaryItems(summary, extra, partIds(id));
    if (raw.length === 0) {
      giveTexts('reasoning', summary, payload, () => itemsOf(readReasoning(payload, record.problems)));
      return;
    }
    const read = readReasoning(payload, record.problems);
    const { id, extra } = read;
    if (summary.length === 0) {
      rawReasoning(raw, rawReasoningItem(raw, id ?? nextId(), extra), payload);
      return;
    }
    giveTexts('reasoning', summary, payload, () => itemsOf(read));
    const item = rawReasoningItem(raw, id === undefined ? nextId() : `${id}.raw`);
    rawReasoning(raw, item);
  }

  /** Full reasoning is given at once: if it has no event, the place of its record is its own. */
  function rawReasoning(pieces: readonly string[], item: ReasoningItem, payload?: JsonObject): void {
    const isSaid = !facts.isBare && texts.unsaid('raw', pieces, undefined).length === 0;
    if (!isSaid && !twins.isRawRepeated(item.text)) give(item);
    else if (payload) turns.give(record.context('reasoning', payload));
  }

  /** The parts of a summary, or all of it if the live stream joins them and leaves out blank ones. */
  function joined(parts: string[]): string[] {
    if (!facts.printsItems || facts.isPaginated || parts.length === 0) return parts;
    const text = parts.join('\n');
    texts.join('reasoning', parts, text);
    return text.trim() === '' ? [] : [text];
  }

  /**
   * Gives a response item as the twin of earlier events, or of none if it has no texts. Otherwise holds the parts that no
   * event has told. Only then is the record read field by field, by `itemsOf`: a twin is kept whole. A bare file has no
   * events.
   */
  function giveTexts(
    kind: TextKind,
    parts: readonly string[],
    payload: JsonObject,
    itemsOf: () => readonly ThreadItem[],
  ): void {
    const eventsOf = () => itemsOf().map((item) => record.itemEvent('item.completed', item));
    if (facts.isBare && parts.length > 0) {
      weave.bareText(kind, eventsOf());
      return;
    }
    const twin = record.context(kind === 'reasoning' ? 'reasoning' : 'message', payload);
    const unsaid = facts.isBare ? [] : texts.unsaid(kind, parts, twin.timestamp);
    if (unsaid.length === 0) {
      turns.give(twin);
      return;
    }
    const items = eventsOf();
    // Either the twin or the items will be given. The fields beside the payload go with both.
    if (twin.extra && items[0]) items[0].extra = twin.extra;
    texts.hold({ kind, parts, unsaid, items, twin });
  }

  /** Each part is an item of its own. The first of several keeps the id. */
  function partIds(id: string | undefined): (index: number) => string {
    return (index) => (id === undefined ? nextId() : index === 0 ? id : `${id}.${index}`);
  }

  return { read };
}
