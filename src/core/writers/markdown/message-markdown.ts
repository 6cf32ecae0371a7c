import type { UnifiedMessage } from '../../messages/message.ts';
import { readableError } from '../../messages/readable-error.ts';
import { markdownNodes } from '../../text/markdown.ts';
import { visibleText } from '../../text/visible-text.ts';
import { imageName } from '../image-name.ts';
import { pageCall } from '../page-call.ts';
import type { PageMessage } from '../page-messages.ts';
import { clockText } from '../page-words.ts';
import { missingCall, type ShownBlock, shownBlocks } from '../shown-blocks.ts';
import { callMarkdown } from './call-markdown.ts';
import { escapeMarkdown, escapeMarkdownLine, indented } from './escape.ts';
import { nodesMarkdown } from './nodes-markdown.ts';

export interface MarkdownContext {
  cwd: string | undefined;
  agentTitle(message: UnifiedMessage): string;
}

/** A folded part. Its name is ours, never an agent's. */
export function details(name: string, body: string): string {
  return `<details><summary>${name}</summary>\n\n${body}\n\n</details>`;
}

/** A message as blocks of Markdown. */
export function messageMarkdown({ message, item }: PageMessage, context: MarkdownContext): string {
  const blocks: string[] = message.withdrawn ? ['*taken back:*'] : [];
  for (const shown of shownBlocks(message.content)) {
    const text = blockOf(shown);
    if (text !== '') blocks.push(text);
  }
  return blocks.join('\n\n');

  function blockOf({ block, result }: ShownBlock): string {
    switch (block.type) {
      case 'text':
        return textMarkdown(block.text, message, context);
      case 'thinking':
        return details('Reasoning', nodesMarkdown(markdownNodes(block.thinking)));
      case 'image':
        return `*${escapeMarkdownLine(`[image: ${imageName(block)}]`)}*`;
      case 'tool_use':
        return callMarkdown(pageCall(block, result, item), context);
      case 'tool_result':
        return callMarkdown(pageCall(missingCall, block, item), context);
    }
  }
}

function textMarkdown(text: string, message: UnifiedMessage, context: MarkdownContext): string {
  const { role, injected, id } = message;
  const time = clockText(message.timestamp);
  const named = (name: string) => `**${escapeMarkdownLine(name)}**${time === '' ? '' : ` · ${time}`}`;
  if (injected) return details('Context that the CLI put in', escapeMarkdown(visibleText(text)));
  const prose = () => nodesMarkdown(markdownNodes(text));
  if (role === 'user') return `${named('You')}\n\n${indented(prose() || '*(no text)*', '> ')}`;
  if (role === 'assistant') return `${named(context.agentTitle(message))}\n\n${prose()}`;
  if (/\.compaction\.\d+$/.test(id)) {
    const isSaid = text !== 'Context compacted';
    return `* * *\n\n*Context compacted*${isSaid ? `\n\n${details('Summary', escapeMarkdown(visibleText(text)))}` : ''}`;
  }
  return indented(`[!WARNING]\n${escapeMarkdown(visibleText(readableError(text)))}`, '> ');
}
