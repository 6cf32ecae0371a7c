import * as coreLimits from '../../limits/core.ts';
import { itemWords } from '../messages/item-words.ts';
import type { ImageSource, UnifiedContent } from '../messages/message.ts';
import { RecentMap } from '../messages/recent-map.ts';
import { isEnd } from '../messages/tool-life.ts';
import type { ItemDeltaEvent, ItemEvent } from '../thread/event.ts';
import { isInferred } from '../thread/inferred.ts';
import type { NdjsonEvent, NdjsonMessage } from './ndjson-event.ts';
import type { ToldError } from './told-error.ts';

type GrowingKind = 'agent_message' | 'reasoning';

/** The lines of a text: pieces while it is being written, the whole at its end. */
export interface TextLines {
  /** The lines of a text item. */
  push(event: ItemEvent): NdjsonEvent[];
  delta(event: ItemDeltaEvent): NdjsonEvent[];
  /** Begins a new turn or process. Texts still in progress never end. */
  forgetAll(): void;
}

interface TextLinesOptions {
  all: boolean;
  whole: 'always' | 'wire';
  /** Tells an error in words. */
  tell(text: string): ToldError;
}

export function createTextLines(options: TextLinesOptions): TextLines {
  /** The texts in progress, as far as they were told, by kind: an answer and its thoughts may share an id. */
  const growing = {
    agent_message: new RecentMap<{ text: string }>(coreLimits.maxOpenCalls),
    reasoning: new RecentMap<{ text: string }>(coreLimits.maxOpenCalls),
  };

  function push(event: ItemEvent): NdjsonEvent[] {
    const { item } = event;
    if (item.type === 'agent_message' || item.type === 'reasoning') {
      return isEnd(event) ? endText(event, item.type, item.text) : growText(item.id, item.type, item.text);
    }
    const words = isEnd(event) ? itemWords(item) : undefined;
    if (!words || (words.injected && !options.all)) return [];
    if (words.role === 'system') return [{ type: 'stderr', ...options.tell(textOf(words.content)) }];
    const line: NdjsonMessage = { type: 'message', role: words.role, content: textOf(words.content), delta: false };
    const images = imagesOf(words.content);
    if (images.length > 0) line.images = images;
    return [line];
  }

  /** A snapshot tells only what is new since the last one. A rewritten text is told whole at its end. */
  function growText(id: string, type: GrowingKind, text: string): NdjsonEvent[] {
    const before = growing[type].get(id)?.text ?? '';
    if (text.length <= before.length || !text.startsWith(before)) return [];
    growing[type].set(id, { text });
    return [pieceLine(type, text.slice(before.length))];
  }

  function endText(event: ItemEvent, type: GrowingKind, text: string): NdjsonEvent[] {
    const wasGrowing = growing[type].get(event.item.id) !== undefined;
    growing[type].delete(event.item.id);
    const lines: NdjsonEvent[] = [];
    // The end of a text that no record tells repeats its pieces. One that a record tells without a text is empty.
    const isUnwritten = options.whole === 'wire' && wasGrowing && event.inferred === true;
    const isEmpty = type === 'agent_message' && text === '' && isInferred(event.item, 'text');
    if ((text !== '' || wasGrowing || isEmpty) && !isUnwritten) lines.push(wholeLine(type, text));
    const fault = event.type === 'item.failed' ? event.error?.message : undefined;
    if (fault) lines.push({ type: 'stderr', ...options.tell(fault) });
    return lines;
  }

  function delta(event: ItemDeltaEvent): NdjsonEvent[] {
    const piece = event.delta.text_delta;
    const type = growingKind(event);
    if (piece === undefined || type === undefined) return [];
    const known = growing[type].get(event.item_id);
    if (known) known.text += piece;
    else growing[type].set(event.item_id, { text: piece });
    return [pieceLine(type, piece)];
  }

  /** A delta may not name the kind of its item. */
  function growingKind({ item_id, item_type }: ItemDeltaEvent): GrowingKind | undefined {
    if (item_type === 'agent_message' || item_type === 'reasoning') return item_type;
    if (item_type !== undefined) return undefined;
    if (growing.agent_message.get(item_id)) return 'agent_message';
    return growing.reasoning.get(item_id) && 'reasoning';
  }

  return {
    push,
    delta,
    forgetAll() {
      growing.agent_message.clear();
      growing.reasoning.clear();
    },
  };
}

function wholeLine(type: GrowingKind, content: string): NdjsonEvent {
  if (type === 'reasoning') return { type: 'thinking', content };
  return { type: 'message', role: 'assistant', content, delta: false };
}

function pieceLine(type: GrowingKind, content: string): NdjsonEvent {
  if (type === 'reasoning') return { type: 'thinking', content, delta: true };
  return { type: 'message', role: 'assistant', content, delta: true };
}

function textOf(content: readonly UnifiedContent[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function imagesOf(content: readonly UnifiedContent[]): ImageSource[] {
  return content.flatMap((block) => (block.type === 'image' ? [block.source] : []));
}
