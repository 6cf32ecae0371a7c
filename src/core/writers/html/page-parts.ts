import type { UnifiedContent, UnifiedMessage } from '../../messages/message.ts';
import { amount } from '../../text/amount.ts';
import { classed, type ElementNode, element, type TextNode } from '../../text/node.ts';
import { anchorOf } from '../anchor.ts';
import type { ThreadHead } from '../thread-head.ts';
import type { PageParts } from '../writer.ts';
import { contentsNode, headerNode } from './head-nodes.ts';

/** The piece of text behind which the next page begins. No page holds this character. */
export const PAGE_BREAK = '\f';

/** All texts of a message together have at most this share of a page, since markup makes them longer. */
const MESSAGE_SHARE = 1 / 16;
/** What is left for the head, the contents and the foot of a page. */
const ROWS_SHARE = 7 / 8;

/** Counts what a page holds, and knows when the next one has to begin. */
export function createPageParts({ most, name }: PageParts) {
  const encoder = new TextEncoder();
  const anchors = new Set<string>();
  let part = 1;
  let bytes = 0;
  return {
    /** True if the page has no place for the piece. Counts it otherwise. */
    isOver(piece: string): boolean {
      const length = encoder.encode(piece).length;
      if (bytes > 0 && bytes + length > most * ROWS_SHARE) return true;
      bytes += length;
      return false;
    },
    /** Begins the next page. */
    next(): void {
      part += 1;
      bytes = 0;
      anchors.clear();
    },
    saw: ({ id }: UnifiedMessage) => void anchors.add(anchorOf(id)),
    shorten: (message: UnifiedMessage) => shortMessage(message, most * MESSAGE_SHARE),
    get isFirst() {
      return part === 1;
    },
    /** The head of the page, with the prompts that it holds. */
    head(head: ThreadHead): ElementNode[] {
      const prompts = head.prompts.filter(({ anchor }) => anchors.has(anchor));
      return [headerNode(head), contentsNode({ ...head, prompts, morePrompts: 0 })];
    },
    /** Links to the pages before and after. */
    links(hasNext: boolean): ElementNode {
      const link = (to: number, words: string) => element('a', { href: name(to) }, [words]);
      const links: TextNode[] = [`Part ${part} of the session`];
      if (part > 1) links.push(' · ', link(part - 1, `part ${part - 1}`));
      if (hasNext) links.push(' · ', link(part + 1, `part ${part + 1}`));
      return classed('p', 'parts', links);
    },
  };
}

/** The message with its texts cut where together they are longer than a page has place for. */
function shortMessage(message: UnifiedMessage, most: number): UnifiedMessage {
  let left = most;
  function short(text: string): string {
    const kept = text.slice(0, left);
    left -= kept.length;
    const more = text.length - kept.length;
    return more === 0 ? text : `${kept}\n… (${amount(more, 'more character')} in the session)`;
  }
  function shortBlock(block: UnifiedContent): UnifiedContent {
    switch (block.type) {
      case 'text':
        return { ...block, text: short(block.text) };
      case 'thinking':
        return { ...block, thinking: short(block.thinking) };
      case 'tool_result':
        return { ...block, content: short(block.content) };
      case 'tool_use':
        return { ...block, input: Object.fromEntries(Object.entries(block.input).map(shortField)) };
      case 'image':
        return block;
    }
  }
  const shortField = ([key, value]: [string, unknown]): [string, unknown] => [
    key,
    typeof value === 'string' ? short(value) : value,
  ];
  return { ...message, content: message.content.map(shortBlock) };
}
