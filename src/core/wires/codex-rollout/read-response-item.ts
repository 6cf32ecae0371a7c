import type { JsonObject } from '../../lines/json.ts';
import type { ContextEvent } from '../../thread/event.ts';
import type { ReasoningItem, ThreadItem } from '../../thread/item.ts';
import type { LearningFacts } from './file-facts.ts';
import { BOOKKEEPING_ITEMS } from './kinds.ts';
import type { CurrentRecord, ItemEvent } from './record.ts';
import { readCall } from './shapes/call.ts';
import { callItem } from './shapes/call-items.ts';
import { textsOf } from './shapes/content-parts.ts';
import { readGeneratedImage } from './shapes/generated-images.ts';
import { isMail, mailItem, readMail } from './shapes/mail.ts';
import {
  agentMessageItems,
  rawReasoningItem,
  readMessage,
  readReasoning,
  summaryItems,
  userMessageItem,
} from './shapes/message-items.ts';
import { readWebSearch } from './shapes/web-searches.ts';
import type { TextKind } from './weave/text-channels.ts';
import type { Weave } from './weave/weave.ts';

/** The parts of a response item that no event told, and the event to give if one does. A bare file has no events. */
interface Unsaid {
  twin: ContextEvent | undefined;
  parts: readonly number[];
}

/** Reads the items of the model's responses, and the model's input. */
export function createResponseItemReader(facts: LearningFacts, record: CurrentRecord, weave: Weave) {
  const { nextId } = record;

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
        weave.twins.webSearch(readWebSearch(payload, nextId, record.problems()), {
          kind: 'web_search_call',
          data: payload,
        });
        return;
      case 'image_generation_call':
        weave.twins.image(readGeneratedImage(payload, nextId, record.problems()).item, {
          kind: 'image_generation_call',
          data: payload,
        });
        return;
      case 'agent_message':
        give(readMail(payload, nextId, record.problems()));
        return;
      default:
        other(payload);
    }
  }

  function other(payload: JsonObject): void {
    const { type, id, ...data } = payload;
    if (typeof type === 'string' && BOOKKEEPING_ITEMS.has(type)) {
      weave.give(record.context(type, payload));
      return;
    }
    const own = typeof id === 'string' && id !== '' ? id : undefined;
    if (own === undefined && id !== undefined) data.id = id;
    if (typeof type !== 'string' && type !== undefined) data.type = type;
    give({ id: own ?? nextId(), type: 'unknown', wire_type: typeof type === 'string' ? type : '', data });
  }

  function give(item: ThreadItem): void {
    weave.give(record.itemEvent('item.completed', item));
  }

  function call(payload: JsonObject): void {
    const read = readCall(payload, record.problems());
    weave.beginCall(callItem(read, read.id ?? nextId(), facts, record.problems()), read.name, payload);
  }

  function message(payload: JsonObject): void {
    // History that was handed over is in the file once more, in the form that is shown.
    if (facts.isHandedOver && (payload.role === 'assistant' || payload.role === 'user')) {
      weave.give(record.context('message', payload));
      return;
    }
    if (payload.role === 'assistant') {
      assistant(payload);
      return;
    }
    const read = readMessage(payload, record.problems());
    const item = userMessageItem(read, read.id ?? nextId());
    if (item.text === '' && item.images && weave.isPictureNext()) item.injected = true;
    if (item.injected) {
      facts.contextText(item.text);
      weave.twins.injected('response', item, { kind: 'message', data: payload });
      return;
    }
    const unsaid = giveTwin('user', [item.text], payload);
    if (unsaid) giveItems('user', [item.text], unsaid, [item]);
  }

  function assistant(payload: JsonObject): void {
    const texts = textsOf(payload.content);
    const [only] = texts;
    if (texts.length === 1 && only !== undefined && isMail(only)) {
      const { id, extra } = readMessage(payload, record.problems());
      give(mailItem(id ?? nextId(), only, extra));
      return;
    }
    const unsaid = giveTwin('agent', texts, payload);
    if (!unsaid) return;
    const read = readMessage(payload, record.problems());
    giveItems('agent', texts, unsaid, agentMessageItems(read, partIds(read.id)));
  }

  function reasoning(payload: JsonObject): void {
    const summary = joined(textsOf(payload.summary));
    const raw = textsOf(payload.content);
    if (raw.length === 0) {
      const unsaid = giveTwin('reasoning', summary, payload);
      if (!unsaid) return;
      const { id, extra } = readReasoning(payload, record.problems());
      giveItems('reasoning', summary, unsaid, summaryItems(summary, extra, partIds(id)));
      return;
    }
    const { id, extra } = readReasoning(payload, record.problems());
    if (summary.length === 0) {
      rawReasoning(raw, rawReasoningItem(raw, id ?? nextId(), extra), payload);
      return;
    }
    const unsaid = giveTwin('reasoning', summary, payload);
    if (unsaid) giveItems('reasoning', summary, unsaid, summaryItems(summary, extra, partIds(id)));
    rawReasoning(raw, rawReasoningItem(raw, id === undefined ? nextId() : `${id}.raw`));
  }

  /** Full reasoning is given at once: if it has no event, the place of its record is its own. */
  function rawReasoning(pieces: readonly string[], item: ReasoningItem, payload?: JsonObject): void {
    const isSaid = !facts.isBare && weave.unsaid('raw', pieces, undefined).length === 0;
    if (!isSaid && !weave.twins.isRawRepeated(item.text)) give(item);
    else if (payload) weave.give(record.context('reasoning', payload));
  }

  /** The parts of a summary, or all of it if the live stream joins them and leaves out blank ones. */
  function joined(parts: string[]): string[] {
    if (!facts.printsItems || facts.isPaginated || parts.length === 0) return parts;
    const text = parts.join('\n');
    weave.joinTexts('reasoning', parts, text);
    return text.trim() === '' ? [] : [text];
  }

  /**
   * Gives a response item as the twin of earlier events, or of none if it has no texts. Otherwise returns the parts
   * that no event has told. Only then is the record read field by field: a twin is kept whole.
   */
  function giveTwin(kind: TextKind, parts: readonly string[], payload: JsonObject): Unsaid | undefined {
    if (facts.isBare && parts.length > 0) return { twin: undefined, parts: [] };
    const twin = record.context(kind === 'reasoning' ? 'reasoning' : 'message', payload);
    const unsaid = facts.isBare ? [] : weave.unsaid(kind, parts, twin.timestamp);
    if (unsaid.length > 0) return { twin, parts: unsaid };
    weave.give(twin);
    return undefined;
  }

  function giveItems(kind: TextKind, parts: readonly string[], unsaid: Unsaid, given: readonly ThreadItem[]): void {
    const items = eventsOf(given);
    const { twin } = unsaid;
    if (!twin) {
      weave.bareText(kind, items);
      return;
    }
    // Either the twin or the items will be given. The fields beside the payload go with both.
    if (twin.extra && items[0]) items[0].extra = twin.extra;
    weave.hold({ kind, parts, unsaid: unsaid.parts, items, twin });
  }

  function eventsOf(items: readonly ThreadItem[]): ItemEvent[] {
    return items.map((item) => record.itemEvent('item.completed', item));
  }

  /** Each part is an item of its own. The first of several keeps the id. */
  function partIds(id: string | undefined): (index: number) => string {
    return (index) => (id === undefined ? nextId() : index === 0 ? id : `${id}.${index}`);
  }

  return { read };
}
