import type { MessageNote, UnifiedMessage } from '../../messages/message.ts';
import { readableError } from '../../messages/readable-error.ts';
import { markdownNodes } from '../../text/markdown.ts';
import { visibleLine, visibleText } from '../../text/visible-text.ts';
import { typedPrompt } from '../../tools/typed-prompt.ts';
import { imageName } from '../image-name.ts';
import { noteGroups, noteTitle } from '../note-groups.ts';
import { pageCall } from '../page-call.ts';
import type { PageMessage } from '../page-messages.ts';
import { clockText } from '../page-words.ts';
import { missingCall, type ShownBlock, shownBlocks } from '../shown-blocks.ts';
import { callMarkdown, outputMarkdown } from './call-markdown.ts';
import { codeSpan, escapeMarkdown, escapeMarkdownLine, indented } from './escape.ts';
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
  const notes = noteGroups(message.notes).map(noteMarkdown);
  if (notes.length > 0) blocks.push(details('Notes', notes.join('\n\n')));
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

function noteMarkdown(note: MessageNote): string {
  return `*${escapeMarkdownLine(noteTitle(note))}*\n\n${escapeMarkdown(visibleText(note.text))}`;
}

function textMarkdown(text: string, message: UnifiedMessage, context: MarkdownContext): string {
  const { role, injected, id } = message;
  const time = clockText(message.timestamp);
  const named = (name: string) => `**${escapeMarkdownLine(name)}**${time === '' ? '' : ` · ${time}`}`;
  if (injected) return details('Context that the CLI put in', escapeMarkdown(visibleText(text)));
  const prose = () => nodesMarkdown(markdownNodes(text));
  if (role === 'user' && message.parent !== undefined) return `${named('Task')}\n\n${indented(prose(), '> ')}`;
  if (role === 'user') return promptMarkdown(text, named('You'));
  if (role === 'assistant') return `${named(context.agentTitle(message))}\n\n${prose()}`;
  if (/\.compaction\.\d+$/.test(id)) {
    const isSaid = text !== 'Context compacted';
    return `* * *\n\n*Context compacted*${isSaid ? `\n\n${details('Summary', escapeMarkdown(visibleText(text)))}` : ''}`;
  }
  return indented(`[!WARNING]\n${escapeMarkdown(visibleText(readableError(text)))}`, '> ');
}

/** What a person typed. What programs added is folded. */
function promptMarkdown(text: string, name: string): string {
  const { text: typed, command, output, wrappers = [] } = typedPrompt(text);
  const plain = (part: string) => escapeMarkdown(visibleText(part));
  const words = command
    ? `${codeSpan(visibleLine(command.name))} ${plain(command.arguments)}`.trimEnd()
    : nodesMarkdown(markdownNodes(typed));
  const parts =
    typed === '' && (output !== undefined || wrappers.length > 0)
      ? []
      : [`${name}\n\n${indented(words || '*(no text)*', '> ')}`];
  if (output !== undefined) parts.push(outputMarkdown(output));
  for (const wrapper of wrappers) parts.push(details('Context', plain(wrapper.text)));
  return parts.join('\n\n');
}
