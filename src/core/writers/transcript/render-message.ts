import { isObject, type JsonObject } from '../../lines/json.ts';
import type { UnifiedMessage } from '../../messages/message.ts';
import { isBashTool, isMcpTool, isTaskTool, isTodoWriteTool } from '../../messages/tool-guards.ts';
import type { ThreadItem } from '../../thread/item.ts';
import { typedPrompt } from '../../tools/typed-prompt.ts';
import { isFileChange } from '../change-diff.ts';
import { noteGroups } from '../note-groups.ts';
import { missingCall, type ShownBlock, shownBlocks } from '../shown-blocks.ts';
import { deletedPath, deletionBlock, fileChangeBlock } from './file-change-block.ts';
import { outputBlock, type TranscriptLayout } from './layout.ts';
import {
  answerBlock,
  compactionBlock,
  imageBlock,
  noteBlock,
  noticeBlock,
  planTextBlock,
  promptBlock,
  saidBlock,
  thinkingBlock,
} from './text-blocks.ts';
import {
  commandBlock,
  planStepsBlock,
  questionsBlock,
  resultLines,
  scriptBlock,
  type ToolCall,
  toolBlock,
  typedBlock,
} from './tool-blocks.ts';

/**
 * A message for the terminal, without an empty line around it; one empty line separates its blocks. `item` is the
 * message's item in its last state, if known. It says more than the message.
 */
export function renderMessage(message: UnifiedMessage, layout: TranscriptLayout, item?: ThreadItem): string {
  const blocks: string[][] = [];
  for (const shown of shownBlocks(message.content)) {
    const lines = renderBlock(shown, message, layout, item);
    // An image belongs to the block that it came with.
    if (shown.block.type === 'image' && blocks.length > 0) for (const line of lines) blocks.at(-1)?.push(line);
    else if (lines.length > 0) blocks.push(lines);
  }
  // A message of notes alone, such as a prompt that is only a document, would not be seen without them.
  const isAll = layout.hasNotes || blocks.length === 0;
  // Who allowed a call is told with it.
  const notes = isAll ? message.notes : message.notes?.filter(({ kind }) => kind === 'approval');
  for (const group of noteGroups(notes)) blocks.push(noteBlock(group, layout));
  const note = noteOf(message);
  if (note) blocks[0]?.unshift(layout.style.dim(note));
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function renderBlock(
  { block, result }: ShownBlock,
  message: UnifiedMessage,
  layout: TranscriptLayout,
  item: ThreadItem | undefined,
): string[] {
  switch (block.type) {
    case 'text':
      return textBlock(block.text, message, layout, item);
    case 'thinking':
      return thinkingBlock(block.thinking, layout);
    case 'image':
      return imageBlock(block, layout);
    case 'tool_use':
      return toolUseBlock({ use: block, result, item }, layout);
    case 'tool_result':
      return resultLines({ use: missingCall, result: block, item }, layout);
  }
}

function textBlock(
  text: string,
  { id, role, injected, parent }: UnifiedMessage,
  layout: TranscriptLayout,
  item: ThreadItem | undefined,
): string[] {
  if (injected) return saidBlock(text, '»', layout, layout.style.dim);
  if (role === 'user') return parent === undefined ? typedBlocks(text, layout) : promptBlock(text, layout);
  if (role === 'assistant') return answerBlock(text, layout);
  const isCompaction = item === undefined ? /\.compaction\.\d+$/.test(id) : item.type === 'compaction';
  return isCompaction ? compactionBlock(text, layout) : noticeBlock(text, layout);
}

/** What a person typed, and what programs added to it, if notes are shown. */
function typedBlocks(text: string, layout: TranscriptLayout): string[] {
  const { dim } = layout.style;
  const { text: typed, output, wrappers = [] } = typedPrompt(text);
  const lines = typed === '' ? [] : promptBlock(typed, layout);
  if (output !== undefined) lines.push(...outputBlock(output, layout, dim));
  if (layout.hasNotes) for (const wrapper of wrappers) lines.push(...saidBlock(wrapper.text, '»', layout, dim));
  return lines;
}

function toolUseBlock(call: ToolCall, layout: TranscriptLayout): string[] {
  const { use, result } = call;
  const deleted = deletedPath(use, result);
  if (deleted !== undefined) return deletionBlock(deleted, layout);
  if (isBashTool(use)) return commandBlock(use.input.command, call, layout);
  if (isFileChange(use)) return fileChangeBlock(use, result, layout);
  if (isTodoWriteTool(use)) return planStepsBlock(use.input.todos, layout);
  if (isMcpTool(use) || isTaskTool(use)) return toolBlock(call, layout);
  const { input, name } = use;
  if (name === 'write_stdin' && typeof input.chars === 'string') return typedBlock(input.chars, call, layout);
  const questions = questionsIn(input);
  if (questions.length > 0) return questionsBlock(questions, call, layout);
  const text = onlyText(input);
  if (text !== undefined && /plan/i.test(name)) return planTextBlock(text, layout);
  return text?.trim().includes('\n') ? scriptBlock(text, call, layout) : toolBlock(call, layout);
}

function questionsIn({ questions }: JsonObject): JsonObject[] {
  return Array.isArray(questions)
    ? questions.filter((entry) => isObject(entry)).filter(({ question }) => typeof question === 'string')
    : [];
}

/** The text, if it is the whole input. */
function onlyText(input: JsonObject): string | undefined {
  const [only, ...others] = Object.values(input);
  return others.length === 0 && typeof only === 'string' ? only : undefined;
}

function noteOf({ injected, withdrawn }: UnifiedMessage): string | undefined {
  if (withdrawn) return '(taken back)';
  return injected ? '(put in by the CLI)' : undefined;
}
