import type { ToolResultContent, ToolUseContent } from '../../messages/message.ts';
import { isBashTool, isWriteTool } from '../../messages/tool-guards.ts';
import { wrapAnywhere } from '../../text/text-layout.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { changeDiff } from '../change-diff.ts';
import { INDENT, layoutPath, outputBlock, type TranscriptLayout } from './layout.ts';

/** A created or changed file, with the diff below if the agent wrote one. */
export function fileChangeBlock(
  use: ToolUseContent,
  result: ToolResultContent | undefined,
  layout: TranscriptLayout,
): string[] {
  const { file_path: path, new_path: moved } = use.input;
  const from = typeof path === 'string' ? layoutPath(path, layout) : '';
  const to = typeof moved === 'string' ? ` → ${layoutPath(moved, layout)}` : '';
  return [
    ...heading(`${isWriteTool(use) ? 'write' : 'edit'} ${from}${to}`, layout),
    ...outputBlock(changeDiff(use.input), layout, (line) => paintDiff(line, layout)),
    ...failure(result, layout),
  ];
}

/** Claude has no tool to delete a file, so it is a command whose result says what it was. */
export function deletedPath(use: ToolUseContent, result: ToolResultContent | undefined): string | undefined {
  const isRemoval = isBashTool(use) && use.input.command.startsWith('rm ') && result?.is_error === false;
  return isRemoval ? /^delete (.+)$/s.exec(result.content)?.[1] : undefined;
}

export function deletionBlock(path: string, layout: TranscriptLayout): string[] {
  return heading(`delete ${layoutPath(path, layout)}`, layout);
}

function heading(text: string, { columns, style }: TranscriptLayout): string[] {
  const [first = '', ...others] = wrapAnywhere(visibleLine(text), columns - INDENT.length);
  return [`${style.dim('±')} ${style.bold(first)}`, ...others.map((line) => INDENT + style.bold(line))];
}

function paintDiff(line: string, { style }: TranscriptLayout): string {
  if (line.startsWith('+')) return style.success(line);
  if (line.startsWith('-')) return style.failure(line);
  return line.startsWith('@@') ? style.accent(line) : line;
}

/** A successful change needs no words. */
function failure(result: ToolResultContent | undefined, layout: TranscriptLayout): string[] {
  const { style } = layout;
  if (!result) return [INDENT + style.warning('(did not end)')];
  if (!result.is_error) return [];
  return [...outputBlock(result.content, layout), INDENT + style.failure('failed')];
}
