import type { ToolResultContent, ToolUseContent, UnifiedContent, UnifiedMessage } from '../../messages/message.ts';
import { isBashTool, isEditTool, isTodoWriteTool, isWriteTool } from '../../messages/tool-inputs.ts';
import { commandBlock, resultLines } from './command-block.ts';
import { deletedPath, deletionBlock, fileChangeBlock } from './file-change-block.ts';
import { imageBlock } from './image-block.ts';
import { planBlock } from './plan-block.ts';
import { saidBlock } from './said-block.ts';
import { thinkingBlock } from './thinking-block.ts';
import { toolBlock } from './tool-block.ts';
import type { TranscriptLayout } from './transcript-layout.ts';

/** A message for the terminal, without an empty line around it; its blocks are apart from each other by one. */
export function renderMessage(message: UnifiedMessage, layout: TranscriptLayout): string {
  const results = new Map<string, ToolResultContent>();
  for (const block of message.content) if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  const blocks: string[][] = [];
  for (const block of message.content) {
    const lines = renderBlock(block, message, results, layout);
    // An image belongs to what it came with.
    if (block.type === 'image' && blocks.length > 0) blocks.at(-1)?.push(...lines);
    else if (lines.length > 0) blocks.push(lines);
  }
  const note = noteOf(message);
  if (note) blocks[0]?.unshift(layout.style.dim(note));
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function renderBlock(
  block: UnifiedContent,
  message: UnifiedMessage,
  results: Map<string, ToolResultContent>,
  layout: TranscriptLayout,
): string[] {
  switch (block.type) {
    case 'text':
      return textBlock(block.text, message, layout);
    case 'thinking':
      return thinkingBlock(block.thinking, layout);
    case 'image':
      return imageBlock(block, layout);
    case 'tool_use': {
      const result = results.get(block.id);
      results.delete(block.id);
      return toolUseBlock(block, result, layout);
    }
    case 'tool_result':
      // One that stands with its call was shown with it.
      return results.delete(block.tool_use_id) ? resultLines(block, layout) : [];
  }
}

function textBlock(text: string, { role, injected }: UnifiedMessage, layout: TranscriptLayout): string[] {
  const { style } = layout;
  if (injected) return saidBlock(text, '»', layout, style.dim);
  if (role === 'user') return saidBlock(text, '›', layout, (line) => style.bold(style.accent(line)));
  if (role === 'system') return saidBlock(text, '!', layout, style.warning);
  return saidBlock(text, '•', layout);
}

function toolUseBlock(use: ToolUseContent, result: ToolResultContent | undefined, layout: TranscriptLayout): string[] {
  const deleted = deletedPath(use, result);
  if (deleted !== undefined) return deletionBlock(deleted, layout);
  if (isBashTool(use)) return commandBlock(use.input.command, result, layout);
  if (isWriteTool(use) || isEditTool(use)) return fileChangeBlock(use, result, layout);
  if (isTodoWriteTool(use)) return planBlock(use.input.todos, layout);
  return toolBlock(use, result, layout);
}

function noteOf({ injected, withdrawn }: UnifiedMessage): string | undefined {
  if (withdrawn) return '(taken back)';
  return injected ? '(put in by the CLI)' : undefined;
}
