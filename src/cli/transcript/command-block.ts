import type { ToolResultContent } from '../../messages/message.ts';
import { terminalBlock } from '../terminal-text.ts';
import { wrapText } from '../text-layout.ts';
import { INDENT, outputBlock, type TranscriptLayout } from './transcript-layout.ts';

/** A command, and under it what it printed. */
export function commandBlock(
  command: string,
  result: ToolResultContent | undefined,
  layout: TranscriptLayout,
): string[] {
  const { style } = layout;
  const lines = wrapText(terminalBlock(command.trim()).replaceAll('\t', '    '), layout.columns - INDENT.length);
  const [first = '', ...others] = layout.isWhole ? lines : foldCommand(lines, layout);
  return [
    `${style.dim('$')} ${style.bold(first)}`,
    ...others.map((line) => INDENT + style.bold(line)),
    ...resultLines(result, layout),
  ];
}

/** Scripts are commands too, some of hundreds of lines. */
const COMMAND_LINES = 12;

function foldCommand(lines: string[], { style, unfoldHint }: TranscriptLayout): string[] {
  const left = lines.length - COMMAND_LINES;
  return left > 1 ? [...lines.slice(0, COMMAND_LINES), style.dim(`… ${left} more lines${unfoldHint}`)] : lines;
}

/** What came of any tool that answers with text. */
export function resultLines(result: ToolResultContent | undefined, layout: TranscriptLayout): string[] {
  const { style } = layout;
  if (!result) return [INDENT + style.warning('(did not end)')];
  const lines = outputBlock(result.content, layout);
  if (result.is_error) return [...lines, INDENT + style.failure('failed')];
  return lines;
}
