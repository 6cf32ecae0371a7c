import type { ToolResultContent, UnifiedContent, UnifiedMessage } from '../../messages/message.ts';
import { readableError } from '../../messages/readable-error.ts';
import { markdownNodes } from '../../text/markdown.ts';
import { visibleText } from '../../text/visible-text.ts';
import { imageName } from '../image-name.ts';
import { pageCall } from '../page-call.ts';
import type { PageMessage } from '../page-messages.ts';
import { clockText } from '../page-words.ts';
import { callMarkdown } from './call-markdown.ts';
import { escapeMarkdown, escapeMarkdownLine, indented } from './escape.ts';
import { nodesMarkdown } from './nodes-markdown.ts';

export interface MarkdownContext {
  cwd: string | undefined;
  agentTitle(message: UnifiedMessage): string;
}

/** What is there when it is asked for. Its name is ours, never an agent's. */
export function details(name: string, body: string): string {
  return `<details><summary>${name}</summary>\n\n${body}\n\n</details>`;
}

/** A message as blocks of Markdown. */
export function messageMarkdown({ message, item }: PageMessage, context: MarkdownContext): string {
  const results = new Map<string, ToolResultContent>();
  for (const block of message.content) if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  const blocks: string[] = message.withdrawn ? ['*taken back:*'] : [];
  for (const block of message.content) {
    const text = blockOf(block);
    if (text !== '') blocks.push(text);
  }
  return blocks.join('\n\n');

  function blockOf(block: UnifiedContent): string {
    switch (block.type) {
      case 'text':
        return textMarkdown(block.text, message, context);
      case 'thinking':
        return details('Reasoning', nodesMarkdown(markdownNodes(block.thinking)));
      case 'image':
        return `*${escapeMarkdownLine(`[image: ${imageName(block)}]`)}*`;
      case 'tool_use': {
        const result = results.get(block.id);
        results.delete(block.id);
        return callMarkdown(pageCall(block, result, item), context);
      }
      case 'tool_result': {
        // One that stands with its call was shown with it.
        if (!results.delete(block.tool_use_id)) return '';
        return callMarkdown(pageCall({ type: 'tool_use', id: '', name: 'Result', input: {} }, block, item), context);
      }
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
