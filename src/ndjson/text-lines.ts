import { type ItemEvent, isEnd } from '../messages/item-event.ts';
import { itemTextOf } from '../messages/item-text.ts';
import type { ImageSource, UnifiedContent } from '../messages/message.ts';
import type { ItemDeltaEvent } from '../thread/event.ts';
import type { NdjsonEvent, NdjsonMessage } from './ndjson-event.ts';

type GrowingKind = 'agent_message' | 'reasoning';

/** The lines of what was said: pieces while it is being written, the whole at its end. */
export interface TextLines {
  /** The lines of an item that is words. */
  push(event: ItemEvent): NdjsonEvent[];
  delta(event: ItemDeltaEvent): NdjsonEvent[];
  /** A new turn or a new process: what is still being written never ends. */
  forgetAll(): void;
}

export function createTextLines(options: { all: boolean }): TextLines {
  /** The texts that are being written, as far as they were told. */
  const growing = new Map<string, { type: GrowingKind; text: string }>();

  function push(event: ItemEvent): NdjsonEvent[] {
    const { item } = event;
    if (item.type === 'agent_message' || item.type === 'reasoning') {
      return isEnd(event) ? endText(event, item.type, item.text) : growText(item.id, item.type, item.text);
    }
    const words = isEnd(event) ? itemTextOf(item) : undefined;
    if (!words || (words.injected && !options.all)) return [];
    if (words.role === 'system') return [{ type: 'stderr', content: textOf(words.content) }];
    const line: NdjsonMessage = { type: 'message', role: words.role, content: textOf(words.content), delta: false };
    const images = imagesOf(words.content);
    if (images.length > 0) line.images = images;
    return [line];
  }

  /** A snapshot tells what is new since the last one. One that was rewritten is told whole at its end. */
  function growText(id: string, type: GrowingKind, text: string): NdjsonEvent[] {
    const before = growing.get(id)?.text ?? '';
    if (text.length <= before.length || !text.startsWith(before)) return [];
    growing.set(id, { type, text });
    return [pieceLine(type, text.slice(before.length))];
  }

  function endText(event: ItemEvent, type: GrowingKind, text: string): NdjsonEvent[] {
    growing.delete(event.item.id);
    const lines: NdjsonEvent[] = [];
    if (type === 'agent_message') lines.push({ type: 'message', role: 'assistant', content: text, delta: false });
    else if (text !== '') lines.push({ type: 'thinking', content: text });
    const fault = event.type === 'item.failed' ? event.error?.message : undefined;
    if (fault) lines.push({ type: 'stderr', content: fault });
    return lines;
  }

  function delta(event: ItemDeltaEvent): NdjsonEvent[] {
    const known = growing.get(event.item_id);
    const type = known?.type ?? event.item_type;
    const piece = event.delta.text_delta;
    if (piece === undefined || (type !== 'agent_message' && type !== 'reasoning')) return [];
    if (known) known.text += piece;
    else growing.set(event.item_id, { type, text: piece });
    return [pieceLine(type, piece)];
  }

  return { push, delta, forgetAll: () => growing.clear() };
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
